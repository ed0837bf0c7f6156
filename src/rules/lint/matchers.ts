import { quote } from '../../text/quote.ts';
import { cycleText, findCycles } from './cycles.ts';
import type { LintContext, LintRules } from './lint-rule.ts';
import { innerMatchers, isTooLarge, matcherExtents } from './matcher-extents.ts';

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
