import type { DisjointSets } from '../disjoint-sets.ts';
import { RecordExistsError } from '../entities/errors.ts';
import { OVER_FREQUENT_KEY_RECORDS } from '../entities/items/index-keys.ts';
import type { Pace } from '../entities/pace.ts';
import type { CompiledRules } from '../rules/compile/compiled-rules.ts';
import type { RecordPayload } from '../rules/types.ts';
import { type Crew, crewOfOne, inTurns } from './crew.ts';
import type { NearPair, OverFrequentHolders } from './judge.ts';
import { BatchPart, type PartOptions, type ReadRecord, type RecordNotes, type RefusedRecord } from './part.ts';
import { type NumberedRecords, numberRecords, type PlacedRecords, type RecordTable } from './record-table.ts';
import { SharedSets } from './shared-sets.ts';
import { WorkDirectory } from './work-directory.ts';

/**
 * The batch resolver: the entities that submits of all records, one after the other, would make of them. Phases, each of
 * which ends before the next one begins:
 *
 * 1. *Keys*: each record is checked, and its values and keys are made and kept by bucket of the key.
 * 2. *Ids*: of records with one id the first one counts.
 * 3. *Judge*: bucket by bucket, records that share a key are judged, until all that belong together are joined.
 * 4. *Group*, where the rules keep linked records apart: component by component, its records become entities.
 *
 * A crew does the first and the last: threads, or this one alone. Writers take over from here: of tables in `apps/cli/resolve`, of a
 * first store in first-store.ts.
 */
export interface Piece<Content> {
  readonly content: Content;
  /** Positions that its records have: as many as there are records at least. */
  readonly span: number;
  /** Memory that moves to the thread which takes the piece. */
  readonly moved?: readonly ArrayBuffer[];
}

export interface BatchOptions {
  /** As many as the crew's parts have. */
  readonly buckets: number;
  /** Receives what is refused, in the order of the records; the next piece waits for it. */
  readonly onRefused?: (refused: readonly RefusedRecord[]) => Promise<void> | void;
  readonly onProgress?: (phase: BatchPhase, share: number) => void;
  /** Of all pieces, if it is known. */
  readonly total?: number | undefined;
}

export type BatchPhase = 'keys' | 'judge';

/** The entities of a batch. Records are named by position. */
export interface ResolvedBatch {
  readonly table: RecordTable;
  /** An entity's representative is the position of its first record. */
  readonly sets: SharedSets;
  /** The same of components, where the rules keep linked records apart. */
  readonly components: SharedSets | undefined;
  readonly records: number;
  readonly entities: number;
  /** Records of the largest entity. */
  readonly largest: number;
  /** Records that the rules refuse, or whose id an earlier one has with other content. */
  readonly refused: number;
  /** Those of the refused ones whose id an earlier one has. */
  readonly conflicts: number;
  /** Records that repeat an earlier one. */
  readonly repeated: number;
  /** The most frequent first. */
  readonly overFrequent: readonly OverFrequentHolders[];
  /** Pairs in two entities that a review rule holds for, or that are linked, each once with its best score, best first. */
  readonly near: readonly NearPair[];
  readonly keys: number;
  /** How many pairs were judged. */
  readonly judged: number;
  /** As many linked pairs as it takes to connect each entity. */
  joined(): Iterable<readonly [number, number]>;
}

/** Resolves records by a crew. Throws what their source throws. */
export async function resolveBatch<Content>(
  pieces: AsyncIterable<Piece<Content>>,
  crew: Crew<Content>,
  options: BatchOptions,
): Promise<ResolvedBatch> {
  const taken = await takeAll(pieces, crew, options);
  const numbered = numberRecords(taken.pieces, taken.span);
  // The table has all that they have, and judging needs the memory.
  taken.pieces.length = 0;
  await refuseConflicts(numbered, options);
  const sets = SharedSets.bufferFor(taken.span);
  for (const member of crew.members) await member.ask('share', [numbered.table.buffers, sets]);
  const judged = await judgeAll(crew, options);
  const components = new SharedSets(sets);
  if (!taken.isGrouped) return outcome(numbered, components, undefined, { ...taken, ...judged });
  const grouped = await groupAll(crew, numbered.table, components, options);
  return outcome(numbered, grouped.entities, components, {
    ...taken,
    ...judged,
    joined: grouped.joined,
    near: [...judged.near, ...grouped.held],
  });
}

