import type { TimeLeft } from '../request-time.ts';
import type { CompiledRuleConfig, IndexKey } from '../rules/types.ts';
import type { Store } from '../store/port.ts';
import type { RulesEpoch } from './items/counters.ts';
import type { CauseKind } from './items/history.ts';
import type { Observer } from './observer.ts';

export interface Cause {
  readonly kind: CauseKind;
  readonly operation: string;
  /** Id of the decision of a person that the operation carries out or takes back. */
  readonly decision?: string | undefined;
  /** Why records or links were removed, as the request says. */
  readonly reason?: string | undefined;
}

/** How entities are judged that are too large to be judged under their lock. */
export interface LargeEntities {
  /** The most records of other entities. */
  readonly above: number;
  /** Milliseconds after which the parts that were found leave, and the rest is judged again. */
  readonly judgedFor: number;
}

/** The dependencies of every operation. */
export interface Context {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
  /** Of the rules, so that nothing is moved by them once others are in force. */
  readonly epoch?: RulesEpoch;
  /**
   * True while entities that the rules part are being split, after a change of rules: then an entity is split before it is
   * united with another, so that no stranger joins one that is about to lose records.
   */
  readonly isSplitting?: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after about this many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds until the caller stops waiting. */
  readonly timeLeft: TimeLeft;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Milliseconds without a heartbeat after which a lock is broken, by the clock of the waiting process. */
  readonly lockTime: number;
  /** An entity of at most this many records is read whole when a record leaves it. */
  readonly readWhole: number;
  /** How large entities are judged, if not as usual. */
  readonly largeEntities?: LargeEntities | undefined;
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  /** The most bans of an entity, if not as usual. */
  readonly mostBans?: number | undefined;
  /** Postings of each key that a ranked search reads first; undefined for as many as the page needs. */
  readonly searchWindow: number | undefined;
  /** Called once by every process that finds an over-frequent key. */
  readonly onOverFrequentKey: (key: IndexKey) => void;
  /** Whether changes of entities are written to the outbox. */
  readonly entityEvents?: boolean;
  /** The operation that outbox entries name. */
  readonly cause?: Cause;
  /** The most pairs in the review queue; 0 for no queue. Default 100,000. */
  readonly reviewPairs?: number;
  readonly observer: Observer;
}
