import {
  type Check,
  type Delete,
  type Item,
  type Key,
  type Put,
  queryAll,
  type Store,
  type Update,
} from '../../store/port.ts';
import { isHeldBy, type Lease, readLease, signOfLife, TOKEN, takeLease } from './lease.ts';
import { partName, textParts } from './texts.ts';

/**
 * Statistics of the stored data, and the scan that counts them. Texts have a name each, so that one write replaces a text of
 * several items by another.
 *
 * | item  | pk   | sk               | attributes |
 * |-------|------|------------------|------------|
 * | scan  | `Z#` | `scan`           | `b` when it was asked for and `y` last sign of its worker, in milliseconds since 1970; `x` token of the worker, `f` name of the text of what it has counted, `n` records that it has read |
 * | found | `Z#` | `found`          | `f` name of the text of the last statistics |
 * | text  | `Z#` | `text.name.0000` | `d` a part of the text |
 */
const PARTITION = 'Z#';
const TEXTS = 'text.';

export const statisticsScanKey: Key = { pk: PARTITION, sk: 'scan' };
export const foundStatisticsKey: Key = { pk: PARTITION, sk: 'found' };

export interface StatisticsScanItem extends Lease {
  /** When it was asked for, in milliseconds since 1970. */
  readonly begun: number;
  /** Name of the text of what was counted so far. */
  readonly text: string | undefined;
  readonly records: number;
}

export const readStatisticsScan = (item: Item): StatisticsScanItem => ({
  begun: item['b'] as number,
  ...readLease(item),
  text: item['f'] as string | undefined,
  records: (item['n'] as number | undefined) ?? 0,
});

/** Name of the text of the last statistics. */
export const readFoundStatistics = (item: Item | undefined): string | undefined => item?.['f'] as string | undefined;

/** Asks for a scan. Refused while one is under way. */
export const askForScanWrite = (now: number): Put => ({
  put: { ...statisticsScanKey, b: now, ...signOfLife(now) },
  if: [{ item: 'absent' }],
});

/** Takes the scan, as it was read, for a worker. */
export function takeScanWrite(before: StatisticsScanItem, token: string, now: number): Update {
  const lease = takeLease(before, { token, now });
  return { update: statisticsScanKey, ...lease, if: [{ attribute: 'b', equals: before.begun }, ...lease.if] };
}

/** Notes how far the scan is, and lets another worker go on at once. Refused if another worker has taken it. */
export const noteScanWrite = (token: string, text: string, records: number, now: number): Update => ({
  update: statisticsScanKey,
  set: { f: text, n: records, ...signOfLife(now) },
  remove: TOKEN,
  if: [isHeldBy(token)],
});

/** Ends the scan with its statistics, in one transaction. Refused if another worker has taken it. */
export const endScanWrites = (token: string, text: string): readonly (Put | Delete | Check)[] => [
  { put: { ...foundStatisticsKey, f: text } },
  { delete: statisticsScanKey, if: [isHeldBy(token)] },
];

const prefixOf = (name: string): string => `${TEXTS}${name}.`;

export async function writeStatisticsText(store: Pick<Store, 'write'>, name: string, text: string): Promise<void> {
  const parts = textParts(text);
  await store.write(parts.map((d, part) => ({ put: { pk: PARTITION, sk: prefixOf(name) + partName(part), d } })));
}

/** A text by its name; undefined if it was replaced. */
export async function readStatisticsText(store: Store, name: string): Promise<string | undefined> {
  const parts: string[] = [];
  for await (const item of queryAll(store, PARTITION, { prefix: prefixOf(name) })) parts.push(item['d'] as string);
  return parts.length === 0 ? undefined : parts.join('');
}

/** Deletes a text, or all whose names sort before another one. */
export async function deleteStatisticsTexts(
  store: Store,
  which: { readonly name: string } | { readonly before: string },
): Promise<void> {
  const keys: Key[] = [];
  const prefix = 'name' in which ? prefixOf(which.name) : TEXTS;
  for await (const { pk, sk } of queryAll(store, PARTITION, { prefix })) {
    if ('name' in which || sk < prefixOf(which.before)) keys.push({ pk, sk });
  }
  if (keys.length > 0) await store.write(keys.map((key) => ({ delete: key })));
}
