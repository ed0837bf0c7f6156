import { keyOwnerText, postingText } from '../entities/items/index-keys.ts';
import { heldChildText, heldText, memberText, nodePartition } from '../entities/items/node.ts';
import { newRecordVersion, recordKey, recordTexts } from '../entities/items/record.ts';
import { notedKeys } from '../entities/keys/record-keys.ts';
import { type CheckedRecord, contentDigest, MAX_RECORDS } from '../entities/validate.ts';
import { append } from '../multimap.ts';
import { ImportFiles, type WrittenFiles } from '../store/dynamodb/import-files.ts';
import { BulkConnection, BulkRows, type BulkTarget } from '../store/embedded/bulk-writer.ts';
import { partitionNumber, type StoredItem } from '../store/embedded/rows.ts';
import type { MoreTasks } from './crew.ts';
import { IDSequence, type SequenceStart } from './id-sequence.ts';
import { bucketOf, partitionOfKey } from './key-entries.ts';
import type { BatchPart, RecordNotes } from './part.ts';
import { type RecordBuffers, RecordTable } from './record-table.ts';
import { SharedSets } from './shared-sets.ts';
import { readSpill, removeSpill, Spill } from './spill.ts';

/** Position, number of the row, and bytes of the two texts behind it. */
const HEAD = 4 + 8 + 4 + 4;

const nameOf = (part: number): string => `records.${part}`;

/** Keeps what is known of the items of records while they are read, by the bucket of their rows. */
export class StoreNotes implements RecordNotes {
  private readonly spill: Spill;

  constructor(directory: () => string, part: number, buckets: number) {
    this.spill = new Spill({ directory, name: nameOf(part) }, buckets);
  }

  note({ document, payload, keys }: CheckedRecord, position: number, row: number): void {
    const { spill } = this;
    const digest = contentDigest(payload);
    const before = recordTexts.before({ document, digest });
    const after = recordTexts.after(digest, notedKeys(keys));
    const bucket = bucketOf(row, spill.buckets);
    const buffer = spill.room(bucket, HEAD + (before.length + after.length) * 3);
    const start = spill.at(bucket);
    const middle = start + HEAD + buffer.write(before, start + HEAD);
    const end = middle + buffer.write(after, middle);
    buffer.writeUInt32LE(position, start);
    buffer.writeDoubleLE(row, start + 4);
    buffer.writeUInt32LE(middle - start - HEAD, start + 12);
    buffer.writeUInt32LE(end - middle, start + 16);
    spill.wrote(bucket, end);
  }

  close(): void {
    this.spill.close();
  }
}

/** Where the items go: into a database, or into files for DynamoDB's import in a directory. */
export type ItemsTarget = BulkTarget | { readonly files: string; readonly seed: number };

/** What all who make rows of one batch share. */
export interface StorePlan {
  readonly target: ItemsTarget;
  readonly directory: string;
  readonly table: RecordBuffers;
  readonly sets: SharedArrayBuffer;
  /** Sets of components, where the rules keep linked records apart. */
  readonly components: SharedArrayBuffer | undefined;
  /** Records in the order of their entities, and where those of each entity begin, by its first record. */
  readonly members: SharedArrayBuffer;
  readonly starts: SharedArrayBuffer;
  readonly nodes: SequenceStart;
  readonly operations: SequenceStart;
  /** The bucket whose rows are to be written next. */
  readonly turn: SharedArrayBuffer;
  readonly parts: number;
  readonly genericKeyRecords: number;
}

/** Names what a first store has of a record: as submits of a hundred records each would. */
export class PlacedNames {
  readonly nodes: IDSequence;
  private readonly sets: SharedSets;
  private readonly operations: IDSequence;

  constructor({ sets, nodes, operations }: Pick<StorePlan, 'sets' | 'nodes' | 'operations'>) {
    this.sets = new SharedSets(sets);
    this.nodes = new IDSequence(nodes);
    this.operations = new IDSequence(operations);
  }

  /** Whether a record is the first one of its entity. */
  isFirst(position: number): boolean {
    return this.sets.find(position) === position;
  }

  node(position: number): string {
    return this.nodes.at(this.sets.find(position));
  }

