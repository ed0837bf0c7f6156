import type { Matcher } from '../../matching/matcher.ts';
import type { RulePart } from '../types.ts';
import type { LintContext } from './lint-rule.ts';

/** What a rule puts into the index. */
export interface RuleKeyParts {
  /** The matchers that give key parts, one per signature. */
  readonly matchers: readonly Matcher[];
  /** Signatures of the parts that make the rule's keys. */
  readonly signatures: ReadonlySet<string>;
  /** Signatures of all parts that two records share when they satisfy the rule, also of matchers kept from the index. */
  readonly shared: ReadonlySet<string>;
}

/** Undefined when a matcher of the rule is broken, and that has been said. */
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

/** Sets of key part signatures of the rules that are indexed: of which keys the index consists. */
export interface IndexedKeys {
  readonly bySignature: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

/** Whether every two records that satisfy a rule with these shared parts have a key of the index in common. */
export function isServed(shared: ReadonlySet<string>, index: IndexedKeys, steps: { left: number }): boolean {
  for (const signature of shared) {
    for (const key of index.bySignature.get(signature) ?? []) {
      steps.left -= key.size;
      if (key.size <= shared.size && [...key].every((part) => shared.has(part))) return true;
      // Out of steps only on a document made for it: then nothing is said rather than something wrong.
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
    // A key is found through any one of its parts.
    const first = signatures?.values().next().value;
    if (signatures === undefined || first === undefined) continue;
    const keys = bySignature.get(first);
    if (keys === undefined) bySignature.set(first, [signatures]);
    else keys.push(signatures);
  }
  return { bySignature };
}
