import { present } from '../../assert.ts';
import { queryAll, type Store } from '../../store/port.ts';
import { newID } from '../items/ids.ts';
import { isHeld } from '../items/lease.ts';
import {
  type ChangeItems,
  leaseWrite,
  progressWrite,
  readSegment,
  releaseWrite,
  type SegmentState,
  segmentPartition,
} from '../items/rule-change-items.ts';
import { addCounts, noCounts, type PassCounts } from './passes/pass.ts';

/** Milliseconds without a heartbeat after which another worker takes a segment over. Two at once do no harm. */
export const LEASE_TIME = 60_000;

export interface SegmentsOptions {
  /** Parts that the table is worked on in. */
  readonly segments: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly leaseTime?: number;
}

/** The segments of a phase: who works on which, and how far each is. */
export class Segments {
  private readonly store: Store;
  private readonly items: ChangeItems;
  private readonly phase: string;
  private readonly count: number;
  private readonly now: () => number;
  private readonly leaseTime: number;

  constructor(
    store: Store,
    items: ChangeItems,
    phase: string,
    { segments, now, leaseTime = LEASE_TIME }: SegmentsOptions,
  ) {
    this.store = store;
    this.items = items;
    this.phase = phase;
    this.count = segments;
    this.now = now;
    this.leaseTime = leaseTime;
  }

  /** Those that a worker has begun. */
  async begun(): Promise<readonly SegmentState[]> {
    const found: SegmentState[] = [];
    for await (const item of queryAll(this.store, segmentPartition(this.items, this.phase))) {
      found.push(readSegment(item));
    }
    return found;
  }

  async areDone(): Promise<boolean> {
    return (await this.begun()).filter(({ isDone }) => isDone).length === this.count;
  }

  /** Takes a segment that no worker works on; undefined if there is none. */
  async take(): Promise<SegmentState | undefined> {
    const begun = new Map((await this.begun()).map((state) => [state.segment, state]));
    for (let segment = 0; segment < this.count; segment++) {
      const before = begun.get(segment);
      if (before?.isDone || this.isHeld(before)) continue;
      const taken = await this.lease(segment, before);
      if (taken !== undefined) return taken;
    }
    return undefined;
  }

  /** How many workers there are. */
  async workers(): Promise<number> {
    return (await this.begun()).filter((state) => !state.isDone && this.isHeld(state)).length;
  }

  /** Notes how far the segment is. Returns false if another worker has taken it. */
  async note(state: SegmentState): Promise<boolean> {
    const [outcome] = await this.store.write([progressWrite(this.items, this.phase, state, this.now())]);
    return present(outcome, 'every write has an outcome').applied;
  }

  async release(state: SegmentState): Promise<void> {
    await this.store.write([releaseWrite(this.items, this.phase, state)]);
  }

  private isHeld(state: SegmentState | undefined): boolean {
    return isHeld(state, this.now(), this.leaseTime);
  }

  private async lease(segment: number, before: SegmentState | undefined): Promise<SegmentState | undefined> {
    const [now, token] = [this.now(), newID(this.now())];
    const [outcome] = await this.store.write([leaseWrite(this.items, this.phase, segment, { token, before, now })]);
    if (!present(outcome, 'every write has an outcome').applied) return undefined;
    const cursor = before?.cursor;
    return { segment, cursor, token, heartbeat: now, counts: before?.counts ?? noCounts, isDone: false };
  }
}

export const sumOf = (segments: readonly SegmentState[]): PassCounts =>
  segments.reduce<PassCounts>((sum, { counts }) => addCounts(sum, counts), noCounts);
