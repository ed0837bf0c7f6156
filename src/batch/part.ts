import { present } from '../assert.ts';
import { type CheckedRecord, checkRecord } from '../entities/validate.ts';
import type { CompiledRules } from '../rules/compile/compiled-rules.ts';
import type { RecordSources } from '../rules/record-schema/sources.ts';
import type { IndexKey, RecordPayload, ResolvedValues } from '../rules/types.ts';
import { finished, type Work } from '../work.ts';
import { type Grouped, type Grouping, RecordGroups } from './groups.ts';
import { type Joins, type Judged, judgeBucket, type OverFrequentHolders } from './judge.ts';
import { KeyBucket, KeyWriter, PlanNumbers } from './key-entries.ts';
import { type RecordBuffers, RecordList, RecordTable, rowOfRecord, type TakenRecords } from './record-table.ts';
import { SharedSets } from './shared-sets.ts';
import { readSpill, removeSpill, Spill } from './spill.ts';

/** A record as a source gives it, or why it gives none. Positions ascend from 0 in each piece. */
export type ReadRecord = { readonly at: number } & (
  | { readonly record: RecordPayload }
  | { readonly code: string; readonly reason: string; readonly text: unknown }
);

/** Reads what a source gives at a time. */
type PieceReader<Content> = (content: Content) => Iterable<ReadRecord>;

/** A record that a submit would refuse. */
export interface RefusedRecord {
  readonly position: number;
  readonly code: string;
  readonly reason: string;
  /** The record, or the text that is none. */
  readonly record: unknown;
  /** Where another record has its id. */
  readonly earlier?: number;
}

export interface TakenPiece {
  readonly records: TakenRecords;
  readonly refused: readonly RefusedRecord[];
}

/** Notes more of a record than its keys, while the records are read. */
export interface RecordNotes {
  note(record: CheckedRecord, position: number, row: number): void;
  close(): void;
}

export interface PartOptions<Content> {
  readonly rules: CompiledRules;
  /** Undefined for records without declared sources, and for stored ones. */
  readonly sources?: RecordSources | undefined;
  readonly genericKeyRecords: number;
  readonly read: PieceReader<Content>;
  readonly directory: () => string;
  /** A power of two. */
  readonly buckets: number;
  /** Of this part, and how many there are. */
  readonly part: number;
  readonly parts: number;
  /** Seed of the rows of an embedded store; any number without one. */
  readonly seed: number;
  /** Whether keys are kept that serve searches only, and all keys until they are removed. */
  readonly forStore: boolean;
  readonly findsNear: boolean;
  readonly notes?: readonly RecordNotes[];
}

/** Two records of each join, one after the other. */
export type JoinedPairs = Uint32Array;

/** What one thread does of a batch: it takes pieces, then it judges buckets of the keys of all threads. */
export class BatchPart<Content> {
  /** Of all parts, from 0. */
  readonly number: number;
  readonly spill: Spill;
  readonly plans: PlanNumbers;
  private readonly options: PartOptions<Content>;
  private readonly keys: KeyWriter;
  /** Where the rules keep linked records apart. */
  private readonly groups: RecordGroups | undefined;
  private grouping: Grouping | undefined;
  private shared: { readonly table: RecordTable; readonly sets: SharedSets } | undefined;

  constructor(options: PartOptions<Content>) {
    const { rules, directory, buckets, part, seed, forStore } = options;
    this.options = options;
    this.number = part;
    this.plans = new PlanNumbers(rules.parts.plans);
    this.spill = new Spill({ directory, name: nameOf(part) }, buckets);
    this.groups = rules.entityRules && new RecordGroups(options);
    this.keys = new KeyWriter(this.spill, { plans: this.plans, seed, forSearches: forStore });
  }

  /** Checks the records of a piece, makes their values and keys, and keeps these. */
  take(content: Content, base: number): TakenPiece {
    const list = new RecordList();
    const refused: RefusedRecord[] = [];
    for (const read of this.options.read(content)) {
      const position = base + read.at;
      if ('reason' in read) {
        refused.push({ position, code: read.code, reason: read.reason, record: read.text });
        continue;
      }
      const checked = checkRecord(read.record, this.options);
      if ('problems' in checked) {
        const { code, message } = present(checked.problems[0], 'a record is refused for a reason');
        refused.push({ position, code, reason: message, record: read.record });
        continue;
      }
      const row = rowOfRecord(checked.id, this.options.seed);
      list.add(read.at, checked, row);
      this.keys.add(position, checked.keys, checked.values);
      this.groups?.note(position, checked.document);
      for (const notes of this.options.notes ?? []) notes.note(checked, position, row);
    }
    return { records: list.taken(), refused };
  }

