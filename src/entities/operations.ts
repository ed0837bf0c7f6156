import { setTimeout } from 'node:timers/promises';
import { endless, type TimeLeft } from '../request-time.ts';
import type { RecordSources } from '../rules/record-schema/sources.ts';
import type { CompiledRuleConfig, IndexKey } from '../rules/types.ts';
import { gatherReads } from '../store/gathered-reads.ts';
import type { Store, TableScan } from '../store/port.ts';
import type { LargeEntities } from './context.ts';
import { PendingShards, RulesReplacedError } from './items/counters.ts';
import { OVER_FREQUENT_KEY_RECORDS } from './items/index-keys.ts';
import { withoutReservations } from './items/record.ts';
import { REVIEW_PAIRS } from './items/reviews.ts';
import { noObserver, type Observer } from './observer.ts';
import { removeConnectionBan } from './people/connection-bans.ts';
import { listDecisions } from './people/decisions/decisions.ts';
import { linkRecords } from './people/decisions/link-records.ts';
import { separateRecords } from './people/decisions/separate-records.ts';
import { undoDecision } from './people/decisions/undo-decision.ts';
import { listHistory } from './people/history/list-history.ts';
import { countAssigned } from './people/reviews/held-reviews.ts';
import { countReviews, listReviews, skipReview } from './people/reviews/list-reviews.ts';
import { releaseReviews, takeReviews } from './people/reviews/take-reviews.ts';
import { entity, entityByRecord } from './read/entity.ts';
import { explain, pathsReadBy } from './read/explain.ts';
import { type ListDependencies, listEntities } from './read/list-entities.ts';
import { disassemble } from './rebuild/disassemble.ts';
import type { RegisterAccess, RulesStatus } from './rule-changes/versions/register-access.ts';
import { rankedSearch, search } from './search/search.ts';
import { readStatistics, refreshStatistics, workOnStatistics } from './statistics/statistics.ts';
import { assemblyStatus, metrics, oldestInterrupted } from './status.ts';
import { type SubmitDependencies, submit, submitWithPreview } from './submit/submit.ts';
import { type SweepDependencies, sweep } from './sweep.ts';

/** A writer goes by the rules that records are stored and linked by, also those of a change under way. */
interface Writer extends SubmitDependencies, SweepDependencies {}

/** A reader goes by the rules in force. Look-ups of one moment are one call to its store. */
interface Reader extends Writer, ListDependencies {
  /** Null without a register. */
  readonly rulesStatus: RulesStatus | null;
}

interface Workers {
  readonly writer: Writer;
  readonly reader: Reader;
}

/**
 * How an operation learns that other rules came into force:
 *
 * - `ASKS` the register before it begins, unless this process asked of late.
 * - `STORES`: it checks with a write, before it stores its records (submit.ts).
 * - `FREE`: its result does not depend on the rules.
 */
type Gate = 'ASKS' | 'STORES' | 'FREE';

/** What a call may do. The first argument of `run` is the worker named by `by`; the others are those of the caller. */
type Operation = OperationBy<'writer'> | OperationBy<'reader'>;

interface OperationBy<Name extends keyof Workers> {
  readonly by: Name;
  readonly run: (worker: Workers[Name], ...given: never[]) => Promise<unknown>;
  readonly gate: Gate;
  /** Whether a call may store or erase records; it never does where this is missing. */
  readonly mayStore?: (...given: never[]) => boolean;
}

const always = () => true;

