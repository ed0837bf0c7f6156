import { digest } from '../../matching/digest.ts';
import { InvalidRuleConfigError } from '../../matching/errors.ts';
import type { Matcher, MatcherContext } from '../../matching/matcher.ts';
import type { Part } from '../types.ts';
import type { LintContext } from './lint-rule.ts';
import { isTooLarge, matcherExtents } from './matcher-extents.ts';

/**
 * Compiles the matchers that are sound, from the innermost outwards, to see what index keys they give. One with a broken
 * or missing part inside is left out: what is wrong with it has been said.
 */
export function compileMatchers(context: Omit<LintContext, 'compiledMatchers'>): ReadonlyMap<string, Matcher> {
  const compiled = new Map<string, Matcher>();
  const parts = matcherParts(context, compiled);
  for (const [id, extent] of matcherExtents(context.matchers)) {
    if (isTooLarge(extent)) continue;
    const { value } = context.matchers.get(id)!;
    const definition = context.registries.matchers.get(value.type)!;
    try {
      compiled.set(id, definition.compile(value.attributes, { ...parts, id }));
    } catch (error) {
      // A part inside is broken, and its own findings say how.
      if (!(error instanceof InvalidRuleConfigError)) throw error;
    }
  }
  return compiled;
}

/** The rest of the document as a matcher sees it. What two parts with other ids and the same attributes do is the same. */
function matcherParts(
  { document, comparers, tokenizers, registries }: Omit<LintContext, 'compiledMatchers'>,
  compiled: ReadonlyMap<string, Matcher>,
): Omit<MatcherContext, 'id'> {
  const resolvers = new Map(
    document.resolvers.map(({ value }, position) => [value.id, { pin: value.inputPin, position }]),
  );
  const meaningOf = ({ type, attributes }: Part) => digest([type, attributes]);
  return {
    resolver: once((id) => {
      const { pin, position } = found(resolvers.get(id), id);
      return { id, position, meaning: digest([pin.sourceID, pin.sourcePin]), mustExist: false };
    }),
    comparer: once((id) => {
      const { value } = found(comparers.get(id), id);
      return { run: registries.comparers.get(value.type)!.compile(value.attributes), meaning: meaningOf(value) };
    }),
    tokenizer: once((id) => {
      const { value } = found(tokenizers.get(id), id);
      const { compile, atMostOneToken = false } = registries.tokenizers.get(value.type)!;
      return { run: compile(value.attributes), meaning: meaningOf(value), atMostOneToken };
    }),
    matcher: (id) => found(compiled.get(id), id),
  };
}

function once<Made>(make: (id: string) => Made): (id: string) => Made {
  const made = new Map<string, Made>();
  return (id) => {
    const known = made.get(id) ?? make(id);
    made.set(id, known);
    return known;
  };
}

function found<Found>(value: Found | undefined, id: string): Found {
  if (value === undefined) throw new InvalidRuleConfigError(`there is no part "${id}"`);
  return value;
}
