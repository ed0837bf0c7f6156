import type { OperationDefinition } from './operation.ts';

interface EntityByRecordArgs {
  readonly input: { readonly id: string };
}

export const entityByRecord: OperationDefinition<EntityByRecordArgs> = {
  name: 'entityByRecord',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      "The entity that the record with this id belongs to; null when there is no such record."
      entityByRecord(input: EntityByRecordInput!): EntityOutput!
    }
    input EntityByRecordInput {
      "Id of a record."
      id: ID!
    }
  `,
  async resolve({ input }, { resolution }) {
    return { entity: await resolution.entityByRecord(input.id) };
  },
};
