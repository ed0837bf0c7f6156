import type { OperationDefinition } from './operation.ts';

interface EntityArgs {
  readonly input: { readonly id: string };
}

export const entity: OperationDefinition<EntityArgs> = {
  name: 'entity',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      "The entity with this id, or the one that it was merged into; null when there is none."
      entity(input: EntityInput!): EntityOutput!
    }
    input EntityInput {
      id: ID!
    }
    type EntityOutput {
      entity: Entity
    }
  `,
  async resolve({ input }, { resolution }) {
    return { entity: await resolution.entity(input.id) };
  },
};