export interface ResolveOptions extends Omit<BatchOptions, 'buckets'> {
  readonly genericKeyRecords?: number;
  readonly findsNear?: boolean;
  /** Whose rests may end the work. */
  readonly pace?: Pace;
  readonly notes?: RecordNotes;
  /** For what does not fit into memory. */
  readonly directory: string;
}

const BUCKETS = 64;
const RECORDS_AT_ONCE = 100;

/** Resolves records in this thread, in pieces that let others run. Of few records nothing touches the disk. */
export async function resolveRecords(
  records: AsyncIterable<RecordPayload> | Iterable<RecordPayload>,
  rules: CompiledRules,
  options: ResolveOptions,
): Promise<ResolvedBatch> {
  const work = new WorkDirectory(options.directory);
  try {
    const part = new BatchPart<readonly RecordPayload[]>({
      ...aloneOptions(rules, work, readList, options.genericKeyRecords),
      findsNear: options.findsNear ?? false,
      ...(options.notes && { notes: [options.notes] }),
    });
    return await resolveBatch(inPieces(records), crewOfOne(part, options.pace), { ...options, buckets: BUCKETS });
  } finally {
    work.remove();
  }
}

export const readList = (list: readonly RecordPayload[]): ReadRecord[] => list.map((record, at) => ({ at, record }));

/** Of a part that does all work in its caller's thread. */
export const aloneOptions = <Content>(
  rules: CompiledRules,
  work: WorkDirectory,
  read: PartOptions<Content>['read'],
  genericKeyRecords = OVER_FREQUENT_KEY_RECORDS,
): PartOptions<Content> => ({
  rules,
  genericKeyRecords,
  read,
  directory: work.path,
  buckets: BUCKETS,
  part: 0,
  parts: 1,
  seed: 0,
  forStore: false,
  findsNear: false,
});

async function* inPieces(
  records: AsyncIterable<RecordPayload> | Iterable<RecordPayload>,
): AsyncGenerator<Piece<readonly RecordPayload[]>, void, undefined> {
  let list: RecordPayload[] = [];
  for await (const record of records) {
    if (list.push(record) < RECORDS_AT_ONCE) continue;
    yield { content: list, span: list.length };
    list = [];
  }
  if (list.length > 0) yield { content: list, span: list.length };
}

interface TakenBatch {
  /** In the order of the source. */
  readonly pieces: PlacedRecords[];
  readonly span: number;
  readonly refused: number;
  readonly keys: number;
  readonly isGrouped: boolean;
}

async function takeAll<Content>(
  source: AsyncIterable<Piece<Content>>,
  crew: Crew<Content>,
  { onRefused, onProgress, total }: BatchOptions,
): Promise<TakenBatch> {
  const pieces: PlacedRecords[] = [];
  let [span, refused, keys] = [0, 0, 0];
  /** Pieces end in another order than they begin. */
  let reported: Promise<void> = Promise.resolve();
  const turns = async function* () {
    for await (const piece of source) {
      const turn = { piece, base: span, before: reported, ended: Promise.withResolvers<void>() };
      reported = turn.ended.promise;
      span += piece.span;
      yield turn;
    }
  };
  await inTurns(crew, turns(), async (member, { piece, base, before, ended }) => {
    try {
      const { records, refused: some } = await member.ask('take', [piece.content, base], piece.moved);
      pieces.push({ ...records, base });
      refused += some.length;
      await before;
      await onRefused?.(some);
      if (total !== undefined) onProgress?.('keys', Math.min(1, (base + piece.span) / total));
    } finally {
      // After a failure as well: others wait for it.
      ended.resolve();
    }
  });
  let isGrouped = false;
  for (const member of crew.members) {
    const closed = await member.ask('close', []);
    keys += closed.keys;
    isGrouped = closed.isGrouped;
  }
  pieces.sort((a, b) => a.base - b.base);
  return { pieces, span, refused, keys, isGrouped };
}

/** Other content under the id of an earlier record is refused, as by a service that updates no records. */
async function refuseConflicts({ table, conflicts }: NumberedRecords, { onRefused }: BatchOptions): Promise<void> {
  if (conflicts.length === 0) return;
  await onRefused?.(
    conflicts.map(({ position, earlier }) => {
      const { code, message } = new RecordExistsError(table.id(position));
      return { position, code, reason: message, record: { id: table.id(position) }, earlier };
    }),
  );
}

