import type { GraphqlClient } from './graphql-client.ts';

/** Name of the deployed rule-config; undefined for a caller who may not read metrics. */
export async function readDeployedRules(client: GraphqlClient): Promise<string | undefined> {
  const answer = await client.execute<{ metrics: { rules: { deployed: string } | null } }>(
    '{ metrics { rules { deployed } } }',
    {},
  );
  return answer.data?.metrics.rules?.deployed;
}
