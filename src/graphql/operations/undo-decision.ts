import { decidingUser } from './deciding-user.ts';
import { decidedAnswer } from './decision-types.ts';
import type { OperationDefinition } from './operation.ts';

interface UndoDecisionArgs {
  readonly input: { readonly id: string; readonly user?: string | null };
}

export const undoDecision: OperationDefinition<UndoDecisionArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes a decision back. What the rules and other decisions say of the records then holds."
      undoDecision(input: UndoDecisionInput!): DecisionOutput!
    }
    input UndoDecisionInput {
      "Id of the decision."
      id: ID!
      "The person who takes it back, in at most 200 characters. A person who is signed in leaves it out."
      user: String
    }
  `,
  async resolve({ input: { id, user } }, context) {
    return decidedAnswer(await context.resolution.undoDecision({ id, ...decidingUser(user, context) }));
  },
};
