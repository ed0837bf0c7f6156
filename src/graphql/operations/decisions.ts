import { decisionAnswer } from './decision-types.ts';
import type { OperationDefinition } from './operation.ts';
import { sizeOfList } from './paging.ts';

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