  operation(position: number): string {
    return this.operations.at(Math.floor(position / MAX_RECORDS));
  }

  /** Ascends with the position. */
  recordVersion(position: number): string {
    return newRecordVersion(this.operation(position), position % MAX_RECORDS);
  }
}

/** Takes the items of one bucket after the other. */
interface ItemSink {
  /** Adds all items of a partition. @param number that of `partitionNumber` */
  add(number: number, pk: string, items: readonly StoredItem[]): void;
  endBucket(bucket: number): void;
  close(): WrittenFiles | undefined;
}

/** Writes the rows of a bucket when it is their turn. */
class DatabaseSink implements ItemSink {
  private rows = new BulkRows();
  private readonly connection: BulkConnection;
  private readonly turn: Int32Array;

  constructor(target: BulkTarget, { directory, turn }: StorePlan) {
    this.connection = new BulkConnection(target, directory);
    this.turn = new Int32Array(turn);
  }

  add(number: number, pk: string, items: readonly StoredItem[]): void {
    this.rows.add(number, pk, items);
  }

  endBucket(bucket: number): void {
    const { turn } = this;
    for (let now = Atomics.load(turn, 0); now !== bucket; now = Atomics.load(turn, 0)) Atomics.wait(turn, 0, now);
    this.connection.write(this.rows);
    Atomics.add(turn, 0, 1);
    Atomics.notify(turn, 0);
    this.rows = new BulkRows();
  }

  close(): undefined {
    this.connection.close();
  }
}

/** Writes files, in which the order of buckets says nothing. */
class FilesSink implements ItemSink {
  private readonly files: ImportFiles;

  constructor(directory: string, part: number) {
    this.files = new ImportFiles({ directory, name: `items-${part}` });
  }

  add(_number: number, pk: string, items: readonly StoredItem[]): void {
    this.files.addTexts(pk, items);
  }

  endBucket(): void {}

  close(): WrittenFiles {
    return this.files.close();
  }
}

/** Makes the items of buckets. */
class StoreRows<Content> {
  private readonly plan: StorePlan;
  private readonly part: BatchPart<Content>;
  private readonly table: RecordTable;
  private readonly names: PlacedNames;
  private readonly members: Uint32Array;
  private readonly starts: Uint32Array;
  private readonly sink: ItemSink;
  private readonly components: SharedSets | undefined;
  private heldBelow: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(plan: StorePlan, part: BatchPart<Content>) {
    this.plan = plan;
    this.part = part;
    this.table = new RecordTable(plan.table);
    this.names = new PlacedNames(plan);
    this.components = plan.components && new SharedSets(plan.components);
    this.members = new Uint32Array(plan.members);
    this.starts = new Uint32Array(plan.starts);
    const { target } = plan;
    this.sink = 'files' in target ? new FilesSink(target.files, part.number) : new DatabaseSink(target, plan);
  }

  /** @param firsts first records of the entities whose nodes have rows in this bucket */
  write(bucket: number, firsts: Uint32Array): void {
    this.addRecords(bucket);
    this.addKeys(bucket);
    this.addMembers(firsts);
    this.sink.endBucket(bucket);
  }

  close(): WrittenFiles | undefined {
    return this.sink.close();
  }

  private addRecords(bucket: number): void {
    const { plan, table, names, sink } = this;
    for (let part = 0; part < plan.parts; part++) {
      const place = { directory: () => plan.directory, name: nameOf(part) };
      const content = readSpill(place, bucket);
      for (let at = 0; at < content.length; ) {
        const position = content.readUInt32LE(at);
        const middle = at + HEAD + content.readUInt32LE(at + 12);
        const end = middle + content.readUInt32LE(at + 16);
        if (table.isRecord(position)) {
          const [before, after] = [content.toString('utf8', at + HEAD, middle), content.toString('utf8', middle, end)];
          const [node, recordVersion] = [names.node(position), names.recordVersion(position)];
          const placed = recordTexts.placed({ node, recordVersion, operation: names.operation(position) });
          const { pk, sk } = recordKey(table.id(position));
          sink.add(content.readDoubleLE(at + 4), pk, [{ sk, text: before + placed + after }]);
        }
        at = end;
      }
      removeSpill(place, bucket);
    }
  }

