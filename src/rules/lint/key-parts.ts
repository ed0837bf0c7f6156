import type { RulePart } from '../document/types.ts';
import type { Matcher } from '../matchers/matcher.ts';
import type { LintContext } from './lint-rule.ts';

/** The index parts of a rule. */
export interface RuleKeyParts {
  /** The matchers with key parts, one per signature. */
  readonly matchers: readonly Matcher[];
  /** Signatures of the parts of the rule's keys. */
  readonly signatures: ReadonlySet<string>;
  /**
   * Signatures of all parts that two records share when they satisfy the rule, including those of matchers disabled for
   * the index.
   */
  readonly shared: ReadonlySet<string>;
}

/** Undefined if a matcher of the rule is broken, which is already reported. */
export function ruleKeyParts(rule: RulePart, { compiledMatchers }: LintContext): RuleKeyParts | undefined {
  const matchers = new Map<string, Matcher>();
  const shared = new Set<string>();
  const disabled = new Set(rule.attributes.disableIndexMatcherIDs);
  for (const id of rule.matcherIDs) {
    const matcher = compiledMatchers.get(id);
    if (matcher === undefined) return undefined;
    if (matcher.keyParts === undefined) continue;
    shared.add(matcher.keyParts.signature);
    if (!disabled.has(id)) matchers.set(matcher.keyParts.signature, matcher);
  }
  return { matchers: [...matchers.values()], signatures: new Set(matchers.keys()), shared };
}

/** Returns the sets of key part signatures of the indexed rules, which define the keys of the index. */
export interface IndexedKeys {
  readonly bySignature: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

/** True if all pairs of records that satisfy a rule with these shared parts share a key of the index. */
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
    const signatures = ruleKeyParts(rule, context)?.signatures;
    // One part is enough to find a key.
    const first = signatures?.values().next().value;
    if (signatures === undefined || first === undefined) continue;
    const keys = bySignature.get(first);
    if (keys === undefined) bySignature.set(first, [signatures]);
    else keys.push(signatures);
  }
  return { bySignature };
}
