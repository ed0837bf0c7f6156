import type { OperationDefinition } from './operation.ts';

export const refreshStatistics: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Asks for a scan in the background that counts all stored records anew. Does nothing while one is under way."
      refreshStatistics: Statistics!
    }
  `,
  resolve: (_args, { resolution }) => resolution.refreshStatistics(),
};
