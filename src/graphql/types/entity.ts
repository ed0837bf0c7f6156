import { EdgeInsights } from '../../entities/read/insights/edge-insights.ts';
import { RecordInsights } from '../../entities/read/insights/record-insights.ts';
import type { EntityView, Prepared } from '../../entities/read/types.ts';
import type { ObjectType } from './object-type.ts';

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
