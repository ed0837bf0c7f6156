import {
  type ExplainedRuleSet,
  type Explanation,
  explanationFields,
  type MatcherVerdict,
  matcherFields,
  type RuleVerdict,
} from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';
import type { Link } from '../entity/entity.ts';

export interface ExplainedPair {
  readonly explanation: Explanation;
  readonly a: RecordData;
  readonly b: RecordData;
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
      ${explanationFields}
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

/** What two neighbours of a chain share: the values that the rule of their link compared. */
export interface SharedByNeighbours {
  readonly link: Link;
  readonly values: readonly { readonly resolver: string; readonly a: string; readonly b: string }[];
}

/** Links of a chain whose values one request reads. */
export const mostNeighbours = 10;

/** Reads what the neighbours of a chain share, for its first links. */
export async function readNeighbours(
  chain: readonly Link[],
  signal: AbortSignal,
): Promise<readonly SharedByNeighbours[]> {
  const links = chain.slice(0, mostNeighbours);
  const answer = await ask<
    Readonly<Record<string, { readonly groups: readonly { readonly link: Pick<ExplainedRuleSet, 'rules'> }[] }>>
  >(
    `query (${links.map((_, index) => `$a${index}: ID!, $b${index}: ID!`).join(', ')}) {
      ${links.map((_, index) => `n${index}: explain(input: { a: $a${index}, b: $b${index} }) { ...Compared }`).join('\n')}
    }
    fragment Compared on Explanation {
      groups { link { rules { id satisfied score matchers ${matcherFields(neighbourLevels)} } } }
    }`,
    Object.fromEntries(
      links.flatMap(({ a, b }, index) => [
        [`a${index}`, a],
        [`b${index}`, b],
      ]),
    ),
    signal,
  );
  return links.map((link, index) => ({
    link,
    values: sharedValues(answer[`n${index}`]?.groups.flatMap(({ link: { rules } }) => rules) ?? [], link.rule),
  }));
}

/** Levels of matchers in which the values of neighbours are looked for. */
const neighbourLevels = 3;

/** The values of the matchers that a rule is satisfied by, each resolver once. */
export function sharedValues(rules: readonly RuleVerdict[], rule: string): SharedByNeighbours['values'] {
  const byResolver = new Map<string, SharedByNeighbours['values'][number]>();
  const add = (matchers: readonly MatcherVerdict[]): void => {
    for (const { satisfied, inner = [], values } of matchers) {
      if (!satisfied) continue;
      if (inner.length > 0) add(inner);
      else
        for (const { resolver, a, b } of values)
          if (a.length > 0 && b.length > 0) byResolver.set(resolver, { resolver, a: a.join(', '), b: b.join(', ') });
    }
  };
  for (const { id, matchers } of rules) if (id === rule) add(matchers);
  return [...byResolver.values()];
}

interface EntityRecords {
  readonly entity: { readonly records: readonly RecordData[] } | null;
}

function recordOf({ entity }: EntityRecords, id: string): RecordData {
  return entity?.records.find((record) => record.id === id) ?? { id };
}
