import type { SeenSeparation } from '../../entities/people/types.ts';
import { decidingUser } from './deciding-user.ts';
import { type DecisionInput, decidedAnswer, decisionInputFields, decisionTypes } from './decision-types.ts';
import type { OperationDefinition } from './operation.ts';

interface LinkArgs {
  readonly input: DecisionInput & { readonly lift?: boolean | null; readonly seen?: SeenSeparation | null };
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
      "With lift, all that may be lifted. Anything else between the two refuses the request."
      seen: SeenSeparation
    }
    "What separates two records, as explain answers it."
    input SeenSeparation {
      "References of the bans between their entities."
      bans: [ID!]!
      "True if the link between the two was removed."
      cut: Boolean!
    }
    ${decisionTypes}
  `,
  async resolve({ input: { lift, seen, user, ...input } }, context) {
    const request = { ...input, ...decidingUser(user, context), lift: lift === true, seen: seen ?? undefined };
    return decidedAnswer(await context.resolution.link(request));
  },
};
