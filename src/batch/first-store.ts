import { join } from 'node:path';
import { assert, present } from '../assert.ts';
import { counterKeys } from '../entities/items/counters.ts';
import { firstDayKey } from '../entities/items/history.ts';
import { listedKeyItem, overFrequentMarkWrite } from '../entities/items/index-keys.ts';
import { nodePartition } from '../entities/items/node.ts';
import { finishOutbox } from '../entities/items/outbox.ts';
import { isOfRules, type Register, readRegister, takeIntoUse } from '../entities/items/rules-register.ts';
import { chooseRules, type DeployedRules } from '../entities/rule-changes/versions/choose-rules.ts';
import { firstQueue } from '../entities/submit/near-matches.ts';
import { MAX_RECORDS } from '../entities/validate.ts';
import { EntityDataError } from '../errors.ts';
import { beginFiles, ImportFiles, placeFiles, type WrittenFiles } from '../store/dynamodb/import-files.ts';
import {
  beginBulk,
  endBulk,
  fewItems,
  fillDatabase,
  placeDatabase,
  refuseDatabase,
} from '../store/embedded/bulk-writer.ts';
import { backUpStore } from '../store/embedded/database-file.ts';
import { partitionNumber } from '../store/embedded/rows.ts';
import { openEmbeddedStore } from '../store/embedded/store.ts';
import type { Item, Key, Store, Write } from '../store/port.ts';
import { type Crew, inTurns } from './crew.ts';
import { IDSequence } from './id-sequence.ts';
import { bucketOf } from './key-entries.ts';
import type { ResolvedBatch } from './resolve.ts';
import { type ItemsTarget, membersByEntity, PlacedNames, type StorePlan } from './store-rows.ts';

/**
 * Makes the first store of an instance from a batch: the items that submits of all records, one after the other, would leave.
 * Records, keys and members go into the file in bulk, by the crew; what is rare goes in through the store's own port. For
 * DynamoDB's import the crew writes files, and what is rare is copied from a small embedded store into one more.
 *
 * Everything happens in a working directory. The store is complete when it gets its place, and no reader sees it before.
 */
export type StorePlace =
  | { readonly kind: 'database'; readonly directory: string }
  /** The store of a running service, which has no record yet. */
  | { readonly kind: 'running'; readonly directory: string }
  /** Files for DynamoDB's import. */
  | { readonly kind: 'import'; readonly directory: string };

/** The store has records, or is about to get some. */
export class StoreUsedError extends EntityDataError {
  readonly code = 'STORE_USED';
}

const used = (directory: string): StoreUsedError =>
  new StoreUsedError(`The store in ${directory} has records, or gets some from others.`, {
    hint: 'Load into the service that runs on it.',
  });

export interface BegunStore {
  readonly target: ItemsTarget;
  /** Of a running service: what its store has. */
  readonly former: string | undefined;
  /** What the keys of a table are made by from its first record on. */
  readonly heritage: Pick<Register, 'indexVersion' | 'formerPlans'>;
}

/**
 * Begins a store in a working directory, with the register of its rules.
 *
 * @param place where the store will be
 * @throws StoreFormatError if there is one already, StoreUnavailableError; StoreUsedError if a service has records, or
 *   other rules
 */
export async function beginStore(work: string, place: StorePlace, deployed: DeployedRules): Promise<BegunStore> {
  if (place.kind === 'database') refuseDatabase(place.directory);
  const directory = storeIn(work);
  const former = place.kind === 'running' ? copyUnused(place.directory, directory) : undefined;
  const store = await openEmbeddedStore({ directory });
  let heritage: Register;
  try {
    await chooseRules(store, deployed);
    heritage = await registerIn(store);
  } finally {
    await store.close();
  }
  if (former !== undefined && unusedText(fewItems(directory)) !== former) throw used(place.directory);
  if (place.kind !== 'import') return { target: beginBulk(directory), former, heritage };
  beginFiles(filesIn(work));
  // No lookup goes by the numbers of these rows.
  return { target: { files: filesIn(work), seed: 0 }, former, heritage };
}

