import type { OperationDefinition } from './operation.ts';

export const metrics: OperationDefinition = {
  name: 'metrics',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      metrics: Metrics!
    }
    type Metrics {
      assemblyStatus: AssemblyStatus!
      "Exact as soon as no operation is under way."
      recordCount: Float!
      "Exact as soon as no operation is under way."
      entityCount: Float!
      "Seconds for which the oldest unfinished operation has been under way; null when there is none."
      oldestUnfinishedSeconds: Float
      "How many index keys are shared by so many records that they find no candidates any more."
      genericKeyCount: Int!
    }
    type AssemblyStatus {
      state: AssemblyState!
      "Whole minutes; null when ready."
      estimatedTimeRemaining: Int
    }
    enum AssemblyState {
      READY
      IN_PROGRESS
    }
  `,
  async resolve(_args, { resolution }) {
    const { genericKeys, oldestUnfinished, ...metrics } = await resolution.metrics();
    return {
      ...metrics,
      oldestUnfinishedSeconds: oldestUnfinished === null ? null : oldestUnfinished / 1_000,
      genericKeyCount: genericKeys.length,
    };
  },
};
