import {
  type DecisionAnswer,
  type DecisionPage,
  decisionsQuery,
} from '../../../src/graphql/queries/decisions.generated.ts';
import type { TypedQuery, VariablesOf } from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** Carries a decision out. Throws a QueryRefusedError, and what the client throws. */
export async function decide<Variables>(
  client: GraphqlClient,
  mutation: TypedQuery<{ readonly answer: DecisionAnswer }, Variables>,
  variables: NoInfer<Variables>,
): Promise<DecisionAnswer> {
  return dataOf(await client.execute(mutation, variables)).answer;
}

/** A page of decisions, newest first. Throws as {@link decide} does. */
export async function findDecisions(
  client: GraphqlClient,
  input: VariablesOf<typeof decisionsQuery>['input'],
): Promise<DecisionPage> {
  return dataOf(await client.execute(decisionsQuery, { input })).page;
}
