import type { RecordPayload } from '../../rules/types.ts';
import { withoutNulls } from '../schema/input-check.ts';
import type { OperationDefinition } from './operation.ts';

interface SubmitArgs {
  readonly input: { readonly records: readonly RecordPayload[]; readonly linkTogether?: boolean | null };
}

export const submit: OperationDefinition<SubmitArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Stores, indexes and links records before it answers. One bad record refuses the whole request."
      submit(input: SubmitInput!): SubmitOutput!
    }
    input SubmitInput {
      records: [RecordInput!]!
      "True links the records of the request with one another whatever the rules say, by edges of the rule STATIC."
      linkTogether: Boolean
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
      "Other content was stored under this id and is replaced."
      UPDATED
      "An identical record was stored already."
      UNCHANGED
      "Stored, and a duplicate of a record that was stored before."
      DUPLICATE
    }
  `,
  async resolve({ input }, { resolution }) {
    const payloads = input.records.map((record) => withoutNulls(record) as RecordPayload);
    const records = await resolution.submit(payloads, { linkTogether: input.linkTogether === true });
    return { recordsAdded: records.length, records };
  },
};

interface SubmitWithPreviewArgs {
  readonly input: { readonly records: readonly RecordPayload[]; readonly dryRun?: boolean | null };
}

export const submitWithPreview: OperationDefinition<SubmitWithPreviewArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Submits, and answers the entities that the records then belong to, in ascending order of id."
      submitWithPreview(input: SubmitWithPreviewInput!): SubmitWithPreviewOutput!
    }
    input SubmitWithPreviewInput {
      records: [RecordInput!]!
      "True answers what the entities would be and stores nothing; the id of a new entity is then made up."
      dryRun: Boolean
    }
    type SubmitWithPreviewOutput {
      entities: [Entity!]!
    }
  `,
  async resolve({ input: { records, dryRun } }, { resolution }) {
    const payloads = records.map((record) => withoutNulls(record) as RecordPayload);
    return { entities: await resolution.submitWithPreview(payloads, { dryRun: dryRun === true }) };
  },
};