interface JudgedBatch {
  readonly overFrequent: OverFrequentHolders[];
  readonly near: NearPair[];
  readonly joined: readonly Uint32Array[];
  readonly judged: number;
}

async function judgeAll<Content>(crew: Crew<Content>, { buckets, onProgress }: BatchOptions): Promise<JudgedBatch> {
  const overFrequent: OverFrequentHolders[] = [];
  const near: NearPair[] = [];
  const joined: Uint32Array[] = [];
  let [judged, done] = [0, 0];
  await inTurns(crew, Array(buckets).keys(), async (member, bucket) => {
    const found = await member.ask('judge', [bucket]);
    // One frequent key has more near pairs than a call has arguments.
    for (const key of found.overFrequent) overFrequent.push(key);
    for (const pair of found.near) near.push(pair);
    joined.push(found.joined);
    judged += found.pairs;
    done += 1;
    onProgress?.('judge', done / buckets);
  });
  overFrequent.sort((a, b) => b.records - a.records);
  return { overFrequent, near, joined, judged };
}

interface GroupedBatch {
  readonly entities: SharedSets;
  readonly joined: readonly Uint32Array[];
  readonly held: readonly NearPair[];
}

/** Memory for entities, of one record each, and the records whose component has several. */
export function beginGrouping(
  table: Pick<RecordTable, 'span' | 'isRecord'>,
  components: Pick<DisjointSets, 'find'>,
): { readonly entities: SharedArrayBuffer; readonly several: SharedArrayBuffer } {
  const several = new SharedArrayBuffer(table.span);
  const isSeveral = new Uint8Array(several);
  for (let position = 0; position < table.span; position++) {
    const first = table.isRecord(position) ? components.find(position) : position;
    if (first !== position) isSeveral[position] = isSeveral[first] = 1;
  }
  return { entities: SharedSets.bufferFor(table.span), several };
}

/** Makes entities of components. */
async function groupAll<Content>(
  crew: Crew<Content>,
  table: RecordTable,
  components: SharedSets,
  { buckets }: BatchOptions,
): Promise<GroupedBatch> {
  const { entities, several } = beginGrouping(table, components);
  await Promise.all(crew.members.map((member) => member.ask('beginGroups', [entities, several])));
  const joined: Uint32Array[] = [];
  const held: NearPair[] = [];
  await inTurns(crew, Array(buckets).keys(), async (member, bucket) => {
    const grouped = await member.ask('group', [bucket]);
    joined.push(grouped.joined);
    held.push(...grouped.held);
  });
  return { entities: new SharedSets(entities), joined, held };
}

function outcome(
  { table, records, repeated, conflicts }: NumberedRecords,
  sets: SharedSets,
  components: SharedSets | undefined,
  batch: TakenBatch & JudgedBatch,
): ResolvedBatch {
  const sizes = new Uint32Array(batch.span);
  let [entities, largest] = [0, 0];
  for (let position = 0; position < batch.span; position++) {
    if (!table.isRecord(position)) continue;
    const first = sets.find(position);
    if (first === position) entities += 1;
    sizes[first]! += 1;
    if (sizes[first]! > largest) largest = sizes[first]!;
  }
  return {
    table,
    sets,
    components,
    records,
    entities,
    largest,
    refused: batch.refused + conflicts.length,
    conflicts: conflicts.length,
    repeated,
    overFrequent: batch.overFrequent,
    near: stillApart(batch.near, sets),
    keys: batch.keys,
    judged: batch.judged,
    *joined() {
      for (const pairs of batch.joined) for (let at = 0; at < pairs.length; at += 2) yield [pairs[at]!, pairs[at + 1]!];
    },
  };
}

/** Several keys find the same pair, and another key may join it. */
function stillApart(near: readonly NearPair[], sets: SharedSets): NearPair[] {
  const best = new Map<string, NearPair>();
  for (const pair of near) {
    if (sets.find(pair.a) === sets.find(pair.b)) continue;
    const name = `${pair.a} ${pair.b}`;
    if (pair.score > (best.get(name)?.score ?? -1)) best.set(name, pair);
  }
  return [...best.values()].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
}
