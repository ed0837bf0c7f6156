import { byNames } from '../../multimap.ts';
import type { RecordPayload } from '../../rules/types.ts';
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
  readonly random: () => number;
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

/**
 * Reads all records, or of many a random sample and whole blocks: all records that share a value, or two values, whose
 * hash is below a limit. A pair of records that share several is found more often, and stands for fewer pairs (Horvitz
 * and Thompson 1952).
 */
export async function readSample(options: SampleOptions): Promise<Sample> {
  const { whole = wholeFile, randomRecords = randomRecordsOfLarge, random } = options;
  const reservoir: { readonly at: number; readonly record: RecordPayload }[] = [];
  let all: RecordPayload[] | undefined = [];
  let read = 0;
  for await (const record of options.records()) {
    options.signal?.throwIfAborted();
    if (all !== undefined && all.length < whole) all.push(record);
    else all = undefined;
    if (reservoir.length < randomRecords) reservoir.push({ at: read, record });
    else {
      const position = Math.floor(random() * (read + 1));
      if (position < randomRecords) reservoir[position] = { at: read, record };
    }
    read += 1;
    if (read % 1_000 === 0) options.onRecords?.(read);
  }
  if (all !== undefined) return { records: all, random: all.length, pairs: undefined };
  const drawn = reservoir.map(({ record }) => record);
  return readBlocks(options, new Set(reservoir.map(({ at }) => at)), drawn, read);
}

async function readBlocks(
  options: SampleOptions,
  known: ReadonlySet<number>,
  drawn: readonly RecordPayload[],
  total: number,
): Promise<Sample> {
  const { blockRecords = blockRecordsOfLarge } = options;
  const keysOf = rawKeys(options.fields, drawn, total);
  const mean =
    drawn.slice(0, 2_000).reduce((sum, record) => sum + keysOf(record).length, 0) / Math.min(2_000, drawn.length);
  let share = Math.min(1, blockRecords / total / Math.max(1, mean));
  let kept: { readonly at: number; readonly record: RecordPayload; readonly keys: readonly number[] }[] = [];
  let read = 0;
  for await (const record of options.records()) {
    options.signal?.throwIfAborted();
    const keys = keysOf(record);
    if (keys.some((key) => key < share * 2 ** 32)) kept.push({ at: read, record, keys });
    if (kept.length > 1.5 * blockRecords) {
      share /= 2;
      const limit = share * 2 ** 32;
      kept = kept.filter((own) => own.keys.some((key) => key < limit));
    }
    read += 1;
    if (read % 1_000 === 0) options.onRecords?.(total + read);
  }
  const positions = new Map<number, number>([...known].map((at, position) => [at, position]));
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
