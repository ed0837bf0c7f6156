import { EdgeInsights } from '../../entities/read/insights/edge-insights.ts';
import { compileFilter, type FilterCondition } from '../../entities/read/insights/filter.ts';
import { RecordInsights } from '../../entities/read/insights/record-insights.ts';
import type { EntityView, Prepared } from '../../entities/read/types.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { ObjectType, OperationDefinition, RequestContext } from './operation.ts';

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

const prepared =
  <Answer>(what: Prepared, answer: (view: EntityView) => Answer) =>
  async (view: EntityView): Promise<Answer> => {
    await view.prepare(what);
    return answer(view);
  };

/** The view computes expensive fields, and only if they are selected. */
export const entityType: ObjectType<EntityView> = {
  name: 'Entity',
  typeDefs: /* GraphQL */ `
    "Records that describe the same thing of the real world."
    type Entity {
      id: ID!
      records: [Record!]!
      "Links between records: recordA:recordB:RULE."
      edges: [String!]!
      duplicates: Duplicates!
      "Empty outside a search."
      hits: Hits!
      "How well the links hold the records together, 0 to 1."
      score: Float!
      "How well the records agree with each other, 0 to 1."
      consistency: Float!
      "How well the entity fits the search, 0 to 1; 0 outside a search."
      hitScore: Float!
      recordInsights: RecordInsights!
      edgeInsights: EdgeInsights!
      "What the edges say, in parts."
      links: [Link!]!
      "Ids of entities that became part of this one; they lead to it for ever."
      aliases: [ID!]!
      "What keeps this entity apart from others that its records would link it with."
      connectionBans: [ConnectionBan!]!
      "Edges of its records that disassemble removed: no rule links the two. Each once; b may be in another entity."
      removedLinks: [RemovedLink!]!
      "Ids of records of this entity that linkTogether links whatever the rules say: a list for each such request."
      linkedTogether: [[ID!]!]!
    }
    "Two records that have no link, whatever the rules say."
    type RemovedLink {
      a: ID!
      b: ID!
    }
    "Keeps the parts of a disassembly apart."
    type ConnectionBan {
      reference: ID!
      "Ids of the entities that are kept apart from this one."
      others: [ID!]!
      user: String!
      "True if the token named the user; false if the request said it."
      verified: Boolean!
      reason: String!
    }
    "Two records that a rule links; a is the one that was stored first."
    type Link {
      a: ID!
      b: ID!
      "Id of the rule; duplicate in a chain of an explanation where one is a duplicate of the other."
      rule: String!
      "The rule's score, 0 to 1."
      score: Float!
    }
  `,
  resolvers: {
    // The view is a class: its properties may be getters, which are not own properties.
    id: (view) => view.id,
    records: (view) => view.records,
    edges: prepared('links', (view) => view.edges()),
    duplicates: prepared('duplicates', (view) => view.duplicates()),
    hits: prepared('hits', (view) => view.hits()),
    score: prepared('score', (view) => view.score()),
    consistency: prepared('values', (view) => view.consistency()),
    hitScore: prepared('hits', (view) => view.hitScore()),
    recordInsights: (view) => new RecordInsights(view.records),
    edgeInsights: (view) => new EdgeInsights(view),
    links: prepared('links', (view) => view.links()),
    aliases: (view) => view.aliases,
    connectionBans: (view) => view.connectionBans(),
    removedLinks: (view) => view.removedLinks(),
    linkedTogether: (view) => view.linkedTogether(),
  },
};

/** The argument of the operations. */
export type ConsiderRecords = readonly FilterCondition[] | null | undefined;

/** Returns the test of a record; undefined if all are considered. Throws for invalid or denied conditions. */
export function consideredRecords(
  conditions: ConsiderRecords,
  { recordPaths, scopes, filterBudget }: RequestContext,
): ((record: RecordPayload) => boolean) | undefined {
  if (conditions == null) return undefined;
  for (const { field } of conditions) recordPaths.demand(field, scopes);
  return compileFilter(conditions, filterBudget);
}

/**
 * What is left of an entity when only some records are considered; of several parts the one with this record, else the
 * one with this id, else the largest. Undefined when nothing is left.
 */
async function considerOne(
  entity: EntityView,
  keep: (record: RecordPayload) => boolean,
  wanted: { readonly recordID?: string; readonly partID?: string } = {},
): Promise<EntityView | undefined> {
  const parts = await entity.considering(keep);
  const { recordID, partID } = wanted;
  return (
    (recordID === undefined
      ? undefined
      : parts.find(({ records }) => records.some((record) => record['id'] === recordID))) ??
    (partID === undefined ? undefined : parts.find(({ id }) => id === partID)) ??
    parts[0]
  );
}

/** The id of the entity whose part has this id, such as `E` for `E-2`; undefined when the id is not that of a part. */
function entityOfPart(id: string): string | undefined {
  return /^(.+)-[1-9]\d*$/.exec(id)?.[1];
}
