import type { OperationDefinition } from './operation.ts';

export const statistics: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Statistics of the stored data, as the last scan counted them: this reads what is counted, not the records."
      statistics: Statistics!
    }
  `,
  resolve: (_args, { resolution }) => resolution.statistics(),
};
