import { byNames } from '../../multimap.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { digest } from '../../text/digest.ts';
import { canonicalJson } from '../../text/json.ts';
import type { CandidatePairs } from './candidates.ts';
import { fieldStatistics, textsAt } from './field-statistics.ts';

/** Records to learn from. */
export interface Sample {
  /** Random records first, and then records that share values with others of the sample. */
  readonly records: readonly RecordPayload[];
  /** So many of the first records are random. */
  readonly random: number;
  /** Pairs that share a value of the chosen ones; undefined if the sample is the whole file. */
  readonly pairs: CandidatePairs | undefined;
}

export interface SampleOptions {
  readonly records: () => AsyncIterable<RecordPayload>;
  readonly fields: readonly string[];
  /** Draws other random records. */
  readonly seed: number;
  readonly onRecords?: (read: number) => void;
  readonly signal?: AbortSignal;
  /** Up to so many records are read as a whole; tests choose fewer. */
  readonly whole?: number;
  readonly randomRecords?: number;
  readonly blockRecords?: number;
}

/** Up to so many records are learned from as a whole. */
const wholeFile = 40_000;
const randomRecordsOfLarge = 15_000;
const blockRecordsOfLarge = 30_000;
/** The most keys of a record that are hashed. */
const mostKeys = 12;
/** Records of a larger block are compared with this many that follow. */
const neighbours = 12;

/** A record, its position in the file, and the rank by which it is drawn. */
interface Ranked {
  readonly at: number;
  readonly record: RecordPayload;
  readonly rank: number;
}

/**
 * Reads all records, or of many a random sample and whole blocks: all records that share a value, or two values, whose
 * hash is below a limit. A pair of records that share several is found more often, and stands for fewer pairs (Horvitz
 * and Thompson 1952).
 *
 * Records are drawn and ordered by hashes of their values, so that the order of rows and columns changes nothing.
 */
export async function readSample(options: SampleOptions): Promise<Sample> {
  const { whole = wholeFile, randomRecords = randomRecordsOfLarge, seed } = options;
  let drawn: Ranked[] = [];
  let highest = Number.POSITIVE_INFINITY;
  let all: RecordPayload[] | undefined = [];
  let read = 0;
  for await (const record of options.records()) {
    options.signal?.throwIfAborted();
    if (all !== undefined && all.length < whole) all.push(record);
    else all = undefined;
    const rank = rankOf(record, seed, true);
    if (rank <= highest) drawn.push({ at: read, record, rank });
    if (drawn.length >= 2 * randomRecords) {
      drawn = inOrder(drawn).slice(0, randomRecords);
      highest = drawn.at(-1)!.rank;
    }
    read += 1;
    if (read % 1_000 === 0) options.onRecords?.(read);
  }
  if (all !== undefined) {
    const ranked = all.map((record, at): Ranked => ({ at, record, rank: rankOf(record, seed, false) }));
    return { records: inOrder(ranked).map(({ record }) => record), random: all.length, pairs: undefined };
  }
  const chosen = inOrder(drawn).slice(0, randomRecords);
  const places = new Map(chosen.map(({ at }, place) => [at, place]));
  return readBlocks(
    options,
    places,
    chosen.map(({ record }) => record),
    read,
  );
}

/**
 * A random number that the values of a record and the seed decide. Equal rows have ids of their own, so with ids one of them
 * is drawn without the other. Without ids, the order is the same if ids are numbers of lines.
 */
function rankOf(record: RecordPayload, seed: number, withID: boolean): number {
  let sum = 0;
  for (const [name, value] of Object.entries(record)) {
    if (name === 'id' && !withID) continue;
    const text = typeof value === 'string' ? value : digest(value);
    if (text !== '') sum = (sum + hash(`${seed} ${name} ${text}`)) >>> 0;
  }
  return sum;
}

/** By rank; where hashes collide, by values. */
const inOrder = (ranked: readonly Ranked[]): Ranked[] =>
  ranked.toSorted((a, b) => a.rank - b.rank || compareTexts(textOfRecord(a.record), textOfRecord(b.record)));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** All values of a record but its id, in the order of the names of its fields, then the id. */
export const textOfRecord = ({ id, ...values }: RecordPayload): string =>
  `${canonicalJson(values, isGiven)} ${String(id)}`;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

