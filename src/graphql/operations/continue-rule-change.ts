import type { OperationDefinition } from './operation.ts';

interface ContinueRuleChangeArgs {
  readonly input: { readonly to: string };
}

export const continueRuleChange: OperationDefinition<ContinueRuleChangeArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Lets a held change of the rules go on, or begins one that the service refuses to begin by itself."
      continueRuleChange(input: ContinueRuleChangeInput!): RuleChange!
    }
    input ContinueRuleChangeInput {
      "SHA-256 of the rule-config after the change, so that no other change goes on than the one that you examined."
      to: ID!
    }
  `,
  resolve: ({ input }, { ruleChanges }) => ruleChanges.continue(input.to),
};
