import { decidingUser } from './deciding-user.ts';
import { type DecisionInput, decidedAnswer, decisionInputFields, decisionTypes } from './decision-types.ts';
import type { OperationDefinition } from './operation.ts';

interface LinkArgs {
  readonly input: DecisionInput & { readonly lift?: boolean | null };
}

export const link: OperationDefinition<LinkArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Makes two records one entity, whatever the rules say."
      link(input: LinkInput!): DecisionOutput!
    }
    input LinkInput {
      ${decisionInputFields}
      "True lifts the bans between the two, and the removed link. Otherwise these refuse the request."
      lift: Boolean
    }
    ${decisionTypes}
  `,
  async resolve({ input: { lift, user, ...input } }, context) {
    const request = { ...input, ...decidingUser(user, context), lift: lift === true };
    return decidedAnswer(await context.resolution.link(request));
  },
};
