import type { Item, Key } from '../store/port.ts';

/**
 * What the store keeps of bulk loads: one item a load, in one partition that `metrics` reads, and one item for each
 * part (an object of the load), by which a part that comes twice is counted once and goes on where it was cut off.
 */
export const LOADS = 'L#';

export const loadKey = (load: string): Key => ({ pk: LOADS, sk: load });
export const partsOf = (load: string): string => `L#${load}`;
export const partKey = (load: string, part: string): Key => ({ pk: partsOf(load), sk: part });

/** Counts of a load. All of them are sums over its parts, but for what was announced. */
export interface LoadItem {
  readonly load: string;
  /** Milliseconds since 1970 of its first and of its last sign of life. */
  readonly begun: number;
  readonly touched: number;
  /** When the rate began to be measured, and how many records were settled then. */
  readonly measuredSince: number;
  readonly settledBefore: number;
  /** What whoever loads has announced; undefined as long as nobody has. */
  readonly announced: { readonly records: number; readonly parts: number; readonly isFinal: boolean } | undefined;
  /** Records and parts that came so far. */
  readonly records: number;
  readonly parts: number;
  readonly stored: number;
  readonly refused: number;
  readonly finishedParts: number;
  readonly failedParts: number;
}

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
    records: numberIn(item, 'm'),
    parts: numberIn(item, 'g'),
    stored: numberIn(item, 'd'),
    refused: numberIn(item, 'x'),
    finishedParts: numberIn(item, 'q'),
    failedParts: numberIn(item, 'z'),
  };
}

export interface PartItem {
  /** Which content of the object this is about. */
  readonly version: string;
  readonly records: number;
  /** Records from the beginning on that are stored or refused: where to go on. */
  readonly settled: number;
  readonly stored: number;
  readonly refused: number;
  readonly isFinished: boolean;
  /** Code of the error that the part was given up for; undefined when it was not. */
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
