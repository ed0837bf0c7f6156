import type { NameSuggester } from '../../text/nearest-name.ts';
import type { Placed, RuleDocument } from '../document/rule-document.ts';
import type { Finding, Part, ResolverPart, RulePart, RuleSetPart, TransformerPart } from '../document/types.ts';
import type { Matcher } from '../matchers/matcher.ts';
import type { RecordSchema } from '../record-schema/record-schema.ts';
import type { MatchingRegistries } from '../registries.ts';

/** The input of a lint rule. */
export interface LintContext {
  readonly document: RuleDocument;
  readonly registries: MatchingRegistries;
  /** Absent if the deployment's record schema is not available: rules about paths then report nothing. */
  readonly schema: RecordSchema | undefined;
  readonly suggester: NameSuggester;
  readonly transformers: ReadonlyMap<string, Placed<TransformerPart>>;
  readonly resolvers: ReadonlyMap<string, Placed<ResolverPart>>;
  readonly comparers: ReadonlyMap<string, Placed<Part>>;
  readonly tokenizers: ReadonlyMap<string, Placed<Part>>;
  readonly matchers: ReadonlyMap<string, Placed<Part>>;
  readonly rules: ReadonlyMap<string, Placed<RulePart>>;
  readonly ruleSets: ReadonlyMap<string, Placed<RuleSetPart>>;
  /** The matchers that compile. */
  readonly compiledMatchers: ReadonlyMap<string, Matcher>;
}

/** Reports a problem at a pointer; the hint is the rule's fix by default; `key` points to the key instead of its value. */
export type Report = (pointer: string, message: string, hint?: string, at?: 'key') => void;

/** A line of the table of codes. */
export interface LintCode {
  /** Stable, upper snake case. */
  readonly code: string;
  readonly severity: Finding['severity'];
  /** Its meaning, in one sentence. */
  readonly meaning: string;
  /** A fragment of a document that causes it. */
  readonly example: string;
  /** What to write instead. */
  readonly fix: string;
}

/** One check of the linter. */
export interface LintRule extends LintCode {
  /** True for a check that compiles the document: it is left out after an error. */
  readonly needsValid?: boolean;
  check(context: LintContext, report: Report): void;
}

/** By code. */
export type LintCodes = Readonly<Record<string, Omit<LintCode, 'code'>>>;

export type LintRules = Readonly<Record<string, Omit<LintRule, 'code'>>>;

/** A rule with its position in a rule set. */
export interface RuleUse {
  readonly rule: Placed<RulePart>;
  readonly pointer: string;
}

/** Returns the valid rules of a rule set; none for an unknown rule set. */
export function rulesOf(ruleSetID: string | null, { ruleSets, rules }: LintContext): RuleUse[] {
  const ruleSet = ruleSetID === null ? undefined : ruleSets.get(ruleSetID);
  return (ruleSet?.value.ruleIDs ?? []).flatMap((ruleID, index) => {
    const rule = rules.get(ruleID);
    return rule === undefined ? [] : [{ rule, pointer: `${ruleSet!.pointer}/ruleIDs/${index}` }];
  });
}

/** Returns the distinct ids of all index rule sets. */
export function indexRuleSetIDs({ document }: LintContext): Set<string> {
  return new Set(document.mutationRuleSetGroups.map(({ value }) => value.indexRuleSetID));
}
