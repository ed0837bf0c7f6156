import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';
import type { Link } from '../entity/entity.ts';
import type { Outcome } from '../parts/outcomes.ts';
import type { RuleVerdict } from '../parts/rule-verdicts.tsx';

export interface ExplainedRuleSet {
  readonly id: string;
  readonly satisfied: boolean;
  readonly rules: readonly RuleVerdict[];
}

export interface SharedKey {
  readonly rules: readonly string[];
  readonly deciding: boolean;
  readonly parts: readonly { readonly matcher: string; readonly part: string }[];
}

export interface Explanation {
  readonly a: { readonly id: string; readonly entityID: string };
  readonly b: { readonly id: string; readonly entityID: string } | null;
  readonly together: boolean;
  readonly chain: readonly Link[];
  readonly sharedKeys: readonly SharedKey[];
  readonly groups: readonly {
    readonly group: string;
    readonly outcome: Outcome;
    readonly keptApartBy: string | null;
    readonly link: ExplainedRuleSet;
    readonly deduplicate: ExplainedRuleSet | null;
    readonly consistency: ExplainedRuleSet | null;
  }[];
}

export interface ExplainedPair {
  readonly explanation: Explanation;
  readonly a: RecordData;
  readonly b: RecordData;
}

/** Levels of nested matchers; more would exceed the API's default limit of query depth. */
const innerLevels = 12;
const ruleSet = `{ id satisfied rules { id satisfied score error matchers ${matcherFields(innerLevels)} } }`;

function matcherFields(levels: number): string {
  const inner = levels === 0 ? '' : ` inner ${matcherFields(levels - 1)}`;
  return `{ id type satisfied similarity values { resolver a b }${inner} }`;
}

/** Explains two stored records and loads their values. */
export async function explainPair(
  { a, b }: { readonly a: string; readonly b: string },
  selection: string,
  signal: AbortSignal,
): Promise<ExplainedPair> {
  // Filters select only the two records: an entity may be large.
  const query = `query Explain($a: ID!, $b: ID!, $onlyA: [FilterCondition!], $onlyB: [FilterCondition!]) {
    explain(input: { a: $a, b: $b }) {
      a { id entityID } b { id entityID } together
      chain { a b rule score }
      sharedKeys { rules deciding parts { matcher part } }
      groups { group outcome keptApartBy link ${ruleSet} deduplicate ${ruleSet} consistency ${ruleSet} }
    }
    a: entityByRecord(input: { id: $a, considerRecords: $onlyA }) { entity { records { ${selection} } } }
    b: entityByRecord(input: { id: $b, considerRecords: $onlyB }) { entity { records { ${selection} } } }
  }`;
  const only = (id: string) => [{ field: 'id', equals: id, caseSensitive: true }];
  const answer = await ask<{
    readonly explain: Explanation;
    readonly a: EntityRecords;
    readonly b: EntityRecords;
  }>(query, { a, b, onlyA: only(a), onlyB: only(b) }, signal);
  return { explanation: answer.explain, a: recordOf(answer.a, a), b: recordOf(answer.b, b) };
}

interface EntityRecords {
  readonly entity: { readonly records: readonly RecordData[] } | null;
}

function recordOf({ entity }: EntityRecords, id: string): RecordData {
  return entity?.records.find((record) => record.id === id) ?? { id };
}