/** True for a store that only knows its rules. */
export const isUnused = (directory: string): boolean => unusedText(fewItems(directory)) !== undefined;

/** Copies a store without records: so numbers of rows and register are the same. Returns what it has. */
function copyUnused(from: string, to: string): string {
  const former = unusedText(fewItems(from));
  if (former === undefined) throw used(from);
  backUpStore(from, to);
  return former;
}

/** What a store has that only knows its rules; undefined for any other one. */
function unusedText(items: readonly Item[] | undefined): string | undefined {
  const isUnused = items?.every((item) => isOfRules(item) || item.pk === firstDayKey.pk);
  return isUnused === true ? JSON.stringify(items) : undefined;
}

const registerIn = async (store: Store): Promise<Register> =>
  present(await readRegister(store), 'a store whose rules were chosen has a register');

const storeIn = (work: string): string => join(work, 'store');
const filesIn = (work: string): string => join(work, 'files');

export interface StoreOptions {
  readonly work: string;
  readonly target: ItemsTarget;
  readonly buckets: number;
  readonly genericKeyRecords: number;
  /** The most pairs of the review queue. */
  readonly reviewPairs: number;
  /** Whether entries of the outbox are left, of which events and history are made. */
  readonly entityEvents: boolean;
  readonly now: () => number;
  readonly onProgress?: (share: number) => void;
}

export interface WrittenStore {
  /** The ids of entities, by the position of the first record of each. */
  readonly entityIDs: IDSequence;
  /** Of an import. */
  readonly files: WrittenFiles | undefined;
}

/**
 * Writes the store. It is complete then, and no reader sees it before `placeStore`.
 *
 * @throws StoreFullError, StoreUnavailableError
 */
export async function writeStore<Content>(
  batch: ResolvedBatch,
  crew: Crew<Content>,
  options: StoreOptions,
): Promise<WrittenStore> {
  const { work, target, buckets } = options;
  const { firsts, ...laidOut } = membersByEntity(batch.table, batch.sets);
  const [nodes, operations] = [IDSequence.fresh(options.now()), IDSequence.fresh(options.now())];
  const plan: StorePlan = {
    ...laidOut,
    target,
    directory: work,
    table: batch.table.buffers,
    sets: batch.sets.buffer,
    components: batch.components?.buffer,
    nodes: { head: nodes.head, first: nodes.first },
    operations: { head: operations.head, first: operations.first },
    turn: new SharedArrayBuffer(4),
    parts: crew.members.length,
    genericKeyRecords: options.genericKeyRecords,
  };
  const written = await writeRows(crew, plan, firstsByBucket(firsts, nodes, target.seed, buckets), options);
  if (!('files' in target)) endBulk(target, storeIn(work));
  await addRest(batch, new PlacedNames(plan), options);
  if (!('files' in target)) return { entityIDs: nodes, files: undefined };
  const files = [...written, await copyRest(work)];
  return { entityIDs: nodes, files: files.reduce(sumOfFiles) };
}

const sumOfFiles = (a: WrittenFiles, b: WrittenFiles): WrittenFiles => ({
  files: a.files + b.files,
  items: a.items + b.items,
  bytes: a.bytes + b.bytes,
  compressedBytes: a.compressedBytes + b.compressedBytes,
});

/** Copies what is not of the bulk into files. */
async function copyRest(work: string): Promise<WrittenFiles> {
  const store = await openEmbeddedStore({ directory: storeIn(work) });
  try {
    const files = new ImportFiles({ directory: filesIn(work), name: 'rest' });
    let after: Key | undefined;
    do {
      const page = await store.scan({ segment: 0, segments: 1, ...(after && { after }) });
      for (const item of page.items) files.addItem(item);
      after = page.next;
    } while (after !== undefined);
    return files.close();
  } finally {
    await store.close();
  }
}

/**
 * Puts what was written in a working directory in its place.
 *
 * @throws StoreUnavailableError, StoreFormatError if another store is in the place by now, StoreUsedError if a running
 *   service has other items than when the store was begun
 */
