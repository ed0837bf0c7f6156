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
    return { assemblyStatus: await resolution.assemblyStatus() };
  },
};
