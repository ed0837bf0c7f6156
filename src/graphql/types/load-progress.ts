import type { LoadProgress } from '../../loads/load-progress.ts';
import type { ObjectType } from './object-type.ts';

/** The most finished loads in an answer. */
const FINISHED_LOADS = 20;

export const loadProgressType: ObjectType<LoadProgress> = {
  name: 'LoadProgress',
  typeDefs: /* GraphQL */ `
    type LoadProgress {
      "The folder of its objects below loads/ in the bucket."
      id: ID!
      state: LoadState!
      begun: Time!
      "Null if the load did not announce a number; an estimate until everything is uploaded."
      expectedRecords: Float
      storedRecords: Float!
      "Lines that were refused: each stands in an errors object of the bucket."
      refusedRecords: Float!
      expectedParts: Int
      finishedParts: Int!
      "Objects that became dead letters; the bucket has a report of each."
      failedParts: Int!
      recordsPerSecond: Float
      "Whole minutes; null unless it is in progress."
      estimatedTimeRemaining: Int
    }
    enum LoadState {
      IN_PROGRESS
      "No progress for two hours, although the load is not complete."
      STALLED
      FINISHED
    }
  `,
  resolvers: { begun: ({ begun }) => new Date(begun).toISOString() },
};

/** The loads of an answer: those that are not finished, and the last that are. */
export function listedLoads(loads: readonly LoadProgress[]): readonly LoadProgress[] {
  // Sorted by their end: a caller that waits for a long load must see its end, however many loads began later.
  const finished = loads.filter(({ state }) => state === 'FINISHED').sort((a, b) => b.touched - a.touched);
  const left = new Set(finished.slice(FINISHED_LOADS));
  return loads.filter((load) => !left.has(load));
}
