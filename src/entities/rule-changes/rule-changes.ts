import { setTimeout } from 'node:timers/promises';
import { endless, type TimeLeft } from '../../request-time.ts';
import type { CompileOptions } from '../../rules/compile/compile.ts';
import { INDEX_VERSION } from '../../rules/compile/index-plan.ts';
import { queryAll, type Store, type TableScan } from '../../store/port.ts';
import type { LargeEntities } from '../context.ts';
import { OVER_FREQUENT_KEY_RECORDS } from '../items/index-keys.ts';
import { withoutReservations } from '../items/record.ts';
import { REVIEW_PAIRS } from '../items/reviews.ts';
import { examplePartition, problemPartition, readExample, readProblem } from '../items/rule-change-items.ts';
import { type RuleChangeOptions, readRegister } from '../items/rules-register.ts';
import { noObserver, type Observer } from '../observer.ts';
import { evaluationPass } from './evaluate/evaluation-pass.ts';
import { continueChange, rollBackChange, setPaceOf, want } from './owner.ts';
import type { EvaluationPass } from './passes/pass.ts';
import { exampleKinds } from './report.ts';
import { LEASE_TIME } from './segments.ts';
import { statusOf } from './status.ts';
import { defaultRuleChangeOptions, type RuleChangeExample, type RuleChanges } from './types.ts';
import type { DeployedRules } from './versions/choose-rules.ts';
import { readDocument, StoredRulesError } from './versions/documents.ts';
import { createGenerations, type Generations } from './versions/generations.ts';
import { READERS_TIME } from './versions/register-access.ts';
import { RuleChangeWorker, WritePace } from './worker.ts';

export interface RuleChangesDependencies {
  readonly store: Store;
  readonly table: TableScan;
  /** The rules that the owner has deployed. Only {@link RuleChanges.work} takes them for wanted. */
  readonly deployed: Pick<DeployedRules, 'text' | 'recordSchema'>;
  readonly options?: RuleChangeOptions;
  /** More records than this make a blocking key over-frequent. Default 1,000. */
  readonly genericKeyRecords?: number;
  readonly reviewPairs?: number | undefined;
  /** Whether to write changes of entities to the outbox. Default false. */
  readonly entityEvents?: boolean;
  readonly observer?: Observer;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Resolves after this many milliseconds. Default: a timer. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Milliseconds until the caller stops waiting. Default: no limit. */
  readonly timeLeft?: TimeLeft;
  /** Milliseconds without a heartbeat after which a lock is broken. */
  readonly lockTime?: number;
  /** Counts what a change does. */
  readonly evaluation?: EvaluationPass;
  /** Called for stored records that have more index keys than a record may have. */
  readonly onTooManyKeys?: CompileOptions['onTooManyKeys'];
  /** What documents say. Default: documents of the table, compiled. */
  readonly generations?: Generations;
  /** Parts that the table is worked on in: the most workers. Default 64. The same in every process of a table. */
  readonly segments?: number;
  /** Milliseconds without a heartbeat after which another worker takes over what one has begun. */
  readonly leaseTime?: number;
  /** Items of the table that a chunk scans. Default 1,000. */
  readonly chunk?: number;
  /** Milliseconds for which processes that only read may go by former rules. */
  readonly readersTime?: number;
  /** How large entities are judged. Default: as sweepers do. */
  readonly largeEntities?: LargeEntities;
  /** Told when the store refuses calls for going too fast. Default: nothing slows the passes down but the options. */
  readonly pace?: WritePace;
}

/** A request of a reader lasts at most half a minute, and it asks for the rules every {@link READERS_TIME}. */
const READERS = READERS_TIME + 50_000;
const LOCK_TIME = 5_000;
const READ_WHOLE = 100;
const SEARCH_WINDOW = 30;

/** Changes of the rules of a table. */
export function createRuleChanges(dependencies: RuleChangesDependencies): RuleChanges {
  const {
    store: everything,
    table,
    deployed,
    options = defaultRuleChangeOptions,
    segments = 64,
    now = Date.now,
    onTooManyKeys,
  } = dependencies;
  const store = withoutReservations(everything);
  const generations =
    dependencies.generations ?? createGenerations(store, deployed.recordSchema, INDEX_VERSION, onTooManyKeys);
  const worker = new RuleChangeWorker({
    store,
    table,
    generations,
    evaluation: dependencies.evaluation ?? evaluationPass,
    segments,
    leaseTime: dependencies.leaseTime ?? LEASE_TIME,
    chunk: dependencies.chunk ?? 1_000,
    readersTime: dependencies.readersTime ?? READERS,
    pace: dependencies.pace ?? new WritePace(now),
    base: {
      store,
      now,
      pause: dependencies.pause ?? ((milliseconds) => setTimeout(milliseconds)),
      timeLeft: dependencies.timeLeft ?? endless,
      random: Math.random,
      lockTime: dependencies.lockTime ?? LOCK_TIME,
      readWhole: READ_WHOLE,
      largeEntities: dependencies.largeEntities,
      genericKeyRecords: dependencies.genericKeyRecords ?? OVER_FREQUENT_KEY_RECORDS,
      reviewPairs: dependencies.reviewPairs ?? REVIEW_PAIRS,
      searchWindow: SEARCH_WINDOW,
      onOverFrequentKey: () => undefined,
      entityEvents: dependencies.entityEvents ?? false,
      observer: dependencies.observer ?? noObserver,
    },
  });
  const owner = { store, generations, now };
  const status = async () => statusOf(store, await readRegister(store), { segments, now });
  const itemsOfChange = async () => ({ change: (await readRegister(store))?.changes.changes ?? 0 });
  return {
    status,
    examples: async (first) => {
      const found: RuleChangeExample[] = [];
      for await (const item of queryAll(store, examplePartition(await itemsOfChange()))) {
        found.push(readExample<RuleChangeExample>(item));
      }
      return exampleKinds.flatMap((kind) => found.filter((example) => example.kind === kind).slice(0, first));
    },
    problems: async (first) => {
      const { items } = await store.query(problemPartition(await itemsOfChange()), { limit: Math.max(1, first) });
      return items.slice(0, first).map(readProblem);
    },
    document: async (name) => {
      try {
        return await readDocument(store, name);
      } catch (error) {
        if (error instanceof StoredRulesError) return undefined;
        throw error;
      }
    },
    continue: async (to) => {
      await continueChange(owner, to);
      return status();
    },
    rollBack: async (to) => {
      await rollBackChange(owner, to);
      return status();
    },
    setPace: async (pace) => {
      await setPaceOf(owner, pace);
      return status();
    },
    work: async (milliseconds) => {
      const until = now() + milliseconds;
      await want(owner, { text: deployed.text, indexVersion: INDEX_VERSION, options });
      await worker.work(until);
    },
  };
}
