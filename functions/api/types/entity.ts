import type { EntityView } from '../../core/resolution/resolution.ts';
import type { ObjectType } from './object-type.ts';

/** What costs is computed by the view, and only for the fields that are selected. */
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
    }
  `,
  resolvers: {
    // The view is a class: its properties may be getters, which are no own properties.
    id: (view) => view.id,
    records: (view) => view.records,
    edges: (view) => view.edges(),
    duplicates: (view) => view.duplicates(),
    hits: (view) => view.hits(),
    score: (view) => view.score(),
    consistency: (view) => view.consistency(),
    hitScore: (view) => view.hitScore(),
  },
};
