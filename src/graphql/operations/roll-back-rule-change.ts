import type { OperationDefinition } from './operation.ts';

export const rollBackRuleChange: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes back the change under way or, in a steady state, begins the change to the rules before the last one."
      rollBackRuleChange: RuleChange!
    }
  `,
  resolve: (_args, { ruleChanges }) => ruleChanges.rollBack(),
};
