import type { RemoveConnectionBanRequest } from '../../entities/types.ts';
import type { OperationDefinition } from './operation.ts';

interface RemoveConnectionBanArgs {
  readonly input: RemoveConnectionBanRequest;
}

export const removeConnectionBan: OperationDefinition<RemoveConnectionBanArgs> = {
  name: 'removeConnectionBan',
  kind: 'Mutation',
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Lifts a ban between an entity and others; what their records link then becomes one again."
      removeConnectionBan(input: RemoveConnectionBanInput!): RemoveConnectionBanOutput!
    }
    input RemoveConnectionBanInput {
      "Reference of the ban, as the entity lists it."
      reference: ID!
      entityID: ID!
      "Entities that it may come together with again."
      others: [ID!]!
      meta: ConnectionBanMetaInput!
    }
    "Who wants it, and why."
    input ConnectionBanMetaInput {
      user: String!
      reason: String!
    }
    type RemoveConnectionBanOutput {
      "False when the ban did not stand between them."
      removed: Boolean!
    }
  `,
  async resolve({ input }, { resolution }) {
    return { removed: await resolution.removeConnectionBan(input) };
  },
};
