import type { Item, Key } from '../store/port.ts';

/**
 * The stored items of bulk loads. Each load has one item, and `metrics` reads all of them from one partition. Each part
 * (an object of the load) has one item: a part that is delivered twice is counted once and resumes where it stopped.
 */
export const LOADS = 'L#';

export const loadKey = (load: string): Key => ({ pk: LOADS, sk: load });
export const partsOf = (load: string): string => `L#${load}`;
export const partKey = (load: string, part: string): Key => ({ pk: partsOf(load), sk: part });

/** Counts of a load. All of them are sums over its parts, except `announced`. */
export interface LoadItem {
  readonly load: string;
  /** Milliseconds since 1970 of its first and of its last activity. */
  readonly begun: number;
  readonly touched: number;
  /** When the measurement of the rate began, and how many records were settled by then. */
  readonly measuredSince: number;
  readonly settledBefore: number;
  /** The totals that the uploader announced; undefined without an announcement. */
  readonly announced: { readonly records: number; readonly parts: number; readonly isFinal: boolean } | undefined;
  /** Records and parts delivered so far. */
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
