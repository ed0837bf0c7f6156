import { HistoryInputError } from '../../entities/errors.ts';
import type { HistoryEvent, HistoryRequest } from '../../entities/people/types.ts';
import { decisionAnswer } from './decisions.ts';
import type { OperationDefinition } from './operation.ts';
import { sizeOfList } from './paging.ts';

interface HistoryArgs {
  readonly input: {
    readonly recordID?: string | null;
    readonly entityID?: string | null;
    readonly first?: number | null;
    readonly after?: string | null;
  };
}

export const history: OperationDefinition<HistoryArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "What happened to a record or an entity, newest first, page by page. Give recordID or entityID."
      history(input: HistoryInput!): HistoryOutput!
    }
    input HistoryInput {
      "Id of a record."
      recordID: ID
      "Id of an entity, also of one that became part of another."
      entityID: ID
      "At most this many events on the page, from 1 to 100; 20 when absent."
      first: Int
      "The \`after\` of the page before; absent for the first page."
      after: ID
    }
    type HistoryOutput {
      events: [HistoryEvent!]!
      "Where the next page continues; null on the last page."
      after: ID
    }
    type HistoryEvent {
      "Names the event within its history."
      id: ID!
      "When the operation began, in RFC 3339."
      at: String!
      kind: HistoryKind!
      "The operation that did it."
      cause: HistoryCause!
      "Why records or links were removed, as the request said: its first 500 characters. Else null."
      reason: String
      "The entity that it happened to, by its id at that time; null of a decision about a record."
      entityID: ID
      "The other entities of a merge or a split."
      entityIDs: [ID!]!
      "Records that were created or changed, without erased ones; 100 at most."
      recordIDs: [ID!]!
      "The decision of a person that is behind it; null if there is none."
      decision: Decision
    }
    enum HistoryKind {
      "Records were stored."
      CREATED
      "Records got other content."
      CHANGED
      "Two entities became one."
      MERGED
      "Parts of an entity became entities of their own."
      SPLIT
      "A person decided about the record."
      DECIDED
      "A record was erased. Its id is not kept."
      ERASED
    }
    enum HistoryCause {
      "Records were submitted."
      SUBMIT
      "A record was submitted with other content."
      UPDATE
      DISASSEMBLE
      "A record was erased."
      ERASURE
      "A connection ban was lifted."
      BAN_REMOVAL
      "The rules changed."
      RULES
      LINK
      SEPARATE
      "A decision was taken back."
      UNDO
    }
  `,
  async resolve({ input: { recordID, entityID, first, after } }, { resolution }) {
    const size = sizeOfList(first);
    const of = subjectOf(recordID ?? undefined, entityID ?? undefined);
    const page = await resolution.history({ of, first: size, after: after ?? undefined });
    return { events: page.events.map(eventAnswer), after: page.after ?? null };
  },
};

function subjectOf(recordID: string | undefined, entityID: string | undefined): HistoryRequest['of'] {
  if (recordID !== undefined && entityID === undefined) return { recordID };
  if (entityID !== undefined && recordID === undefined) return { entityID };
  throw new HistoryInputError('history takes either recordID or entityID', {
    hint: 'Give the id of a record as recordID, or that of an entity as entityID.',
  });
}

const eventAnswer = ({ at, kind, cause, decision, ...event }: HistoryEvent) => ({
  ...event,
  at: new Date(at).toISOString(),
  kind: kind.toUpperCase(),
  cause: cause === 'banRemoval' ? 'BAN_REMOVAL' : cause.toUpperCase(),
  decision: decision === null ? null : decisionAnswer(decision),
});
