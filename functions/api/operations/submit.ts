import type { RecordPayload } from '../../core/matching/compiled.ts';
import { withoutNulls } from '../schema/without-nulls.ts';
import type { OperationDefinition } from './operation.ts';

interface SubmitArgs {
  readonly input: { readonly records: readonly RecordPayload[] };
}

export const submit: OperationDefinition<SubmitArgs> = {
  name: 'submit',
  kind: 'Mutation',
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Stores, indexes and links records before it answers. One bad record refuses the whole request."
      submit(input: SubmitInput!): SubmitOutput!
    }
    input SubmitInput {
      records: [RecordInput!]!
    }
    type SubmitOutput {
      "How many records of the request are now stored, those that were stored before included."
      recordsAdded: Int!
      "What became of every record, in the order of the request."
      records: [SubmittedRecord!]!
    }
    type SubmittedRecord {
      id: ID!
      "The entity that the record now belongs to."
      entityID: ID!
      outcome: SubmitOutcome!
    }
    enum SubmitOutcome {
      CREATED
      UPDATED
      "An identical record was stored already."
      UNCHANGED
      DUPLICATE
    }
  `,
  async resolve({ input }, { resolution }) {
    const records = await resolution.submit(input.records.map((record) => withoutNulls(record) as RecordPayload));
    return { recordsAdded: records.length, records };
  },
};
