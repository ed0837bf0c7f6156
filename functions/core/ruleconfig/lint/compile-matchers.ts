import { digest } from '../../matching/digest.ts';
import { InvalidRuleConfigError } from '../../matching/errors.ts';
import type { Matcher, MatcherContext } from '../../matching/matcher.ts';
import { referencesIn } from '../references.ts';
import type { Part } from '../types.ts';
import type { LintContext } from './lint-rule.ts';

/** Matchers inside matchers deeper than this are refused: they recurse when they compare. */
const maxDepth = 16;
/** And those that contain more matchers than this, each counted as often as it is named: all of them may be asked. */
const maxSize = 1_000;

/**
 * Compiles the matchers that are sound, from the innermost outwards, to see what index keys they give. One with a broken
 * or missing part inside is left out: what is wrong with it has been said.
 */
export function compileMatchers(context: Omit<LintContext, 'compiledMatchers'>): ReadonlyMap<string, Matcher> {
  const compiled = new Map<string, Matcher>();
  const resolverPositions = new Map(context.document.resolvers.map(({ value }, index) => [value.id, index]));
  for (const [id, extent] of matcherExtents(context.matchers)) {
    if (isTooLarge(extent)) continue;
    const matcher = compileMatcher(context.matchers.get(id)!.value, context, compiled, resolverPositions);
    if (matcher !== undefined) compiled.set(id, matcher);
  }
  return compiled;
}

/** The matchers that a matcher names in its attributes. */
export function innerMatchers(matcher: Part): string[] {
  return referencesIn(matcher.attributes, '').flatMap(({ list, id }) => (list === 'matchers' ? [id] : []));
}

export interface MatcherExtent {
  /** 1 for a matcher that contains none. */
  readonly depth: number;
  /** The matcher and all inside of it, each as often as it is named. */
  readonly size: number;
}

export function isTooLarge({ depth, size }: MatcherExtent): boolean {
  return depth > maxDepth || size > maxSize;
}

/** Extents from the innermost matchers outwards. Matchers of a circle, and those around it, are left out. */
export function matcherExtents(matchers: LintContext['matchers']): ReadonlyMap<string, MatcherExtent> {
  const around = new Map<string, string[]>();
  const waitsFor = new Map<string, number>();
  const extents = new Map<string, { depth: number; size: number }>();
  const ready: string[] = [];
  for (const [id, { value }] of matchers) {
    const inner = innerMatchers(value).filter((innerID) => matchers.has(innerID));
    for (const innerID of inner) {
      const outer = around.get(innerID);
      if (outer === undefined) around.set(innerID, [id]);
      else outer.push(id);
    }
    waitsFor.set(id, inner.length);
    extents.set(id, { depth: 1, size: 1 });
    if (inner.length === 0) ready.push(id);
  }
  const ordered = new Map<string, MatcherExtent>();
  for (let next = 0; next < ready.length; next += 1) {
    const id = ready[next]!;
    const { depth, size } = extents.get(id)!;
    ordered.set(id, { depth, size });
    for (const outerID of around.get(id) ?? []) {
      const outer = extents.get(outerID)!;
      outer.depth = Math.max(outer.depth, depth + 1);
      outer.size += size;
      const left = waitsFor.get(outerID)! - 1;
      waitsFor.set(outerID, left);
      if (left === 0) ready.push(outerID);
    }
  }
  return ordered;
}

function compileMatcher(
  part: Part,
  { comparers, tokenizers, registries }: Omit<LintContext, 'compiledMatchers'>,
  compiled: ReadonlyMap<string, Matcher>,
  resolverPositions: ReadonlyMap<string, number>,
): Matcher | undefined {
  const found = <Found>(value: Found | undefined, id: string): Found => {
    if (value === undefined) throw new InvalidRuleConfigError(`there is no part "${id}"`);
    return value;
  };
  const meaningOf = ({ type, attributes }: Part) => digest([type, attributes]);
  const context: MatcherContext = {
    id: part.id,
    resolver: (id) => ({ id, position: found(resolverPositions.get(id), id), meaning: id, mustExist: false }),
    comparer(id) {
      const { value } = found(comparers.get(id), id);
      const definition = registries.comparers.get(value.type)!;
      return { run: definition.compile(value.attributes), meaning: meaningOf(value) };
    },
    tokenizer(id) {
      const { value } = found(tokenizers.get(id), id);
      const definition = registries.tokenizers.get(value.type)!;
      return {
        run: definition.compile(value.attributes),
        meaning: meaningOf(value),
        atMostOneToken: definition.atMostOneToken === true,
      };
    },
    matcher: (id) => found(compiled.get(id), id),
  };
  try {
    return registries.matchers.get(part.type)!.compile(part.attributes, context);
  } catch (error) {
    // A part inside is broken, and its own findings say how.
    if (error instanceof InvalidRuleConfigError) return undefined;
    throw error;
  }
}
