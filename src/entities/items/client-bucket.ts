import type { Item, Key, Put, Update } from '../../store/port.ts';
import { digestText } from '../../text/digest.ts';

/**
 * The token bucket of a client, as the generic cell rate algorithm keeps it (ITU-T I.371, annex A): one number, the time
 * at which the bucket is full again. Each request moves that time by the interval of one token.
 *
 * | item   | pk         | sk  | attributes |
 * |--------|------------|-----|------------|
 * | bucket | `U#client` | `#` | `t` when the bucket is full, in whole microseconds since 1970 |
 *
 * The key has a digest of the client's id, because an issuer may choose ids of any length.
 */
const bucketKey = (clientId: string): Key => ({ pk: `U#${digestText(clientId)}`, sk: '#' });

/** Takes a token, if the bucket is full at a time in this range. */
export const takeToken = (clientId: string, interval: number, fullAt: { least: number; most: number }): Update => ({
  update: bucketKey(clientId),
  add: { t: interval },
  if: [{ attribute: 't', ...fullAt }],
});

/** Takes the first token of a full bucket, if nothing happened since `seen`, when it was full (undefined: never used). */
export const takeFirstToken = (clientId: string, fullAt: number, seen: number | undefined): Put => ({
  put: { ...bucketKey(clientId), t: fullAt },
  if: [seen === undefined ? { item: 'absent' } : { attribute: 't', equals: seen }],
});

export const fullAtOf = (item: Item | undefined): number | undefined => item?.['t'] as number | undefined;
