import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import type { SortDirection } from '../../entities/read/insights/values.ts';
import type { EntityView, Prepared } from '../../entities/read/types.ts';
import type { RankedSearchAnswer, SearchRequest } from '../../entities/search/types.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { PagingConflictError, UnknownSortFieldError } from '../errors.ts';
import { withoutNulls } from '../schema/input-check.ts';
import { type ConsiderRecords, consideredRecords } from './entity.ts';
import type { OperationDefinition, RequestContext } from './operation.ts';
import { type Paging, pageOf } from './paging.ts';

interface SortEntities {
  readonly field: string;
  readonly direction?: SortDirection | null;
}

interface SearchInput extends Paging {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly parameters: RecordPayload;
  readonly considerRecords?: ConsiderRecords;
  readonly sort?: SortEntities | null;
  readonly searchRules?: string | null;
}

/** Entities on a page of the best. */
const MOST = 100;

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

/**
 * Checks the arguments that ask for a page of the best entities.
 *
 * @throws ArgumentOutOfRangeError when `first` is out of range
 * @throws PagingConflictError when they stand beside arguments that need every entity, or `after` stands alone
 */
function checkRankedPaging({ first, after, page, pageSize, sort }: SearchInput): void {
  if (first == null) {
    if (after != null) throw new PagingConflictError('after needs first', 'Give `first` as well.');
    return;
  }
  if (first < 1 || first > MOST) throw new ArgumentOutOfRangeError('first', first, `from 1 to ${MOST}`);
  if (page != null || pageSize != null) {
    throw new PagingConflictError(
      'first stands beside page or pageSize',
      'Give `first` and `after` for the best entities, or `page` and `pageSize` for all in another order.',
    );
  }
  if (sort != null && (sort.field !== 'hitScore' || sort.direction === 'ASC')) {
    throw new PagingConflictError(
      'first orders by hitScore, descending',
      'Leave out `sort`, or give `page` and `pageSize` instead of `first`.',
    );
  }
}

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

/** The parts of the entities that a search still hits when only some records are considered. */
async function considerInSearch(
  entities: readonly EntityView[],
  keep: (record: RecordPayload) => boolean,
): Promise<EntityView[]> {
  const considered: EntityView[] = [];
  for (const entity of entities) {
    const parts = await entity.considering(keep);
    considered.push(...parts.filter((part) => part === entity || Object.keys(part.hits()).length > 0));
  }
  return considered;
}

/** The sort fields of entities, with their default directions. */
const sortFields = new Map<
  string,
  {
    readonly of: (entity: EntityView) => number | string;
    readonly needs?: Prepared;
    readonly default: SortDirection;
  }
>([
  ['id', { of: ({ id }) => id, default: 'ASC' }],
  ['hitScore', { of: (entity) => entity.hitScore(), needs: 'hits', default: 'DESC' }],
  ['score', { of: (entity) => entity.score(), needs: 'score', default: 'DESC' }],
  ['consistency', { of: (entity) => entity.consistency(), needs: 'values', default: 'DESC' }],
  ['size', { of: ({ records }) => records.length, default: 'DESC' }],
]);

/** Returns a function that sorts entities, and equal ones by id. Throws an UnknownSortFieldError. */
function entityOrder(sort: SortEntities): (entities: readonly EntityView[]) => Promise<EntityView[]> {
  const known = sortFields.get(sort.field);
  if (known === undefined) throw new UnknownSortFieldError(sort.field, [...sortFields.keys()]);
  const sign = (sort.direction ?? known.default) === 'DESC' ? -1 : 1;
  return async (entities) => {
    const { needs } = known;
    if (needs !== undefined) for (const entity of entities) await entity.prepare(needs);
    return entities
      .map((entity) => ({ entity, key: known.of(entity) }))
      .sort((x, y) => {
        if (x.key !== y.key) return x.key < y.key ? -sign : sign;
        return x.entity.id < y.entity.id ? -1 : 1;
      })
      .map(({ entity }) => entity);
  };
}
