import { randomFillSync } from 'node:crypto';
import { decodeTime, monotonicFactory } from 'ulid';
import { present } from '../../assert.ts';

/**
 * Random numbers in [0, 1) with 8 bits, fetched from the system 4,096 at a time: ulid draws 16 for an id, each with a
 * system call of its own.
 */
const random: () => number = (() => {
  const pool = new Uint8Array(4_096);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool[used++]! / 256;
  };
})();

/** A fresh id, ascending within this process and nearly so between processes: 26 characters of Crockford's base 32, the first ten the time in milliseconds. */
export const newID: (now: number) => string = (() => {
  const next = monotonicFactory(random);
  return (now) => next(now);
})();

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** True if a text has the form of an entity id. */
export const isID = (text: string): boolean => ULID.test(text);

/** The smallest id of a moment: ids that sort below it were made before. */
export function idFloor(milliseconds: number): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  let rest = Math.max(0, Math.floor(milliseconds));
  let time = '';
  for (let place = 0; place < 10; place++) {
    time = alphabet[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  return time + '0'.repeat(16);
}

/** The moment of an id, or of a name that begins with one, in milliseconds since 1970. */
export const idTime = (id: string): number => decodeTime(id.slice(0, 26));

/** The shard of a name. Spreads names evenly (the polynomial of Java's strings). */
export function shardOf(name: string, shards: number): number {
  let sum = 0;
  for (let index = 0; index < name.length; index++) sum = (Math.imul(sum, 31) + name.charCodeAt(index)) >>> 0;
  return sum % shards;
}

/** The one of several shards that a name is in. */
export const inShardOf = <Shard>(shards: readonly Shard[], name: string): Shard =>
  present(shards[shardOf(name, shards.length)], 'every name has a shard');
