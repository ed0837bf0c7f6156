import type { OperationDefinition } from './operation.ts';

interface RollBackRuleChangeArgs {
  readonly input?: { readonly to?: string | null } | null;
}

export const rollBackRuleChange: OperationDefinition<RollBackRuleChangeArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes back the change under way or, in a steady state, begins the change to the rules before the last one."
      rollBackRuleChange(input: RollBackRuleChangeInput): RuleChange!
    }
    input RollBackRuleChangeInput {
      """
      SHA-256 of the rule-config after the change, so that no other change is taken back than the one that you examined. A
      second request would take back what the first one began. Default: whichever change it is.
      """
      to: ID
    }
  `,
  resolve: ({ input }, { ruleChanges }) => ruleChanges.rollBack(input?.to ?? undefined),
};
