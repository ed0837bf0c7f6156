import type { TimeLeft } from '../request-time.ts';
import type { CompiledRuleConfig, IndexKey } from '../rules/types.ts';
import type { Store } from '../store/port.ts';
import type { Observer } from './observer.ts';

/** What had an entity changed. */
export type CauseKind = 'submit' | 'update' | 'disassemble' | 'erasure' | 'banRemoval';

export interface Cause {
  readonly kind: CauseKind;
  readonly operation: string;
}

/** What every operation works with. */
export interface Context {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after about so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds until whoever asked stops waiting. */
  readonly timeLeft: TimeLeft;
  /** From 0 up to, but without, 1. */
  readonly random: () => number;
  /** How long a lock may stand without a sign of life, by the clock of the one who waits. */
  readonly lockTime: number;
  /** Of an entity of no more records all are read when something leaves it. */
  readonly readWhole: number;
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  /** Told once by every process that finds a key with too many records. */
  readonly onOverFrequentKey: (key: IndexKey) => void;
  /** Whether changes of entities are noted for those who publish entity events. */
  readonly entityEvents?: boolean;
  /** What is being done, where that is noted. */
  readonly cause?: Cause;
  readonly observer: Observer;
}
