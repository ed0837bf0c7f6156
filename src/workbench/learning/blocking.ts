import type { Judge } from './judge.ts';

/** A matcher that gives keys, with the numbers of each record's parts. */
export interface KeyPart {
  readonly matcherID: string;
  /** The evidence that it belongs to. */
  readonly item: number;
  readonly parts: readonly Uint32Array[];
  /** Bits of a chance agreement: the binary logarithm of one by the share of pairs with a common part. */
  readonly bits: number;
}

/** The parts of one plan of keys: a record has a key for every combination of one part of each. */
export interface Plan {
  readonly parts: readonly KeyPart[];
}

/** Records that share a key. */
export type Block = readonly number[];

/** The most keys of one plan that a record may have here; a record with more has none. */
const mostKeysOfRecord = 64;

const noParts = new Uint32Array(0);

/** @param random the number of records, from the first on, that are a random sample */
export function keyPartOf(judge: Judge, matcherID: string, item: number, random: number): KeyPart | undefined {
  const source = judge.matcher(matcherID).keyParts;
  if (source === undefined) return undefined;
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const parts = judge.records.map((values, record) => {
    const found = source.parts(values, mostKeysOfRecord);
    if (found === undefined || found.length === 0) return noParts;
    return Uint32Array.from(found, (part) => {
      let number = numbers.get(part);
      if (number === undefined) {
        number = counts.push(0) - 1;
        numbers.set(part, number);
      }
      if (record < random) counts[number]! += 1;
      return number;
    });
  });
  const records = parts.slice(0, random).reduce((sum, own) => sum + (own.length > 0 ? 1 : 0), 0);
  const pairs = counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  if (counts.length === 0 || records < 2) return undefined;
  return { matcherID, item, parts, bits: Math.log2((records * (records - 1)) / 2 / Math.max(0.5, pairs)) };
}

/** The blocks of a plan with at least two records. */
export function blocksOf({ parts }: Plan, records: number): Block[] {
  const blocks = new Map<number | string, number[]>();
  const add = (key: number | string, record: number): void => {
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, [record]);
    else if (block.at(-1) !== record) block.push(record);
  };
  for (let record = 0; record < records; record++) eachKey(parts, record, (key) => add(key, record));
  return [...blocks.values()].filter(({ length }) => length > 1);
}

/** Calls back with each key of a record: a number for one part or two, and a text for more. */
function eachKey(parts: readonly KeyPart[], record: number, each: (key: number | string) => void): void {
  const [first, second, ...more] = parts.map((part) => part.parts[record]!);
  if (first === undefined) return;
  let count = first.length;
  if (second !== undefined) count *= second.length;
  for (const own of more) count *= own.length;
  if (count === 0 || count > mostKeysOfRecord) return;
  for (const left of first) {
    if (second === undefined) {
      each(left);
      continue;
    }
    for (const right of second) {
      if (more.length === 0) each(left * 67_108_864 + right);
      else for (const third of more[0]!) each(`${left} ${right} ${third}`);
    }
  }
}
