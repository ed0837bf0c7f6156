import type { Observer } from '../../entities/observer.ts';
import type { RetryCause } from '../../store/dynamodb/failure.ts';
import type { Meter } from './meter.ts';

/** Counts the observations of the library. */
export function observeCore(meter: Meter): Observer {
  return {
    records: (outcome, count) => meter.record('Records', count, outcome),
    refusedRecords: (count) => meter.record('Records', count, 'REFUSED'),
    cutValues: (count) => meter.record('CutValues', count),
    merged: () => meter.record('Merges', 1),
    split: (entities) => meter.record('Splits', entities),
    submitCandidates: (count) => meter.record('SubmitCandidates', count),
    searchCandidates: (count) => meter.record('SearchCandidates', count),
    reviewPairs: (count) => meter.record('ReviewPairs', count),
    searchEntitiesRead: (count) => meter.record('SearchEntitiesRead', count),
    overFrequentKey: () => meter.record('GenericKeys', 1),
  };
}

/** Counts retries of calls to DynamoDB. */
export const observeRetries =
  (meter: Meter): ((cause: RetryCause) => void) =>
  (cause) =>
    meter.record('StoreRetries', 1, cause);