/** The operations of the library. Safe for concurrent calls, by one process or many on one store. */
export const operations = {
  /** Throws a SubmitRefusedError (one error per bad record, nothing stored) or a RetryableError (safe to repeat). */
  submit: { by: 'writer', run: submit, gate: 'STORES', mayStore: always },
  /**
   * Submits, and returns the entities that the records then belong to, in ascending order of id. A dry run returns what
   * they would be and stores nothing. Throws as `submit` does.
   */
  submitWithPreview: {
    by: 'writer',
    run: submitWithPreview,
    gate: 'ASKS',
    mayStore: (_records: unknown, { dryRun }: { readonly dryRun: boolean }) => !dryRun,
  },
  /** Removes edges, or records with all that belongs to them, from one entity; may split it. Safe to repeat. */
  disassemble: { by: 'writer', run: disassemble, gate: 'ASKS', mayStore: always },
  /** Allows entities to be united again that a connection ban separates. Returns false if there is no such ban. */
  removeConnectionBan: { by: 'writer', run: removeConnectionBan, gate: 'ASKS', mayStore: always },
  /** Makes two records one entity, whatever the rules say. Throws a RecordsSeparatedError unless told to lift. */
  link: { by: 'writer', run: linkRecords, gate: 'ASKS', mayStore: always },
  /**
   * Removes as few links as part two records, and keeps them apart. Throws a SeparationTooLargeError or a
   * TooManyRemovedLinksError, and stores nothing, if that takes too many.
   */
  separate: { by: 'writer', run: separateRecords, gate: 'ASKS', mayStore: always },
  /** Takes such a decision back. Throws a DecisionNotFoundError. */
  undoDecision: { by: 'writer', run: undoDecision, gate: 'ASKS', mayStore: always },
  /** A page of decisions, newest first. Throws an InvalidDecisionError for its `after`. */
  decisions: { by: 'reader', run: listDecisions, gate: 'FREE' },
  /** A page of what happened to a record or an entity, newest first. Throws a HistoryOffError or a HistoryInputError. */
  history: { by: 'reader', run: listHistory, gate: 'FREE' },
  /** A page of the review queue, best first. Throws an InvalidReviewError for its `after`. */
  reviews: { by: 'reader', run: listReviews, gate: 'ASKS' },
  /** Pairs in the review queue, with those that are dropped when they are read. */
  countReviews: { by: 'reader', run: countReviews, gate: 'FREE' },
  /** Reviews that persons work on: by all, and by this one. */
  countAssigned: { by: 'reader', run: countAssigned, gate: 'FREE' },
  /**
   * Takes a pair out of the review queue until one of its records changes. Returns false if the pair is not in it. Throws an
   * InvalidDecisionError for its user.
   */
  skipReview: { by: 'reader', run: skipReview, gate: 'FREE' },
  /**
   * Gives a person the best free reviews, and returns all that the person holds then. Throws an InvalidDecisionError for its
   * user, a TooManyReviewsError, or a RetryableError.
   */
  takeReviews: { by: 'reader', run: takeReviews, gate: 'ASKS' },
  /** Gives reviews back that a person holds, and returns their ids. Throws an InvalidDecisionError or InvalidReviewError. */
  releaseReviews: { by: 'reader', run: releaseReviews, gate: 'FREE' },
  /** Entities with at least one record that the rule set hits. Throws a RetryableError when it does not end in time. */
  search: { by: 'reader', run: search, gate: 'ASKS' },
  /**
   * The next best of these entities: reads little more than it answers. Throws an InvalidCursorError or a
   * TooDeepPageError for its `after`, and a RetryableError when it does not end in time.
   */
  rankedSearch: { by: 'reader', run: rankedSearch, gate: 'ASKS' },
  entity: { by: 'reader', run: entity, gate: 'ASKS' },
  entityByRecord: { by: 'reader', run: entityByRecord, gate: 'ASKS' },
  /**
   * A page of all entities. An entity that does not change while the pages are read is on one of them. Throws an
   * InvalidPositionError or an InvalidSegmentError, and an Error in a process without a scan of the table.
   */
  listEntities: { by: 'reader', run: listEntities, gate: 'ASKS' },
  /** Why two records are, or are not, one entity. Throws an UnknownRecordError or a RecordNotInEntityError. */
  explain: { by: 'reader', run: explain, gate: 'ASKS' },
  /** Paths of records that the rules read, each split at its dots: the fields that an explanation may show. */
  pathsRead: { by: 'reader', run: async ({ rules }: Reader) => pathsReadBy(rules), gate: 'FREE' },
  /** In progress while interrupted work waits to be finished. */
  assemblyStatus: { by: 'reader', run: assemblyStatus, gate: 'ASKS' },
  metrics: { by: 'reader', run: metrics, gate: 'ASKS' },
  /** The last statistics of the stored data, and how far the scan under way is. */
  statistics: { by: 'reader', run: readStatistics, gate: 'ASKS' },
  /** Asks for a scan that counts them anew, unless one is under way. */
  refreshStatistics: { by: 'reader', run: refreshStatistics, gate: 'ASKS' },
  /**
   * Works on the scan, if there is one and no other worker has it, for so many milliseconds. Resolves with true if it goes on
   * with another call. Throws an Error in a process without a scan of the table.
   */
  workOnStatistics: { by: 'reader', run: workOnStatistics, gate: 'ASKS' },
  /** Milliseconds since the oldest interrupted operation (older than the redo age) began; null if there is none. */
  oldestInterrupted: { by: 'reader', run: oldestInterrupted, gate: 'ASKS' },
  /**
   * Finishes interrupted work that is older than the redo age, and returns how many operations it finished. Rejects if
   * some cannot be finished: after all others, or at once if the store does not answer.
   */
  sweep: { by: 'writer', run: sweep, gate: 'ASKS' },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

/** The operations as a caller sees them: each is `run` of its entry, without the worker. */
export type Resolution = {
  readonly [Name in keyof typeof operations]: (typeof operations)[Name]['run'] extends (
    worker: never,
    ...given: infer Given
  ) => infer Answer
    ? (...given: Given) => Answer
    : never;
};

/** A resolution that calls every operation by its name. */
export const resolutionOf = (call: (name: OperationName, given: readonly unknown[]) => Promise<unknown>): Resolution =>
  Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [
      name,
      (...given: readonly unknown[]) => call(name, given),
    ]),
  ) as unknown as Resolution;

/** Calls an operation of a resolution by its name, with the arguments that {@link resolutionOf} passes on. */
export const callOf = (on: Resolution, name: OperationName, given: readonly unknown[]): Promise<unknown> =>
  (on[name] as (...all: readonly unknown[]) => Promise<unknown>)(...given);

