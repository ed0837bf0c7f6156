import type { TimeLeft } from '../request-time.ts';
import type { CompiledRuleConfig, IndexKey } from '../rules/types.ts';
import type { Store } from '../store/port.ts';
import type { Observer } from './observer.ts';

/** The kind of operation that changed an entity. */
export type CauseKind = 'submit' | 'update' | 'disassemble' | 'erasure' | 'banRemoval';

export interface Cause {
  readonly kind: CauseKind;
  readonly operation: string;
}

/** The dependencies of every operation. */
export interface Context {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
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
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  /** Postings of a key that a ranked search reads at once. */
  readonly searchWindow: number;
  /** Called once by every process that finds an over-frequent key. */
  readonly onOverFrequentKey: (key: IndexKey) => void;
  /** Whether changes of entities are written to the outbox. */
  readonly entityEvents?: boolean;
  /** The operation that outbox entries name. */
  readonly cause?: Cause;
  readonly observer: Observer;
}
