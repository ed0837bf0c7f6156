import { InvalidDecisionError } from '../../entities/errors.ts';
import type { Decided, DecidingUser, Decision, SeenSeparation } from '../../entities/people/types.ts';
import { OtherUserError } from '../errors.ts';
import type { OperationDefinition, RequestContext } from './operation.ts';
import { sizeOfList } from './paging.ts';

/** Two records and what a person says about them. */
interface DecisionInput {
  readonly a: string;
  readonly b: string;
  readonly user?: string | null;
  readonly reason: string;
}

/** The same as fields of an input. */
const decisionInputFields = /* GraphQL */ `
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
const decisionTypes = /* GraphQL */ `
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

interface LinkArgs {
  readonly input: DecisionInput & { readonly lift?: boolean | null; readonly seen?: SeenSeparation | null };
}

export const link: OperationDefinition<LinkArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Makes two records one entity, whatever the rules say."
      link(input: LinkInput!): DecisionOutput!
    }
    input LinkInput {
      ${decisionInputFields}
      "True lifts the bans between the two, and the removed link. Otherwise these refuse the request."
      lift: Boolean
      "With lift, all that may be lifted. Anything else between the two refuses the request."
      seen: SeenSeparation
    }
    "What separates two records, as explain answers it."
    input SeenSeparation {
      "References of the bans between their entities."
      bans: [ID!]!
      "True if the link between the two was removed."
      cut: Boolean!
    }
    ${decisionTypes}
  `,
  async resolve({ input: { lift, seen, user, ...input } }, context) {
    const request = { ...input, ...decidingUser(user, context), lift: lift === true, seen: seen ?? undefined };
    return decidedAnswer(await context.resolution.link(request));
  },
};

interface SeparateArgs {
  readonly input: DecisionInput & { readonly dryRun?: boolean | null };
}

export const separate: OperationDefinition<SeparateArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Removes as few links as part two records, and adds a ban that keeps them apart."
      separate(input: SeparateInput!): DecisionOutput!
    }
    input SeparateInput {
      ${decisionInputFields}
      "True stores nothing, and answers what would become of both. The id of the decision is then of no use."
      dryRun: Boolean
    }
  `,
  async resolve({ input: { dryRun, user, ...input } }, context) {
    const request = { ...input, ...decidingUser(user, context), dryRun: dryRun === true };
    return decidedAnswer(await context.resolution.separate(request));
  },
};

interface UndoDecisionArgs {
  readonly input: { readonly id: string; readonly user?: string | null };
}

export const undoDecision: OperationDefinition<UndoDecisionArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes a decision back. What the rules and other decisions say of the records then holds."
      undoDecision(input: UndoDecisionInput!): DecisionOutput!
    }
    input UndoDecisionInput {
      "Id of the decision."
      id: ID!
      "The person who takes it back, in at most 200 characters. A person who is signed in leaves it out."
      user: String
    }
  `,
  async resolve({ input: { id, user } }, context) {
    return decidedAnswer(await context.resolution.undoDecision({ id, ...decidingUser(user, context) }));
  },
};

interface DecisionsArgs {
  readonly input: { readonly first?: number | null; readonly after?: string | null; readonly record?: string | null };
}

export const decisions: OperationDefinition<DecisionsArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Decisions of people, newest first, page by page."
      decisions(input: DecisionsInput!): DecisionsOutput!
    }
    input DecisionsInput {
      "At most this many decisions on the page, from 1 to 100; 20 when absent."
      first: Int
      "The \`after\` of the page before; absent for the first page."
      after: ID
      "Only decisions about this record, or that removed a link of it."
      record: ID
    }
    type DecisionsOutput {
      decisions: [Decision!]!
      "Where the next page continues; null on the last page."
      after: ID
    }
  `,
  async resolve({ input: { first, after, record } }, { resolution }) {
    const size = sizeOfList(first);
    const page = await resolution.decisions({ first: size, after: after ?? undefined, record: record ?? undefined });
    return { decisions: page.decisions.map(decisionAnswer), after: page.after ?? null };
  },
};

export const decisionAnswer = ({ kind, decidedAt, undone, ...decision }: Decision) => ({
  ...decision,
  kind: kind === 'link' ? 'LINK' : 'SEPARATE',
  decidedAt: new Date(decidedAt).toISOString(),
  undone: undone === null ? null : { ...undone, at: new Date(undone.at).toISOString() },
});

const decidedAnswer = ({ decision, ...decided }: Decided) => ({
  ...decided,
  decision: decisionAnswer(decision),
});

/**
 * The person of a request: the one who signed in, else the one that the client names.
 *
 * @param said `user` of the request; empty if neither names a person
 * @throws OtherUserError if the request names another person than the token
 */
export function decidingUser(
  said: string | null | undefined,
  { person, clientId }: Pick<RequestContext, 'person' | 'clientId'>,
): Required<DecidingUser> {
  if (person === '') return { user: said ?? '', client: clientId, verified: false };
  if (said != null && said !== person) throw new OtherUserError(said, person);
  return { user: person, client: clientId, verified: true };
}

/**
 * Who wants what a request with a motive asks for.
 *
 * @throws InvalidDecisionError if neither the token nor the motive names a person
 * @throws OtherUserError if the motive names another person than the token
 */
export function motiveUser(
  said: string | null | undefined,
  context: Pick<RequestContext, 'person' | 'clientId'>,
): Required<DecidingUser> {
  if (said == null && context.person === '') {
    throw new InvalidDecisionError('meta has no user', { hint: 'Give the person who wants it.' });
  }
  return decidingUser(said, context);
}