/** Whether this call of an operation may store or erase records. */
export function mayStore(name: OperationName, given: readonly unknown[]): boolean {
  const operation: Operation = operations[name];
  return operation.mayStore?.(...(given as never[])) ?? false;
}

/** A lock's holder writes at least every second while it lives. */
const LOCK_TIME = 5_000;
/** Entities of at most this many records are read whole: a sample would cost as much. */
const READ_WHOLE = 100;

export interface ResolutionDependencies {
  readonly store: Store;
  /** Reads the whole table; without it, the process cannot list entities. */
  readonly table?: TableScan;
  readonly rules: CompiledRuleConfig;
  /** Checks that the rules are those of the table's keys. Without it, nothing is checked. */
  readonly register?: RegisterAccess | undefined;
  /** Milliseconds since 1970. Used only for the age of unfinished work and of assignments, never for ordering. */
  readonly now?: () => number;
  /** Whether changed content under a known id replaces what is stored; refused (RECORD_EXISTS) by default. */
  readonly updateRecords?: boolean;
  /** Sources of the records; default: none are declared, and every id is taken. */
  readonly sources?: RecordSources | undefined;
  /** Whether to write changes of entities to the outbox, so that they can be published (src/events). Default false. */
  readonly entityEvents?: boolean;
  /** More records than this make a blocking key over-frequent: it yields no candidates any more. Default 1,000. */
  readonly genericKeyRecords?: number;
  /** The most connection bans of an entity. Default 1,000. */
  readonly mostBans?: number;
  /** Postings of each key that a ranked search reads first. Default: 30, or as many as the page has entities. */
  readonly searchWindow?: number;
  /** The most pairs in the review queue; 0 for no queue. Default 100,000. */
  readonly reviewPairs?: number | undefined;
  /** Days for which history is kept; 0, the default, keeps none. */
  readonly historyRetentionInDays?: number | undefined;
  /** Called when this process finds that a key has become over-frequent. */
  readonly onOverFrequentKey?: (key: IndexKey) => void;
  /** Receives counts and timings. Default: a no-op observer. */
  readonly observer?: Observer;
  /** Milliseconds until the caller stops waiting: then operations end with a RetryableError. Default: no limit. */
  readonly timeLeft?: TimeLeft;
  /** Resolves after this many milliseconds. Default: a timer. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /**
   * An entity of at most this many records is read whole when a record leaves it; of a larger one, a sample. Default
   * 100.
   */
  readonly readWhole?: number;
  /** How large entities are judged by sweepers. Default: those above 2,000 records part by part, ten seconds at a time. */
  readonly largeEntities?: LargeEntities;
  /** Milliseconds without a heartbeat after which a lock is broken. */
  readonly lockTime?: number;
}

/** Applies rules to a store. Has no state of its own: any number of instances may work on one store. */
export function createResolution({
  store: everything,
  table = noTable,
  rules,
  register,
  now = Date.now,
  updateRecords = false,
  sources,
  entityEvents = false,
  genericKeyRecords = OVER_FREQUENT_KEY_RECORDS,
  mostBans,
  searchWindow,
  reviewPairs = REVIEW_PAIRS,
  historyRetentionInDays = 0,
  onOverFrequentKey = () => undefined,
  observer = noObserver,
  pause = (milliseconds) => setTimeout(milliseconds),
  timeLeft = endless,
  lockTime = LOCK_TIME,
  readWhole = READ_WHOLE,
  largeEntities,
}: ResolutionDependencies): Resolution {
  const store = withoutReservations(everything);
  const writer: Writer = {
    store,
    rules: register?.serving ?? rules,
    epoch: register?.epoch,
    isSplitting: register?.isSplitting ?? false,
    now,
    updateRecords,
    sources,
    // History is made of outbox entries.
    entityEvents: entityEvents || historyRetentionInDays > 0,
    isRelayed: entityEvents,
    historyRetentionInDays,
    genericKeyRecords,
    mostBans,
    searchWindow,
    reviewPairs,
    onOverFrequentKey,
    observer,
    pause,
    timeLeft,
    random: Math.random,
    lockTime,
    readWhole,
    largeEntities,
    pendingShards: new PendingShards(),
    beforeStoring: async () => register?.beforeStoring(),
  };
  const reader: Reader = { ...writer, store: gatherReads(store), rules, table, rulesStatus: register?.status ?? null };
  const workers: Workers = { writer, reader };
  return resolutionOf((name, given) => {
    const { by, run, gate }: Operation = operations[name];
    return passing(gate, register, () => run(workers[by] as never, ...(given as never[])));
  });
}

/** Runs an operation behind its gate, and notes if it was refused because other rules came into force. */
async function passing<Answer>(
  gate: Gate,
  register: RegisterAccess | undefined,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (gate === 'FREE' || register === undefined) return run();
  try {
    if (gate === 'ASKS' && !register.isSettled) await register.beforeReading();
    return await run();
  } catch (error) {
    if (error instanceof RulesReplacedError) register.noteReplaced();
    throw error;
  }
}

const noTable: TableScan = {
  identity: 'none',
  scan: async () => {
    throw new Error('This process cannot read all records: it has no scan of the table.');
  },
};
