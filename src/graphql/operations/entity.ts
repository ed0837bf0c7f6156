import { type ConsiderRecords, consideredRecords, considerOne, entityOfPart } from './consider-records.ts';
import type { OperationDefinition } from './operation.ts';

export interface EntityArgs {
  readonly input: { readonly id: string; readonly considerRecords?: ConsiderRecords };
}

export const entity: OperationDefinition<EntityArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "The entity with this id, or the one that it was merged into; null when there is none."
      entity(input: EntityInput!): EntityOutput!
    }
    input EntityInput {
      "With considerRecords also that of a part, such as ID-2."
      id: ID!
      "Hides records that fail a condition. Of an entity that falls apart the largest part is answered, ID-1."
      considerRecords: [FilterCondition!]
    }
    type EntityOutput {
      entity: Entity
    }
  `,
  async resolve({ input: { id, considerRecords } }, context) {
    const keep = consideredRecords(considerRecords, context);
    if (keep === undefined) return { entity: await context.resolution.entity(id) };
    const whole = entityOfPart(id);
    const found = await context.resolution.entity(whole ?? id);
    if (found === undefined) return { entity: null };
    const part = await considerOne(found, keep, { partID: id });
    return { entity: whole === undefined || part?.id === id ? part : null };
  },
};
