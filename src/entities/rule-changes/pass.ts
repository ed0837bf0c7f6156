import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Key, Store, TableScan } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { ChangeItems, SegmentCounts } from '../items/rule-change-items.ts';
import type { Segment } from '../read/list-entities.ts';
import type { RuleChangeOptions, RuleChangeReport } from './types.ts';

/** What a pass works with. Every operation of the library may run at the same time. */
export interface PassContext extends Context {
  /** Without records that are only reserved. */
  readonly store: Store;
  readonly table: TableScan;
  /**
   * The rules of the phase. In `INDEX`, `READY`, `SPLIT` and `UNITE` they are a pair: keys of both generations, of which
   * one links.
   */
  readonly rules: CompiledRuleConfig;
  /** The rules before and after the change, each for itself. */
  readonly from: CompiledRuleConfig;
  readonly to: CompiledRuleConfig;
  /** Keys of the items that belong to this change alone. They are deleted when it ends. */
  readonly items: ChangeItems;
  readonly options: RuleChangeOptions;
}

/** What a pass has done so far, over all chunks of a segment. Sums over segments are sums of these. */
export type PassCounts = SegmentCounts;

export const noCounts: PassCounts = { seen: 0, changed: 0, problems: 0, writeUnits: 0 };

export const addCounts = (a: PassCounts, b: PassCounts): PassCounts => ({
  seen: a.seen + b.seen,
  changed: a.changed + b.changed,
  problems: a.problems + b.problems,
  writeUnits: a.writeUnits + b.writeUnits,
});

/** The end of a chunk: where the next one begins, or that the segment is done. Counts are those of the chunk. */
export type PassStep = { readonly counts: PassCounts } & (
  | { readonly cursor: Key }
  | { readonly done: true }
  /** The segment must be read again from its beginning, because some of it was in use. */
  | { readonly again: true }
);

/**
 * The work of one phase on the whole table, in chunks. The same chunk may be worked on twice, also by two processes at
 * once: it must come to the same. The cursor is stored between two chunks.
 */
export interface PassChunk {
  /** Where the chunk begins; undefined at the beginning of the segment. */
  readonly cursor: Key | undefined;
  /** The most items of the table that the chunk scans, those of other kinds included. */
  readonly limit: number;
  /** What the chunks before it in the segment came to. */
  readonly before: PassCounts;
}

export interface PhasePass {
  chunk(context: PassContext, segment: Segment, chunk: PassChunk): Promise<PassStep>;
  /** Called when every segment is done, by one worker or, after a crash, by several. */
  finish?(context: PassContext): Promise<void>;
}

/** The pass of `READY`: it reads only, and what it finds is the report. */
export interface EvaluationPass extends PhasePass {
  /**
   * Called when every segment is done, by one worker or, after a crash, by several. A change without a report waits for
   * its owner.
   */
  report(context: PassContext): Promise<RuleChangeReport | undefined>;
}
