import {
  type Explanation,
  explainPairQuery,
  type MatcherVerdict,
  neighboursQuery,
  type RuleVerdict,
} from '../../../../src/graphql/queries/explain.generated.ts';
import { type AnswerOf, repeated, selecting } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';

export type Link = Explanation['chain'][number];

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
  const only = (id: string) => [{ field: 'id', equals: id, caseSensitive: true }];
  const variables = { a, b, onlyA: only(a), onlyB: only(b) };
  const answer = await ask(selecting(explainPairQuery, `{ ${selection} }`), variables, signal);
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
  const answer = await ask(
    ...repeated(
      neighboursQuery,
      links.map(({ a, b }) => ({ a, b })),
    ),
    signal,
  );
  return Object.values(answer).flatMap(({ groups }, index) => {
    const link = links[index];
    if (link === undefined) return [];
    return [
      {
        link,
        values: sharedValues(
          groups.flatMap(({ link: { rules } }) => rules),
          link.rule,
        ),
      },
    ];
  });
}

/** The values of the matchers that a rule is satisfied by, each resolver once. */
export function sharedValues(
  rules: readonly Pick<RuleVerdict, 'id' | 'matchers'>[],
  rule: string,
): SharedByNeighbours['values'] {
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

function recordOf({ entity }: AnswerOf<typeof explainPairQuery>['a'], id: string): RecordData {
  return entity?.records.find((record) => record.id === id) ?? { id };
}
