import type { Item, Key, Put, Update } from '../store/port.ts';

/**
 * The stored items of bulk loads. Each load has one item, and `metrics` reads all of them from one partition. Each part
 * (an object of the load) has one item: a part that is delivered twice is counted once and resumes where it stopped.
 *
 * | item | pk       | sk   | attributes |
 * |------|----------|------|------------|
 * | load | `L#`     | load | `m` records and `g` parts delivered, `d` stored, `x` refused, `q` parts finished, `z` parts failed; `s` begun, `u` touched and `w` measured since, in milliseconds since 1970, `y` settled before that; `e` records and `p` parts announced, `k` finally |
 * | part | `L#load` | part | `v` version of the object, `n` records, `a` settled, `d` stored, `x` refused, `f` finished, `z` code of its failure |
 */
export const LOADS = 'L#';

export const loadKey = (load: string): Key => ({ pk: LOADS, sk: load });
export const partsOf = (load: string): string => `L#${load}`;
export const partKey = (load: string, part: string): Key => ({ pk: partsOf(load), sk: part });

/** Sums over the parts of a load. */
export interface LoadCounts {
  /** Records and parts delivered so far. */
  readonly records: number;
  readonly parts: number;
  readonly stored: number;
  readonly refused: number;
  readonly finishedParts: number;
  readonly failedParts: number;
}

/** The totals that the uploader announced. */
export interface Announcement {
  readonly records: number;
  readonly parts: number;
  /** True if everything is uploaded; otherwise the numbers are estimates. */
  readonly isFinal: boolean;
}

export interface LoadItem extends LoadCounts {
  readonly load: string;
  /** Milliseconds since 1970 of its first and of its last activity. */
  readonly begun: number;
  readonly touched: number;
  /** When the measurement of the rate began, and how many records were settled by then. */
  readonly measuredSince: number;
  readonly settledBefore: number;
  /** Undefined without an announcement. */
  readonly announced: Announcement | undefined;
}

/** The attribute of each count. */
const COUNTS = {
  records: 'm',
  parts: 'g',
  stored: 'd',
  refused: 'x',
  finishedParts: 'q',
  failedParts: 'z',
} as const satisfies Record<keyof LoadCounts, string>;

const numberIn = (item: Item, name: string): number => (item[name] as number | undefined) ?? 0;

export function readLoadItem(item: Item): LoadItem {
  const begun = numberIn(item, 's');
  return {
    load: item.sk,
    begun,
    touched: numberIn(item, 'u'),
    measuredSince: (item['w'] as number | undefined) ?? begun,
    settledBefore: numberIn(item, 'y'),
    announced:
      item['p'] === undefined
        ? undefined
        : { records: numberIn(item, 'e'), parts: numberIn(item, 'p'), isFinal: item['k'] === true },
    records: numberIn(item, COUNTS.records),
    parts: numberIn(item, COUNTS.parts),
    stored: numberIn(item, COUNTS.stored),
    refused: numberIn(item, COUNTS.refused),
    finishedParts: numberIn(item, COUNTS.finishedParts),
    failedParts: numberIn(item, COUNTS.failedParts),
  };
}

/**
 * Adds to the counts of a load, and notes its activity.
 *
 * @param restartFrom records settled by now, if the measurement of the rate begins again
 */
export function countUpdate(
  load: string,
  time: number,
  add: Partial<LoadCounts>,
  restartFrom: number | undefined,
): Update {
  const changed = Object.entries(add).filter(([, change]) => change !== 0);
  const added = changed.map(([count, change]): [string, number] => [COUNTS[count as keyof LoadCounts], change]);
  const restarts = restartFrom !== undefined;
  return {
    update: loadKey(load),
    set: { u: time, ...(restarts ? { w: time, y: restartFrom } : {}) },
    setIfAbsent: { s: time, ...(restarts ? {} : { w: time }) },
    ...(added.length === 0 ? {} : { add: Object.fromEntries(added) }),
  };
}

/** Adds an announcement to an update of a load. One that is not final never replaces a final one. */
export const announcingUpdate = (counting: Update, { records, parts, isFinal }: Announcement): Update => ({
  ...counting,
  set: { ...counting.set, e: records, p: parts, ...(isFinal ? { k: true } : {}) },
  ...(isFinal ? {} : { if: [{ attribute: 'k', absent: true }] }),
});

export interface PartItem {
  /** Identifies the content of the object. */
  readonly version: string;
  readonly records: number;
  /** How many records from the beginning are stored or refused: the position to resume at. */
  readonly settled: number;
  readonly stored: number;
  readonly refused: number;
  readonly isFinished: boolean;
  /** Code of the error that made the part fail; undefined when it did not fail. */
  readonly failure: string | undefined;
}

export function readPartItem(item: Item): PartItem {
  return {
    version: item['v'] as string,
    records: numberIn(item, 'n'),
    settled: numberIn(item, 'a'),
    stored: numberIn(item, 'd'),
    refused: numberIn(item, 'x'),
    isFinished: item['f'] === true,
    failure: item['z'] as string | undefined,
  };
}

/** Identifies a part and its content. */
export interface PartVersion {
  readonly load: string;
  /** The part's name within the load. */
  readonly name: string;
  /** Identifies the content. A part whose content changed is counted again from 0. */
  readonly version: string;
}

/** A new part, or one whose content changed; refused if it changed since it was read. */
export const newPartWrite = (
  { load, name, version }: PartVersion,
  seen: PartItem | undefined,
  content: { readonly records: number } | { readonly failure: string },
): Put => ({
  put: {
    ...partKey(load, name),
    v: version,
    n: 0,
    a: 0,
    d: 0,
    x: 0,
    ...('failure' in content ? { z: content.failure } : { n: content.records }),
  },
  if:
    seen === undefined
      ? [{ item: 'absent' }]
      : [
          { attribute: 'v', equals: seen.version },
          { attribute: 'a', equals: seen.settled },
        ],
});

/** Clears the failure of a part that is delivered again. */
export const resumedPartWrite = ({ load, name, version }: PartVersion, failure: string): Update => ({
  update: partKey(load, name),
  remove: ['z'],
  if: [
    { attribute: 'v', equals: version },
    { attribute: 'z', equals: failure },
  ],
});

/** Counts records of a part as settled; refused unless `from` of them are. */
export const settledPartWrite = (
  { load, name, version }: PartVersion,
  settlement: { readonly from: number; readonly stored: number; readonly refused: number; readonly finished: boolean },
): Update => {
  const { from, stored, refused, finished } = settlement;
  return {
    update: partKey(load, name),
    set: { a: from + stored + refused, ...(finished ? { f: true } : {}) },
    add: { d: stored, x: refused },
    if: [
      { attribute: 'v', equals: version },
      { attribute: 'a', equals: from },
      { attribute: 'f', absent: true },
    ],
  };
};

/** Marks a part as failed that is neither failed nor finished. */
export const failedPartWrite = ({ load, name, version }: PartVersion, code: string): Update => ({
  update: partKey(load, name),
  set: { z: code },
  if: [
    { attribute: 'v', equals: version },
    { attribute: 'f', absent: true },
    { attribute: 'z', absent: true },
  ],
});
