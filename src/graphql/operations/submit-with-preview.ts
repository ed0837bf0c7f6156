import type { RecordPayload } from '../../rules/types.ts';
import { withoutNulls } from '../schema/without-nulls.ts';
import type { OperationDefinition } from './operation.ts';

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