  /** Keeps the keys of a record that another part took, or that is stored. Positions ascend. */
  keep(position: number, record: RecordPayload, keys: readonly IndexKey[], values: ResolvedValues): void {
    this.keys.add(position, keys, values);
    this.groups?.note(position, JSON.stringify(record));
  }

  /** Ends the taking, so that other threads can read what this one kept. */
  close(): { readonly keys: number; readonly bytes: number; readonly isGrouped: boolean } {
    const { bytes } = this.spill;
    if (this.options.parts > 1) this.spill.close();
    for (const notes of this.options.notes ?? []) notes.close();
    return { keys: this.keys.count, bytes, isGrouped: this.groups !== undefined };
  }

  /** From here on the part judges. */
  share(table: RecordBuffers, sets: SharedArrayBuffer): void {
    this.shared = { table: new RecordTable(table), sets: new SharedSets(sets) };
  }

  judge(bucket: number): Judged & { readonly joined: JoinedPairs } {
    return finished(this.judgeInPieces(bucket, false));
  }

  *judgeInPieces(bucket: number, rests = true): Work<Judged & { readonly joined: JoinedPairs }> {
    const { rules, genericKeyRecords, findsNear } = this.options;
    const joins = new FreeJoins(this.shared!.sets, genericKeyRecords);
    const judged = yield* judgeBucket(this.bucket(bucket), { rules, genericKeyRecords, joins, findsNear, rests });
    if (!this.options.forStore) this.removeBucket(bucket);
    return { ...judged, joined: Uint32Array.from(joins.joined) };
  }

  /** From here on the part makes the entities of components: all records are judged. */
  beginGroups(entities: SharedArrayBuffer, several: SharedArrayBuffer): void {
    const { table, sets } = this.shared!;
    this.grouping = { table, components: sets, entities: new SharedSets(entities), several: new Uint8Array(several) };
    this.groups!.place(this.grouping);
  }

  group(bucket: number): Grouped {
    return finished(this.groupInPieces(bucket));
  }

  groupInPieces(bucket: number): Work<Grouped> {
    return this.groups!.group(bucket, this.grouping!);
  }

  /** Judges all records that were kept. Returns the over-frequent keys, the most frequent first. */
  *judgeKept(joins: Joins): Work<OverFrequentHolders[]> {
    const { rules, genericKeyRecords, buckets } = this.options;
    const overFrequent: OverFrequentHolders[] = [];
    for (let bucket = 0; bucket < buckets; bucket++) {
      const keys = new KeyBucket(this.read(bucket), this.plans, () => false);
      const judged = yield* judgeBucket(keys, { rules, genericKeyRecords, joins, rests: true });
      for (const key of judged.overFrequent) overFrequent.push(key);
    }
    return overFrequent.sort((a, b) => b.records - a.records);
  }

  /** Makes the entities of all records that were kept. */
  *groupKept(grouping: Grouping): Work<JoinedPairs[]> {
    const joined: JoinedPairs[] = [];
    this.groups!.place(grouping);
    for (let bucket = 0; bucket < this.options.buckets; bucket++) {
      joined.push((yield* this.groups!.group(bucket, grouping)).joined);
    }
    return joined;
  }

  /** The keys of all threads. */
  bucket(bucket: number): KeyBucket {
    return new KeyBucket(this.read(bucket), this.plans, this.shared!.table.isLeftOut);
  }

  removeBucket(bucket: number): void {
    if (this.options.parts > 1) for (const place of this.places()) removeSpill(place, bucket);
  }

  private read(bucket: number): Buffer {
    if (this.options.parts === 1) return this.spill.read(bucket);
    return Buffer.concat(this.places().map((place) => readSpill(place, bucket)));
  }

  private places() {
    const { directory, parts } = this.options;
    return Array.from({ length: parts }, (_, part) => ({ directory, name: nameOf(part) }));
  }
}

const nameOf = (part: number): string => `keys.${part}`;

/** Joins records that nothing keeps apart. */
export class FreeJoins implements Joins {
  /** Two records of each join, one after the other. */
  readonly joined: number[] = [];
  readonly sets: SharedSets;
  private readonly most: number;

  constructor(sets: SharedSets, most: number) {
    this.sets = sets;
    this.most = most;
  }

  isOpen(a: number, b: number): boolean {
    return this.sets.find(a) !== this.sets.find(b);
  }

  join(a: number, b: number): void {
    if (this.sets.join(a, b)) this.joined.push(a, b);
  }

  joinHolders([first, ...others]: readonly number[]): void {
    for (const other of others) this.join(first!, other);
  }

  /** The first ones of the file, as in submits one after the other. */
  partsOfMany(holders: readonly number[]): readonly (readonly number[])[] {
    return [Array.from({ length: Math.min(this.most, holders.length) }, (_, place) => place)];
  }
}
