import type { RecordPayload } from '../../core/matching/compiled.ts';
import { withoutNulls } from '../schema/without-nulls.ts';
import type { OperationDefinition } from './operation.ts';

interface SearchArgs {
  readonly input: { readonly parameters: RecordPayload; readonly searchRules?: string | null };
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
      "Name of the search rules; those named default when absent."
      searchRules: String
    }
    type SearchOutput {
      entities: [Entity!]!
      totalCount: Int!
    }
  `,
  async resolve({ input }, { resolution }) {
    const parameters = withoutNulls(input.parameters) as RecordPayload;
    const entities = await resolution.search(
      input.searchRules == null ? { parameters } : { parameters, searchRules: input.searchRules },
    );
    return { entities, totalCount: entities.length };
  },
};
