import type { DisassembleRequest, Motive } from '../../core/resolution/resolution.ts';
import type { OperationDefinition } from './operation.ts';

interface DisassembleArgs {
  readonly input: {
    readonly edges?: DisassembleRequest['edges'] | null;
    readonly recordIDs?: readonly string[] | null;
    readonly createConnectionBan?: boolean | null;
    readonly meta?: Motive | null;
  };
}

export const disassemble: OperationDefinition<DisassembleArgs> = {
  name: 'disassemble',
  kind: 'Mutation',
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Removes edges, or records with all that belongs to them, from one entity, which may fall apart."
      disassemble(input: DisassembleInput!): DisassembleOutput!
    }
    "At least one edge or one record, all of one entity."
    input DisassembleInput {
      "Edges to remove for ever, whatever the rules say."
      edges: [DisassembleEdgeInput!]
      "Records to erase: payload, keys and links."
      recordIDs: [ID!]
      "True keeps what falls apart from coming together again, through whatever record."
      createConnectionBan: Boolean
      meta: DisassembleMeta
    }
    "An edge by its records, in either order."
    input DisassembleEdgeInput {
      a: ID!
      b: ID!
    }
    "Who wants it, and why; kept with a ban."
    input DisassembleMeta {
      user: String!
      reason: String!
    }
    type DisassembleOutput {
      "False when there was nothing left to do."
      triggered: Boolean!
    }
  `,
  async resolve({ input }, { resolution }) {
    const { triggered } = await resolution.disassemble({
      edges: input.edges ?? [],
      recordIDs: input.recordIDs ?? [],
      createConnectionBan: input.createConnectionBan === true,
      ...(input.meta == null ? {} : { meta: input.meta }),
    });
    return { triggered };
  },
};
