import { considerInSearch } from '../../entities/read/consider-records.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { withoutNulls } from '../schema/without-nulls.ts';
import { type ConsiderRecords, consideredRecords } from './consider-records.ts';
import type { OperationDefinition } from './operation.ts';
import { type Paging, pageOf } from './paging.ts';
import { entityOrder, type SortEntities } from './sort-entities.ts';

interface SearchArgs {
  readonly input: Paging & {
    readonly parameters: RecordPayload;
    readonly considerRecords?: ConsiderRecords;
    readonly sort?: SortEntities | null;
    readonly searchRules?: string | null;
  };
}

export const search: OperationDefinition<SearchArgs> = {
  name: 'search',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Every entity with at least one record that satisfies a rule of the search rules, in ascending order of id."
      search(input: SearchInput!): SearchOutput!
    }
    input SearchInput {
      "At least one of these needs a value."
      parameters: SearchParams!
      "Hides records that fail a condition. An entity that falls apart comes back in parts, ids suffixed -1, -2, …."
      considerRecords: [FilterCondition!]
      "Turns paging on; from 1."
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
      "Before paging."
      totalCount: Int!
      "Rules that hold for more records than were looked at, because too many share a value; empty when all were found."
      incomplete: [IncompleteRules!]!
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
    const parameters = withoutNulls(input.parameters) as RecordPayload;
    const keep = consideredRecords(input.considerRecords, context);
    const sorted = input.sort == null ? undefined : entityOrder(input.sort);
    const cut = pageOf(input, context.limits);
    const { entities, incomplete } = await context.resolution.search(
      input.searchRules == null ? { parameters } : { parameters, searchRules: input.searchRules },
    );
    const considered = keep === undefined ? entities : considerInSearch(entities, keep);
    return { entities: cut(sorted?.(considered) ?? considered), totalCount: considered.length, incomplete };
  },
};
