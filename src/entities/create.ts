import { setTimeout } from 'node:timers/promises';
import { type LoadProgress, readLoads } from '../loads/load-progress.ts';
import { endless, type TimeLeft } from '../request-time.ts';
import type { CompiledRuleConfig, IndexKey } from '../rules/types.ts';
import { gatherReads } from '../store/gathered-reads.ts';
import { queryAll, type Store, type TableScan } from '../store/port.ts';
import type { LargeEntities } from './context.ts';
import { REDO_AGE } from './deadline.ts';
import { HistoryOffError } from './errors.ts';
import { readCounts } from './items/counters.ts';
import { isID } from './items/ids.ts';
import { OVER_FREQUENT_KEY_RECORDS, OVER_FREQUENT_KEYS, readListedKey } from './items/over-frequent-keys.ts';
import { PendingShards } from './items/pending-shard.ts';
import { readRecord, recordKey } from './items/record.ts';
import { withoutReservations } from './items/reservation.ts';
import { noObserver, type Observer } from './observer.ts';
import { removeConnectionBan } from './people/connection-bans.ts';
import { linkRecords } from './people/decisions/link-records.ts';
import { listDecisions } from './people/decisions/read-decisions.ts';
import { separateRecords } from './people/decisions/separate-records.ts';
import { undoDecision } from './people/decisions/undo-decision.ts';
import { deleteEndedHistory, historyFromOutbox } from './people/history/keep-history.ts';
import { listHistory } from './people/history/list-history.ts';
import { countAssigned, forgetEndedHoldings } from './people/reviews/held-reviews.ts';
import { countReviews, listReviews } from './people/reviews/list-reviews.ts';
import { releaseReviews } from './people/reviews/release-reviews.ts';
import { skipReview } from './people/reviews/skip-review.ts';
import { takeReviews } from './people/reviews/take-reviews.ts';
import { REVIEW_PAIRS } from './people/reviews/types.ts';
import { viewOfTree } from './read/entity-view.ts';
import { createExplain, pathsReadBy } from './read/explain.ts';
import { listEntities } from './read/list-entities.ts';
import { MOST_READS, readTrees } from './read/read-entities.ts';
import { disassemble } from './rebuild/disassemble.ts';
import type { RegisterAccess } from './rule-changes/versions/register-access.ts';
import { rankedSearch, search } from './search/search.ts';
import { readStatistics, refreshStatistics, workOnStatistics } from './statistics/statistics.ts';
import { submitWithPreview } from './submit/preview.ts';
import { submit } from './submit/submit.ts';
import { ageOfOldestWork, sweep } from './sweep.ts';
import type { AssemblyStatus, EntityView, FrequentKey, Resolution } from './types.ts';
import { underRegister } from './under-register.ts';
import { recordIdProblem } from './validate.ts';

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
  table,
  rules,
  register,
  now = Date.now,
  updateRecords = false,
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
  const context = {
    store,
    rules: register?.serving ?? rules,
    sign: register?.sign,
    isSplitting: register?.isSplitting ?? false,
    now,
    updateRecords,
    // History is made of outbox entries.
    entityEvents: entityEvents || historyRetentionInDays > 0,
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
  // The reading operations of one request run concurrently; their look-ups of one moment are one call to the store.
  const reads = gatherReads(store);
  const entityOfNode = async (node: string): Promise<EntityView | undefined> => {
    const [found] = await readTrees(reads, [node]);
    return found && viewOfTree(reads, rules, ...found);
  };
  const assemblyStatus = async (): Promise<AssemblyStatus> => {
    // Work younger than the redo age is under way. Older work waits for the sweeper, which runs every minute.
    const oldest = await ageOfOldestWork(store, now(), REDO_AGE);
    return oldest === null
      ? { state: 'READY', estimatedTimeRemaining: null }
      : { state: 'IN_PROGRESS', estimatedTimeRemaining: 1 };
  };
  const resolution: Resolution = {
    submit: (records, options) => submit(context, records, options),
    submitWithPreview: (records, options) => submitWithPreview(context, records, options),
    disassemble: (request) => disassemble(context, request),
    removeConnectionBan: (request) => removeConnectionBan(context, request),
    link: (request) => linkRecords(context, request),
    separate: (request) => separateRecords(context, request),
    undoDecision: (request) => undoDecision(context, request),
    decisions: (request) => listDecisions(reads, request),
    history: async (request) => {
      if (historyRetentionInDays === 0) throw new HistoryOffError();
      return listHistory(reads, now(), request);
    },
    reviews: (request) => listReviews({ store: reads, rules, now }, request),
    countReviews: () => countReviews(reads),
    countAssigned: (user) => countAssigned({ store: reads, now }, user),
    skipReview: (request) => skipReview({ store, rules, now }, request),
    takeReviews: (request) => takeReviews({ store, rules, now }, request),
    releaseReviews: (request) => releaseReviews({ store, now }, request),
    search: (request) => search({ ...context, store: reads, rules }, request),
    rankedSearch: (request) => rankedSearch({ ...context, store: reads, rules }, request),
    entity: async (id) => (isID(id) ? entityOfNode(id) : undefined),
    entityByRecord: async (recordID) => {
      if (recordID === '' || recordIdProblem(recordID) !== undefined) return undefined;
      let view: EntityView | undefined;
      // The entity may be split between the read of the record and the read of the entity.
      for (let read = 0; read < MOST_READS; read++) {
        const [item] = await reads.getMany([recordKey(recordID)]);
        if (item === undefined) return undefined;
        view = await entityOfNode(readRecord(item).node);
        if (view?.records.some((record) => record['id'] === recordID)) return view;
      }
      return view;
    },
    listEntities: async (request) => {
      if (table === undefined) throw new Error('This process cannot list entities: it has no scan of the table.');
      return listEntities({ store: reads, table, rules, now, timeLeft }, request);
    },
    explain: createExplain(reads, rules),
    pathsRead: pathsReadBy(rules),
    assemblyStatus,
    metrics: async () => {
      const genericKeys: FrequentKey[] = [];
      const tooFrequentKeys: FrequentKey[] = [];
      for await (const item of queryAll(store, OVER_FREQUENT_KEYS)) {
        const { hash, ruleIDs, isMarked } = readListedKey(item);
        (isMarked ? genericKeys : tooFrequentKeys).push({ hash, ruleIDs });
      }
      const { records, entities } = await readCounts(store);
      const loads = await readLoads(store, now());
      return {
        assemblyStatus: withLoads(await assemblyStatus(), loads),
        loads,
        recordCount: records,
        entityCount: entities,
        oldestUnfinished: await ageOfOldestWork(store, now(), 0),
        genericKeys,
        tooFrequentKeys,
        rules: register?.status ?? null,
      };
    },
    statistics: () => readStatistics({ store: reads, rules }),
    refreshStatistics: () => refreshStatistics({ store, rules, now }),
    workOnStatistics: async (milliseconds) => {
      if (table === undefined) throw new Error('This process cannot count the records: it has no scan of the table.');
      return workOnStatistics({ store, table, rules, now }, milliseconds);
    },
    oldestInterrupted: () => ageOfOldestWork(store, now(), REDO_AGE),
    sweep: async () => {
      const finished = await sweep(context);
      await forgetEndedHoldings(store, now());
      if (historyRetentionInDays > 0) {
        // With entity events, the relay makes the history.
        if (!entityEvents) await historyFromOutbox(store, now(), historyRetentionInDays);
        await deleteEndedHistory(store, now());
      }
      return finished;
    },
  };
  return register === undefined ? resolution : underRegister(resolution, register);
}

/** A bulk load counts as work in progress; the estimate is that of the slowest. */
function withLoads(status: AssemblyStatus, loads: readonly LoadProgress[]): AssemblyStatus {
  const minutes = [status.estimatedTimeRemaining, ...loads.map((load) => load.estimatedTimeRemaining)].filter(
    (estimate) => estimate !== null,
  );
  return minutes.length === 0 ? status : { state: 'IN_PROGRESS', estimatedTimeRemaining: Math.max(...minutes) };
}
