import type { RemoveConnectionBanRequest } from '../../entities/people/connection-bans.ts';
import { motiveUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';

interface RemoveConnectionBanArgs {
  readonly input: Omit<RemoveConnectionBanRequest, 'meta'> & {
    readonly meta: { readonly user?: string | null; readonly reason: string };
  };
}

export const removeConnectionBan: OperationDefinition<RemoveConnectionBanArgs> = {
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
      "A person who is signed in leaves it out."
      user: String
      reason: String!
    }
    type RemoveConnectionBanOutput {
      "False when the ban did not stand between them."
      removed: Boolean!
    }
  `,
  async resolve({ input: { meta, ...ban } }, context) {
    const { user, verified } = motiveUser(meta.user, context);
    return {
      removed: await context.resolution.removeConnectionBan({ ...ban, meta: { user, verified, reason: meta.reason } }),
    };
  },
};
