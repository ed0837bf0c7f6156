import { type Statistics, statisticsSelection } from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** @throws QueryRefusedError and what the client throws */
export const readStatistics = async (client: GraphqlClient): Promise<Statistics> =>
  dataOf(await client.execute<{ statistics: Statistics }>(`{ statistics ${statisticsSelection} }`, {})).statistics;

/** @throws QueryRefusedError and what the client throws */
export const refreshStatistics = async (client: GraphqlClient): Promise<Statistics> =>
  dataOf(
    await client.execute<{ statistics: Statistics }>(
      `mutation { statistics: refreshStatistics ${statisticsSelection} }`,
      {},
    ),
  ).statistics;
