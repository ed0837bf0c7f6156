import { rulesInForceQuery } from '../../../src/graphql/queries/metrics.generated.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** Name of the deployed rule-config; undefined for a caller who may not read metrics. */
export async function readDeployedRules(client: GraphqlClient): Promise<string | undefined> {
  const answer = await client.execute(rulesInForceQuery, {});
  return answer.data?.metrics.rules?.deployed;
}
