import type { RuleChangeOptions, RuleChangePhase } from '../items/rules-register.ts';
import type { ChangeCounts, ExampleKind } from './report.ts';

/**
 * - `STEADY`: no change is under way.
 * - `RUNNING`: a worker goes on, or will within a minute.
 * - `HELD`: waits in `READY` for {@link RuleChanges.continue}.
 * - `PAUSED`: the owner has stopped it for the time being.
 * - `WAITING`: a change is asked for, and starts when the one under way is done.
 * - `FAILED`: the next rules cannot be run; the former ones stay in force.
 */
export type RuleChangeState = 'STEADY' | 'RUNNING' | 'HELD' | 'PAUSED' | 'WAITING' | 'FAILED';

export const defaultRuleChangeOptions: RuleChangeOptions = {
  mode: 'hold',
  largestChangePercent: 2,
  largestEntity: 1_000,
  writeUnitsPerSecond: 2_000,
};

/** Why a change waits for its owner. */
export type HeldBecause =
  | 'MODE'
  /** More records than `largestChangePercent` would change. */
  | 'MANY_RECORDS'
  /** An entity of more than `largestEntity` records would result. */
  | 'LARGE_ENTITY';

/** What a change does to stored data, counted by a scan while it is `READY`. Exact for a table at rest. */
export interface RuleChangeReport extends ChangeCounts {
  /** True if more changes than one process can join, or a change of entity rules: bounds, of which no true count is worse. */
  readonly isEstimate?: boolean;
  /** Records that were read. */
  readonly records: number;
  /** Keys of the next rules that more records share than a key may link. */
  readonly overFrequentKeys: number;
  /** Stored records that the next rules refuse; they stay, and get no key more if they would have too many. */
  readonly refused: number;
}

/** Two records that a change joins or parts, with the entities that they are in before it. */
export interface RuleChangeExample {
  readonly kind: ExampleKind;
  /** Record ids. */
  readonly records: readonly [string, string];
  /** Entity ids, in the order of `records`. */
  readonly entities: readonly [string, string];
  /** Rules that join the two: the next ones for a merge, the former ones for a split. */
  readonly rules: readonly string[];
}

/** A stored record that the next rules cannot take in as it is. */
export interface RuleChangeProblem {
  readonly recordID: string;
  /** `TOO_MANY_INDEX_KEYS` or `FIELD_DOES_NOT_EXIST`. */
  readonly code: string;
}

export interface RuleChangeStatus {
  readonly state: RuleChangeState;
  readonly heldBecause: HeldBecause | undefined;
  /** Name of the document whose rules are in force: SHA-256 in hexadecimal digits. */
  readonly inForce: string;
  /** Names of the documents before and after the change under way or, in a steady state, of the last one. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Name of a document that is asked for and waits. */
  readonly waiting: string | undefined;
  /** Why the state is `FAILED`. */
  readonly failure: string | undefined;
  readonly phase: RuleChangePhase | undefined;
  /** Of the phase, from 0 to 1. */
  readonly progress: number;
  /** Whole minutes until the change is done or waits; undefined before it can be told. */
  readonly estimatedMinutes: number | undefined;
  /** Milliseconds since 1970. */
  readonly since: number | undefined;
  readonly lastHeartbeat: number | undefined;
  /** Write units used so far; in a steady state, by the last change. The same holds for the two counts below. */
  readonly writeUnits: number;
  readonly options: RuleChangeOptions;
  /** Undefined before the scan of `READY` is done. */
  readonly report: RuleChangeReport | undefined;
  /** Records that the passes have split off or united with an older entity so far. One that moves twice counts twice. */
  readonly recordsChanged: number;
  readonly problems: number;
}

/** Changes of the rules of one table. Any number of processes may call any of this at once. */
export interface RuleChanges {
  status(): Promise<RuleChangeStatus>;
  /** Examples of the report, at most `first` of each kind. */
  examples(first: number): Promise<readonly RuleChangeExample[]>;
  problems(first: number): Promise<readonly RuleChangeProblem[]>;
  /** The documents of the change, as their owners wrote them, by name. */
  document(name: string): Promise<string | undefined>;
  /**
   * Starts the change to a document, or lets a held one go on.
   *
   * @param to the document's name, so that no other change goes on than the one that was examined
   * @throws NoSuchRuleChangeError
   */
  continue(to: string): Promise<RuleChangeStatus>;
  /**
   * Takes the change back, in every phase and after the end: the former rules come into force again, and what the change
   * did is undone. In a steady state it starts the change to the rules before the last change.
   *
   * @param to the document that the change leads to, so that a repeated call does not take back what the first one began; by
   *   default, whichever change it is
   * @throws NoSuchRuleChangeError
   */
  rollBack(to?: string): Promise<RuleChangeStatus>;
  /** Stops, resumes or slows a change. */
  setPace(pace: { readonly paused?: boolean; readonly writeUnitsPerSecond?: number }): Promise<RuleChangeStatus>;
  /**
   * Works on the change, if there is one, as one of any number of workers, for at most so many milliseconds. Resolves
   * earlier when there is nothing to do for this worker.
   */
  work(milliseconds: number): Promise<void>;
}

/** What the options of a change may be. */
export const ruleChangeModes = ['hold', 'automatic', 'refuse'] as const;

export const ruleChangeBounds = {
  largestChangePercent: { least: 0, most: 100 },
  largestEntity: { least: 2, most: 1_000_000_000 },
  writeUnitsPerSecond: { least: 1, most: 1_000_000 },
} as const;
