import { decidingUser } from './deciding-user.ts';
import { type DecisionInput, decidedAnswer, decisionInputFields } from './decision-types.ts';
import type { OperationDefinition } from './operation.ts';

interface SeparateArgs {
  readonly input: DecisionInput & { readonly dryRun?: boolean | null };
}

export const separate: OperationDefinition<SeparateArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Removes as few links as part two records, and adds a ban that keeps them apart."
      separate(input: SeparateInput!): DecisionOutput!
    }
    input SeparateInput {
      ${decisionInputFields}
      "True stores nothing, and answers what would become of both. The id of the decision is then of no use."
      dryRun: Boolean
    }
  `,
  async resolve({ input: { dryRun, user, ...input } }, context) {
    const request = { ...input, ...decidingUser(user, context), dryRun: dryRun === true };
    return decidedAnswer(await context.resolution.separate(request));
  },
};
