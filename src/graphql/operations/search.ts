import { considerInSearch } from '../../entities/read/consider-records.ts';
import type { RankedSearchAnswer, SearchRequest } from '../../entities/search/types.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { withoutNulls } from '../schema/input-values.ts';
import { type ConsiderRecords, consideredRecords } from './entity.ts';
import type { OperationDefinition, RequestContext } from './operation.ts';
import { type Paging, pageOf } from './paging.ts';
import { checkRankedPaging, type RankedPaging } from './ranked-paging.ts';
import { entityOrder, type SortEntities } from './sort-entities.ts';

interface SearchInput extends Paging, RankedPaging {
  readonly parameters: RecordPayload;
  readonly considerRecords?: ConsiderRecords;
  readonly sort?: SortEntities | null;
  readonly searchRules?: string | null;
}

interface SearchArgs {
  readonly input: SearchInput;
}

export const search: OperationDefinition<SearchArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Every entity with at least one record that satisfies a rule of the search rules: in ascending order of id, or a page of the best with first."
      search(input: SearchInput!): SearchOutput!
    }
    input SearchInput {
      "At least one of these needs a value."
      parameters: SearchParams!
      "Hides records that fail a condition. An entity that falls apart comes back in parts, ids suffixed -1, -2, …."
      considerRecords: [FilterCondition!]
      "So many entities, the best hit first, from 1 to 100: reads little more than these. Not with page, pageSize or another sort."
      first: Int
      "The endCursor of the page before, of a search with the same input; absent for the first page. Needs first."
      after: String
      "Turns paging on; from 1. Every entity is read: prefer first."
      page: Int
      "10 when absent."
      pageSize: Int
      "By id, hitScore, score, consistency or size (the number of records); all but id descending unless told otherwise."
      sort: SortCriteria
      "Name of the search rules; those named default when absent."
      searchRules: String
    }
    type SearchOutput {
      entities: [Entity!]!
      "Before paging. totalIs says how exact it is."
      totalCount: Int!
      totalIs: CountAccuracy!
      pageInfo: PageInfo!
      "Rules that hold for more records than were looked at, because too many share a value; empty when all were found."
      incomplete: [IncompleteRules!]!
    }
    enum CountAccuracy {
      "Every entity was read: on a page, or to count it, if no more are left than a page shows."
      EXACT
      "With first: every hit was found, not every entity read. One that several united entities became may count several times."
      ABOUT
      "There are more than were looked at."
      AT_LEAST
    }
    type PageInfo {
      hasNextPage: Boolean!
      "The after of the next page; null on the last page, and without first."
      endCursor: String
    }
    type IncompleteRules {
      "Ids of search rules that find their records by the same fields."
      rules: [String!]!
      reason: IncompleteReason!
      "So many records at least share the value; of a GENERIC one, when it was marked."
      atLeast: Int!
      "Fields to give a value as well, so that another rule finds by them: those of the rule that lacks fewest first."
      add: [String!]!
    }
    enum IncompleteReason {
      "Submits marked the value as over-frequent: it links no further records, and a search does not use it."
      GENERIC
      "More records share the value than a search looks at: the first of them, by id, were looked at."
      TOO_FREQUENT
    }
  `,
  async resolve({ input }, context) {
    checkRankedPaging(input);
    const parameters = withoutNulls(input.parameters) as RecordPayload;
    const request = input.searchRules == null ? { parameters } : { parameters, searchRules: input.searchRules };
    return input.first == null
      ? searchAll(request, input, context)
      : searchRanked(request, { ...input, first: input.first }, context);
  },
};

async function searchAll(request: SearchRequest, input: SearchInput, context: RequestContext) {
  const keep = consideredRecords(input.considerRecords, context);
  const sorted = input.sort == null ? undefined : entityOrder(input.sort);
  const cut = pageOf(input, context.limits);
  const { entities, incomplete } = await context.resolution.search(request);
  const considered = keep === undefined ? entities : await considerInSearch(entities, keep);
  const ordered = (await sorted?.(considered)) ?? considered;
  const page = cut(ordered);
  return {
    entities: page,
    totalCount: considered.length,
    totalIs: incomplete.length === 0 ? 'EXACT' : 'AT_LEAST',
    pageInfo: { hasNextPage: page.length > 0 && page.at(-1) !== ordered.at(-1), endCursor: null },
    incomplete,
  };
}

async function searchRanked(
  request: SearchRequest,
  { considerRecords, first, after }: SearchInput & { readonly first: number },
  context: RequestContext,
) {
  const keep = consideredRecords(considerRecords, context);
  const consider = keep === undefined ? undefined : { keep, identity: JSON.stringify(considerRecords) };
  const { entities, count, hasNextPage, endCursor, incomplete }: RankedSearchAnswer =
    await context.resolution.rankedSearch({
      ...request,
      first,
      after: after ?? undefined,
      consider,
    });
  return {
    entities,
    // Counted only if the query asks for it.
    get totalCount() {
      return count().then(({ totalCount }) => totalCount);
    },
    get totalIs() {
      return count().then(({ totalIs }) => totalIs);
    },
    pageInfo: { hasNextPage, endCursor: endCursor ?? null },
    incomplete,
  };
}
