import { consideredRecords, considerOne } from './consider-records.ts';
import type { EntityArgs } from './entity.ts';
import type { OperationDefinition } from './operation.ts';

export const entityByRecord: OperationDefinition<EntityArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "The entity that the record with this id belongs to; null when there is no such record."
      entityByRecord(input: EntityByRecordInput!): EntityOutput!
    }
    input EntityByRecordInput {
      "Id of a record."
      id: ID!
      """
      Hides records that fail a condition. Of an entity that falls apart the part with this record is answered, and the
      largest one when the record itself is hidden.
      """
      considerRecords: [FilterCondition!]
    }
  `,
  async resolve({ input: { id, considerRecords } }, context) {
    const keep = consideredRecords(considerRecords, context);
    const found = await context.resolution.entityByRecord(id);
    if (keep === undefined || found === undefined) return { entity: found };
    return { entity: await considerOne(found, keep, { recordID: id }) };
  },
};