async function readBlocks(
  options: SampleOptions,
  positions: ReadonlyMap<number, number>,
  drawn: readonly RecordPayload[],
  total: number,
): Promise<Sample> {
  const { blockRecords = blockRecordsOfLarge } = options;
  const keysOf = rawKeys(options.fields, drawn, total);
  const mean =
    drawn.slice(0, 2_000).reduce((sum, record) => sum + keysOf(record).length, 0) / Math.min(2_000, drawn.length);
  let share = Math.min(1, blockRecords / total / Math.max(1, mean));
  let kept: (Ranked & { readonly keys: readonly number[] })[] = [];
  let read = 0;
  for await (const record of options.records()) {
    options.signal?.throwIfAborted();
    const keys = keysOf(record);
    if (keys.some((key) => key < share * 2 ** 32)) {
      kept.push({ at: read, record, keys, rank: rankOf(record, options.seed, true) });
    }
    if (kept.length > 1.5 * blockRecords) {
      share /= 2;
      const limit = share * 2 ** 32;
      kept = kept.filter((own) => own.keys.some((key) => key < limit));
    }
    read += 1;
    if (read % 1_000 === 0) options.onRecords?.(total + read);
  }
  kept.sort((a, b) => a.rank - b.rank || compareTexts(textOfRecord(a.record), textOfRecord(b.record)));
  const records = [...drawn];
  const places = kept.map(({ at, record }) => positions.get(at) ?? records.push(record) - 1);
  return {
    records,
    random: drawn.length,
    pairs: pairsOf(
      kept.map(({ keys }) => keys),
      places,
      share,
    ),
  };
}

function pairsOf(keys: readonly (readonly number[])[], places: readonly number[], share: number): CandidatePairs {
  const limit = share * 2 ** 32;
  const blocks = byNames(keys.keys(), (index) => keys[index]!.filter((key) => key < limit));
  const found = new Map<number, number>();
  for (const block of blocks.values()) {
    const reach = block.length <= 60 ? block.length : neighbours;
    for (let i = 0; i < block.length; i++) {
      for (let j = i + 1; j < Math.min(block.length, i + 1 + reach); j++) {
        const pair = block[i]! * keys.length + block[j]!;
        if (found.has(pair)) continue;
        const other = new Set(keys[block[j]!]);
        const shared = keys[block[i]!]!.reduce((sum, key) => sum + (other.has(key) ? 1 : 0), 0);
        found.set(pair, 1 / (1 - (1 - share) ** shared));
      }
    }
  }
  const ordered = [...found];
  return {
    first: Int32Array.from(ordered, ([pair]) => places[Math.floor(pair / keys.length)]!),
    second: Int32Array.from(ordered, ([pair]) => places[pair % keys.length]!),
    weights: Float64Array.from(ordered, ([, weight]) => weight),
  };
}

/** Hashes of whole values that few records share, and of pairs of other values. */
function rawKeys(
  fields: readonly string[],
  drawn: readonly RecordPayload[],
  total: number,
): (record: RecordPayload) => number[] {
  const statistics = fields
    .map((name) => fieldStatistics(name, drawn))
    .filter(({ bits, filled, words }) => bits > 2 && filled > 50 && words < 12);
  const wanted = Math.log2(total) - 4;
  const useful = statistics
    .map((own) => ({
      ...own,
      path: own.name.split('.'),
      rank: (own.filled / drawn.length) * Math.min(own.bits, wanted),
    }))
    .sort((a, b) => b.rank - a.rank);
  const single = useful.filter(({ bits }) => bits >= wanted).slice(0, 6);
  const medium = useful.filter(({ bits }) => bits < wanted);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < medium.length; i++) {
    for (let j = i + 1; j < medium.length; j++) {
      if (medium[i]!.bits + medium[j]!.bits >= wanted && single.length + pairs.length < mostKeys) pairs.push([i, j]);
    }
  }
  const textOf = (record: RecordPayload, path: readonly string[]): string =>
    (textsAt(record, path, 0)[0] ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return (record) => {
    const keys: number[] = [];
    single.forEach(({ path }, index) => {
      const text = textOf(record, path);
      if (text !== '') keys.push(hash(`${index} ${text}`));
    });
    const texts = medium.map(({ path }) => textOf(record, path));
    pairs.forEach(([i, j], index) => {
      if (texts[i] !== '' && texts[j] !== '') keys.push(hash(`p${index} ${texts[i]} ${texts[j]}`));
    });
    return [...new Set(keys)];
  };
}

/** FNV-1a with a final mix: consistent, and spread evenly enough to sample by. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state ^= state >>> 16;
  state = Math.imul(state, 0x85ebca6b);
  state ^= state >>> 13;
  state = Math.imul(state, 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
