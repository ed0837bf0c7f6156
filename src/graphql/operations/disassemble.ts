import type { RemoveConnectionBanRequest } from '../../entities/people/connection-bans.ts';
import type { DisassembleRequest } from '../../entities/rebuild/disassemble.ts';
import { decidingUser, motiveUser } from './decisions.ts';
import type { OperationDefinition } from './operation.ts';

interface DisassembleArgs {
  readonly input: {
    readonly edges?: DisassembleRequest['edges'] | null;
    readonly recordIDs?: readonly string[] | null;
    readonly createConnectionBan?: boolean | null;
    readonly meta?: { readonly user?: string | null; readonly reason: string } | null;
  };
}

export const disassemble: OperationDefinition<DisassembleArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Removes links, or erases records with all that belongs to them, from one entity, which may be split."
      disassemble(input: DisassembleInput!): DisassembleOutput!
    }
    "At least one edge or one record, all of one entity."
    input DisassembleInput {
      "Links to remove for ever, whatever the rules say."
      edges: [DisassembleEdgeInput!]
      "Records to erase: payload, keys and links."
      recordIDs: [ID!]
      "True adds a cannot-link constraint: no record links the parts again."
      createConnectionBan: Boolean
      meta: DisassembleMeta
    }
    "An edge by its records, in either order."
    input DisassembleEdgeInput {
      a: ID!
      b: ID!
    }
    "The user and the reason of the request. A ban keeps both; history and entity events keep the reason."
    input DisassembleMeta {
      "The person who wants it. A person who is signed in leaves it out."
      user: String
      reason: String!
    }
    type DisassembleOutput {
      "False when there was nothing left to do."
      triggered: Boolean!
      "False for an entity so large that it is split within minutes. Then the fields below are not final."
      complete: Boolean!
      "Ids of the entities after the request, first the one that kept its id: a single one if nothing was split."
      entityIDs: [ID!]!
      "Reference of the requested ban. Null if this request split nothing: then it stored no ban."
      connectionBan: ID
      "Removed links whose records are still in one entity, because other links connect them. At most 20."
      stillConnected: [RemainingConnection!]!
    }
    "Why two records are still in one entity without the edge between them."
    type RemainingConnection {
      a: ID!
      b: ID!
      "Ids of the shortest chain of records that leads from a to b; of a longer one than 100, the first 100."
      path: [ID!]!
      "The links of the path, as the edges of an entity: \`a:b:RULE\`."
      edges: [String!]!
    }
  `,
  async resolve({ input }, context) {
    const { user, verified } =
      input.meta == null ? decidingUser(undefined, context) : motiveUser(input.meta.user, context);
    const { reference, ...outcome } = await context.resolution.disassemble({
      edges: input.edges ?? [],
      recordIDs: input.recordIDs ?? [],
      createConnectionBan: input.createConnectionBan === true,
      ...(input.meta == null && !verified ? {} : { meta: { user, verified, reason: input.meta?.reason ?? '' } }),
    });
    return { ...outcome, connectionBan: reference ?? null };
  },
};

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