export function placeStore(
  work: string,
  { kind, directory }: StorePlace,
  { former }: Pick<BegunStore, 'former'>,
): void {
  if (kind === 'database') placeDatabase(storeIn(work), directory);
  else if (kind === 'import') placeFiles(filesIn(work), directory);
  else if (!fillDatabase(storeIn(work), directory, (items) => unusedText(items) === former)) throw used(directory);
}

/** The first records of entities by the bucket of the entity's row. */
function firstsByBucket(firsts: readonly number[], nodes: IDSequence, seed: number, buckets: number): Uint32Array[] {
  const lists: number[][] = Array.from({ length: buckets }, () => []);
  for (const first of firsts) {
    lists[bucketOf(partitionNumber(nodePartition(nodes.at(first)), seed), buckets)]!.push(first);
  }
  return lists.map((list) => Uint32Array.from(list));
}

async function writeRows<Content>(
  crew: Crew<Content>,
  plan: StorePlan,
  firsts: readonly Uint32Array[],
  { buckets, onProgress }: StoreOptions,
): Promise<WrittenFiles[]> {
  let done = 0;
  for (const member of crew.members) await member.askMore('beginRows', [plan]);
  await inTurns(crew, Array(buckets).keys(), async (member, bucket) => {
    await member.askMore('writeRows', [bucket, firsts[bucket]!]);
    done += 1;
    onProgress?.(done / buckets);
  });
  const written: WrittenFiles[] = [];
  for (const member of crew.members) {
    const files = (await member.askMore('endRows', [])) as WrittenFiles | undefined;
    if (files !== undefined) written.push(files);
  }
  return written;
}

const WRITES_AT_ONCE = 100;

/** Over-frequent keys, the review queue, the outbox, and the counters. */
async function addRest(batch: ResolvedBatch, names: PlacedNames, options: StoreOptions): Promise<void> {
  const store = await openEmbeddedStore({ directory: storeIn(options.work) });
  try {
    const marks = batch.overFrequent.flatMap(({ hash, ruleIDs, records }): Write[] => [
      overFrequentMarkWrite(hash, records),
      { put: listedKeyItem({ hash, ruleIDs, isMarked: true }) },
    ]);
    for (let at = 0; at < marks.length; at += WRITES_AT_ONCE) await store.write(marks.slice(at, at + WRITES_AT_ONCE));
    await queueNear(batch, names, store, options);
    if (options.entityEvents) await noteEvents(batch, names, store);
    if (batch.records > 0) {
      await store.write([{ update: counterKeys[0]!, add: { r: batch.records, e: batch.entities } }]);
      assert(await takeIntoUse(store, await registerIn(store)), 'no other process uses a store that is being made');
    }
    await store.durable();
  } finally {
    await store.close();
  }
}

/** An entry of the outbox for each operation. No entity was ever another one: entries of unions have nothing to say. */
async function noteEvents({ table }: ResolvedBatch, names: PlacedNames, store: Store): Promise<void> {
  let writes: Write[] = [];
  for (let base = 0; base < table.span; base += MAX_RECORDS) {
    const end = Math.min(base + MAX_RECORDS, table.span);
    const positions = Array.from({ length: end - base }, (_, at) => base + at).filter((one) => table.isRecord(one));
    const cause = { kind: 'submit', operation: names.operation(base) } as const;
    const nodes = positions.map((position) => names.node(position));
    const ids = positions.map((position) => table.id(position));
    writes.push(...finishOutbox(cause, nodes, ids));
    if (writes.length < WRITES_AT_ONCE && end < table.span) continue;
    await store.write(writes);
    writes = [];
  }
}

async function queueNear(
  { near, table }: ResolvedBatch,
  names: PlacedNames,
  store: Store,
  { reviewPairs, now }: StoreOptions,
): Promise<void> {
  const versionOf = (position: number) => ({ id: table.id(position), recordVersion: names.recordVersion(position) });
  const pairs = near.map(({ a, b, score }) => ({ a: versionOf(a), b: versionOf(b), score }));
  let writes: Write[] = [];
  for (const write of firstQueue(pairs, reviewPairs, now())) {
    if (writes.push(write) < WRITES_AT_ONCE) continue;
    await store.write(writes);
    writes = [];
  }
  await store.write(writes);
}