  private addKeys(bucket: number): void {
    const { table, names, sink } = this;
    const content = this.part.bucket(bucket);
    for (const { plan, entries } of content.groups()) {
      const first = entries[0]!;
      const pk = partitionOfKey(plan, content.hash(first));
      const number = content.number(first);
      if (plan.exact) {
        const operation = names.operation(content.position(first));
        sink.add(number, pk, [keyOwnerText(this.ownersOf(entries.map((entry) => content.position(entry))), operation)]);
        continue;
      }
      // A key that serves searches only has all its holders.
      const most = plan.carried.length > 0 ? this.plan.genericKeyRecords : entries.length;
      const items = entries.slice(0, most).map((entry) => {
        const position = content.position(entry);
        const [recordID, recordVersion] = [table.id(position), names.recordVersion(position)];
        return postingText({ recordID, recordVersion, node: names.node(position) }, content.values(entry));
      });
      sink.add(number, pk, items);
    }
    this.part.removeBucket(bucket);
  }

  /** The entities of the holders of an exact key; one, unless the rules keep linked records apart. */
  private ownersOf(holders: readonly number[]): readonly string[] {
    const { names, components, plan } = this;
    if (components === undefined) return [names.node(holders[0]!)];
    const nodes = new Set(holders.map((position) => names.node(position)));
    return [...nodes].slice(0, plan.genericKeyRecords).sort();
  }

  /** How the node of an entity stands in the tree of its component. */
  private placeOf(first: number): readonly StoredItem[] {
    const { names, components } = this;
    if (components === undefined) return [];
    const root = components.find(first);
    if (root !== first) return [heldText(names.node(root), 'undecided')];
    this.heldBelow ??= this.heldByComponent(components);
    return (this.heldBelow.get(first) ?? []).map((held) => heldChildText(names.node(held)));
  }

  private heldByComponent(components: SharedSets): ReadonlyMap<number, readonly number[]> {
    const held = new Map<number, number[]>();
    for (let position = 0; position < this.table.span; position++) {
      const root = components.find(position);
      const isHeld = this.table.isRecord(position) && root !== position && this.names.isFirst(position);
      if (isHeld) append(held, root, position);
    }
    return held;
  }

  private addMembers(firsts: Uint32Array): void {
    const { table, names, members, starts, sink } = this;
    for (const first of firsts) {
      const pk = nodePartition(names.node(first));
      const records = Array.from(members.subarray(starts[first]!, starts[first + 1]!), (position) =>
        memberText(table.id(position)),
      );
      const items = [...this.placeOf(first), ...records];
      sink.add(partitionNumber(pk, this.plan.target.seed), pk, items);
    }
  }
}

/** Lays records out by entity. */
export function membersByEntity(
  table: RecordTable,
  sets: SharedSets,
): { readonly members: SharedArrayBuffer; readonly starts: SharedArrayBuffer; readonly firsts: readonly number[] } {
  const { span } = table;
  const buffers = { members: new SharedArrayBuffer(4 * span), starts: new SharedArrayBuffer(4 * (span + 1)) };
  const [members, starts] = [new Uint32Array(buffers.members), new Uint32Array(buffers.starts)];
  const firsts: number[] = [];
  for (let position = 0; position < span; position++) {
    if (!table.isRecord(position)) continue;
    const first = sets.find(position);
    if (first === position) firsts.push(first);
    starts[first + 1]! += 1;
  }
  for (let position = 0; position < span; position++) starts[position + 1]! += starts[position]!;
  const filled = starts.slice();
  for (let position = 0; position < span; position++) {
    if (table.isRecord(position)) members[filled[sets.find(position)]!++] = position;
  }
  return { ...buffers, firsts };
}

/** The tasks of those who write rows. */
export function rowTasks<Content>(part: BatchPart<Content>): MoreTasks {
  let rows: StoreRows<Content> | undefined;
  return {
    beginRows(plan: StorePlan) {
      rows = new StoreRows(plan, part);
    },
    writeRows: (bucket: number, firsts: Uint32Array) => rows!.write(bucket, firsts),
    endRows: (): WrittenFiles | undefined => rows!.close(),
  };
}
