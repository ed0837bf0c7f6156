import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import type { OperationDefinition } from './operation.ts';

interface EntitiesArgs {
  readonly input: {
    readonly first?: number | null;
    readonly after?: string | null;
    readonly segment?: number | null;
    readonly segments?: number | null;
  };
}

/** Entities on a page. */
const MOST = 200;
const DEFAULT = 100;

/** An answer has more bytes than the records on it: names of fields, nulls, and what else is selected. */
const ANSWER_PER_RECORDS = 3;

export const entities: OperationDefinition<EntitiesArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "All stored entities, page by page, in no particular order. One that does not change meanwhile is on one page."
      entities(input: EntitiesInput!): EntitiesOutput!
    }
    input EntitiesInput {
      "At most this many entities on the page, from 1 to 200; 100 when absent."
      first: Int
      "The \`after\` of the page before, of the same segment; absent for the first page."
      after: String
      "Which part of the entities to list, from 0; needs segments."
      segment: Int
      "How many disjoint parts the entities are listed in, at the same time, from 1 to 1000; needs segment."
      segments: Int
    }
    type EntitiesOutput {
      "May be fewer than first, even none, while after says that more follow."
      entities: [Entity!]!
      "Ids of entities with more than 1,000 records or too many bytes for a page. Read each with entity."
      oversized: [ID!]!
      "Where the next page continues; null on the last page."
      after: String
    }
  `,
  async resolve({ input: { first, after, segment, segments } }, { resolution, limits }) {
    const size = first ?? DEFAULT;
    if (size < 1 || size > MOST) throw new ArgumentOutOfRangeError('first', size, `from 1 to ${MOST}`);
    const page = await resolution.listEntities({
      first: size,
      maxBytes: Math.floor(limits.maxAnswerBytes / ANSWER_PER_RECORDS),
      after: after ?? undefined,
      segment: segment ?? undefined,
      segments: segments ?? undefined,
    });
    return { ...page, after: page.after ?? null };
  },
};
