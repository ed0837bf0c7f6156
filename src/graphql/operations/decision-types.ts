import type { Decided, Decision } from '../../entities/people/types.ts';

/** Two records and what a person says about them. */
export interface DecisionInput {
  readonly a: string;
  readonly b: string;
  readonly user?: string | null;
  readonly reason: string;
}

/** The same as fields of an input. */
export const decisionInputFields = /* GraphQL */ `
      "Id of a record."
      a: ID!
      "Id of another record."
      b: ID!
      "The person who decides, in 1 to 200 characters, for clients of machines. A person who is signed in leaves it out."
      user: String
      "Why, in 1 to 2,000 characters."
      reason: String!
`;

/** Types that the operations about decisions share. */
export const decisionTypes = /* GraphQL */ `
  "A decision of a person about two records."
  type Decision {
    id: ID!
    kind: DecisionKind!
    "When, in RFC 3339."
    decidedAt: String!
    "Null once the record is erased."
    a: ID
    "Null once the record is erased."
    b: ID
    user: String!
    "True if the token names the user; false if the request said it."
    verified: Boolean!
    "The client id of the token; empty where there is none."
    client: String!
    "Null once one of the two records is erased."
    reason: String
    "Links that the decision removed, without those of erased records."
    removedLinks: [RemovedLink!]!
    "Null while the decision stands."
    undone: UndoneDecision
  }
  enum DecisionKind {
    LINK
    SEPARATE
  }
  "Two records that have no link, whatever the rules say."
  type RemovedLink {
    a: ID!
    b: ID!
  }
  "By whom a decision was taken back."
  type UndoneDecision {
    "When, in RFC 3339."
    at: String!
    user: String!
    "True if the token names the user; false if the request said it."
    verified: Boolean!
    client: String!
  }
  type DecisionOutput {
    decision: Decision!
    "False when the same was decided, or taken back, before: then nothing changed."
    triggered: Boolean!
    "False while the sweeper finishes the work, within minutes: the entity is large, or an earlier request broke off. Then the records are not final."
    complete: Boolean!
    "The two records and their entities afterwards, without erased records. Two that are together have one entityID."
    records: [DecidedRecord!]!
  }
  type DecidedRecord {
    id: ID!
    entityID: ID!
    "The first 100 records of the entity; of an entity of more than 2,000 records, the record alone."
    recordIDs: [ID!]!
  }
`;

export const decisionAnswer = ({ kind, decidedAt, undone, ...decision }: Decision) => ({
  ...decision,
  kind: kind === 'link' ? 'LINK' : 'SEPARATE',
  decidedAt: new Date(decidedAt).toISOString(),
  undone: undone === null ? null : { ...undone, at: new Date(undone.at).toISOString() },
});

export const decidedAnswer = ({ decision, ...decided }: Decided) => ({
  ...decided,
  decision: decisionAnswer(decision),
});
