import { append } from '../../multimap.ts';
import { quote } from '../../text/plain-text.ts';
import { referencesIn } from '../document/references.ts';
import type { Part } from '../document/types.ts';
import { cycleText, findCycles } from './cycles.ts';
import type { LintContext, LintRules } from './lint-rule.ts';

/** Deeper nesting of matchers is refused, because they recurse when they compare. */
const maxDepth = 16;

/**
 * The maximum number of matchers inside a matcher, counted as often as they are named, because all of them may be
 * evaluated.
 */
const maxSize = 1_000;

/** Returns the matchers that a matcher names in its attributes. */
export function innerMatchers(matcher: Part): string[] {
  return referencesIn(matcher.attributes, '').flatMap(({ list, id }) => (list === 'matchers' ? [id] : []));
}

interface MatcherExtent {
  /** 1 for a matcher that contains none. */
  readonly depth: number;
  /** The number of matchers in it, including itself, each counted as often as it is named. */
  readonly size: number;
}

export function isTooLarge({ depth, size }: MatcherExtent): boolean {
  return depth > maxDepth || size > maxSize;
}

/** Computes extents from the innermost matchers outwards. Omits the matchers of a circle and those that contain it. */
export function matcherExtents(matchers: LintContext['matchers']): ReadonlyMap<string, MatcherExtent> {
  const around = new Map<string, string[]>();
  const waitsFor = new Map<string, number>();
  const extents = new Map<string, { depth: number; size: number }>();
  const ready: string[] = [];
  for (const [id, { value }] of matchers) {
    const inner = innerMatchers(value).filter((innerID) => matchers.has(innerID));
    for (const innerID of inner) append(around, innerID, id);
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

export const matcherRules: LintRules = {
  MATCHER_CYCLE: {
    severity: 'error',
    meaning: 'Matchers contain each other in a circle.',
    example: '"a": { "type": "orempty", "attributes": { "matcherID": "a" } }',
    fix: 'Name a matcher that compares values.',
    check({ matchers }, report) {
      for (const cycle of matcherCycles(matchers)) {
        const { pointer } = matchers.get(cycle[0]!)!;
        const message = `the matchers ${cycleText(cycle)} contain each other in a circle`;
        report(`${pointer}/attributes`, message);
      }
    },
  },
  MATCHER_TOO_LARGE: {
    severity: 'error',
    meaning: 'Matchers are nested too deeply, or a matcher contains too many.',
    example: '"a": orempty of "b", "b": any of "c", and so on',
    fix: 'Let the outer matcher name the inner ones directly, each once.',
    check({ matchers }, report) {
      for (const [id, extent] of matcherExtents(matchers)) {
        if (!isTooLarge(extent)) continue;
        report(
          `${matchers.get(id)!.pointer}/attributes`,
          `matcher ${quote(id)} contains ${extent.size - 1} matchers, up to ${extent.depth} inside each other`,
          'Name the inner matchers directly, each once.',
        );
      }
    },
  },
  DISTINCT_ALONE: {
    severity: 'warning',
    meaning: 'A rule requires only differences, which nearly all pairs of records have.',
    example: '{ "id": "R1", "matcherIDs": ["otherName"] }, where "otherName" uses a comparer of type distinct',
    fix: 'Add a matcher for something that the records have in common.',
    check(context, report) {
      for (const { value, pointer } of context.document.rules) {
        if (value.matcherIDs.length === 0 || value.attributes.indexMatcherIDs.length > 0) continue;
        if (!value.matcherIDs.every((id) => isDistinct(id, context))) continue;
        const message = `rule ${quote(value.id)} requires only differences`;
        report(`${pointer}/matcherIDs`, message);
      }
    },
  },
  CONTRADICTING_MATCHERS: {
    severity: 'warning',
    meaning:
      'A rule requires an equal and a different value of one resolver; only records with several values satisfy both.',
    example: '"matcherIDs": ["sameCity", "otherCity"]',
    fix: 'Remove one of the two matchers.',
    check(context, report) {
      for (const { value, pointer } of context.document.rules) {
        const conflict = contradiction(value.matcherIDs, value.matcherIDs, context);
        if (conflict === undefined) continue;
        const [same, other] = conflict;
        report(
          `${pointer}/matcherIDs`,
          `rule ${quote(value.id)}: ${quote(same)} requires an equal value, ${quote(other)} a different one of the same resolver`,
        );
      }
    },
  },
};

/**
 * Finds a matcher of the first list that requires an equal value and one of the second that requires a different value
 * of the same resolver.
 */
export function contradiction(
  these: readonly string[],
  those: readonly string[],
  context: LintContext,
): readonly [same: string, other: string] | undefined {
  const equal = new Map<unknown, string>();
  for (const id of these) {
    const matcher = context.matchers.get(id)?.value;
    if (matcher?.type === 'simple') equal.set(matcher.attributes['resolverID'], id);
  }
  for (const id of those) {
    if (!isDistinct(id, context)) continue;
    const same = equal.get(context.matchers.get(id)?.value.attributes['resolverID']);
    if (same !== undefined) return [same, id];
  }
  return undefined;
}

/** True if different values satisfy a matcher. */
function isDistinct(id: string, { matchers, comparers }: LintContext): boolean {
  const comparerID = matchers.get(id)?.value.attributes['comparerID'];
  return typeof comparerID === 'string' && comparers.get(comparerID)?.value.type === 'distinct';
}

function matcherCycles(matchers: LintContext['matchers']): string[][] {
  const inner = (id: string) => {
    const matcher = matchers.get(id)?.value;
    return matcher === undefined ? [] : innerMatchers(matcher);
  };
  return findCycles(matchers.keys(), inner);
}
