import { append } from '../../multimap.ts';
import type { RulePart } from '../document/types.ts';
import type { Matcher } from '../matchers/matcher.ts';
import type { LintContext } from './lint-rule.ts';

/** The index parts of an alternative of a rule. */
export interface RuleKeyParts {
  /** The position of the combination that the parts are of; undefined for a rule without combinations. */
  readonly combination: number | undefined;
  /** The matchers with key parts, one per signature. */
  readonly matchers: readonly Matcher[];
  /** Signatures of the parts of the keys. */
  readonly signatures: ReadonlySet<string>;
  /**
   * Signatures of all parts that two records share when they satisfy the alternative, including those of matchers
   * that give no keys.
   */
  readonly shared: ReadonlySet<string>;
}

/** One for each alternative of the rule. Empty if a matcher of the rule is broken, which is already reported. */
export function ruleKeyParts(rule: RulePart, { compiledMatchers }: LintContext): readonly RuleKeyParts[] {
  const { indexMatcherIDs, disableIndexMatcherIDs } = rule.attributes;
  const all = [...rule.matcherIDs, ...indexMatcherIDs.flat()];
  if (all.some((id) => !compiledMatchers.has(id))) return [];
  if (indexMatcherIDs.length === 0) {
    const disabled = new Set(disableIndexMatcherIDs);
    const given = rule.matcherIDs.filter((id) => !disabled.has(id));
    return [keyPartsOf(given, rule.matcherIDs, undefined, compiledMatchers)];
  }
  return indexMatcherIDs.map((ids, index) => keyPartsOf(ids, [...ids, ...rule.matcherIDs], index, compiledMatchers));
}

/** @param all the matchers that must be satisfied, with those that give keys */
function keyPartsOf(
  givingKeys: readonly string[],
  all: readonly string[],
  combination: number | undefined,
  compiled: ReadonlyMap<string, Matcher>,
): RuleKeyParts {
  const matchers = new Map<string, Matcher>();
  for (const id of givingKeys) {
    const matcher = compiled.get(id)!;
    if (matcher.keyParts !== undefined) matchers.set(matcher.keyParts.signature, matcher);
  }
  const shared = new Set(all.flatMap((id) => compiled.get(id)!.keyParts?.signature ?? []));
  return { combination, matchers: [...matchers.values()], signatures: new Set(matchers.keys()), shared };
}

/** Returns the sets of key part signatures of the indexed rules, which define the keys of the index. */
export interface IndexedKeys {
  readonly bySignature: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

/** True if all pairs of records that satisfy an alternative with these shared parts share a key of the index. */
export function isServed(shared: ReadonlySet<string>, index: IndexedKeys, steps: { left: number }): boolean {
  for (const signature of shared) {
    for (const key of index.bySignature.get(signature) ?? []) {
      steps.left -= key.size;
      if (key.size <= shared.size && [...key].every((part) => shared.has(part))) return true;
      // Only a malicious document exhausts the steps: then report nothing rather than something wrong.
      if (steps.left < 0) return true;
    }
  }
  return false;
}

export function indexedKeys(rules: Iterable<RulePart>, context: LintContext): IndexedKeys {
  const bySignature = new Map<string, ReadonlySet<string>[]>();
  const seen = new Set<RulePart>();
  for (const rule of rules) {
    if (seen.has(rule)) continue;
    seen.add(rule);
    for (const { signatures } of ruleKeyParts(rule, context)) addKeys(bySignature, signatures);
  }
  return { bySignature };
}

function addKeys(bySignature: Map<string, ReadonlySet<string>[]>, signatures: ReadonlySet<string>): void {
  // One part is enough to find a key.
  const first = signatures.values().next().value;
  if (first !== undefined) append(bySignature, first, signatures);
}
