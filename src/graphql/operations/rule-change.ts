import type { OperationDefinition } from './operation.ts';

export const ruleChange: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "How far a change of the rules is, and what it does to stored records."
      ruleChange: RuleChange!
    }
  `,
  resolve: (_args, { ruleChanges }) => ruleChanges.status(),
};
