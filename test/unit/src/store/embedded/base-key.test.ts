import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BaseKey, baseKeyEncoder } from '../../../../../src/store/embedded/base-key.ts';

const ulid = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const digest = fc.stringMatching(/^[0-9A-Za-z_-]{22}$/);
const pk = fc.oneof(
  digest.map((text) => `B#${text}`),
  ulid.map((text) => `E#${text}`),
  ulid.map((text) => `E#${text.toLowerCase()}`),
  ulid.map((text) => `e#${text}`),
  ulid.map((text) => `E#9${text.slice(1)}`),
  digest.map((text) => `B#${text.slice(1)}.`),
  digest.map((text) => `Bä${text}`),
  fc.constantFrom('R#1', 'B#', 'J#0', '\0', '\0\0', 'p', 'pa', `p${'x'.repeat(1_000)}`),
  fc.string({ unit: 'binary', minLength: 1 }),
);
const sk = fc.oneof(
  fc.constantFrom('#', '\0', 'a', 'aa', 'ab', '\uffff', '\u{10000}'),
  ulid,
  fc.string({ unit: 'binary', minLength: 1 }),
);

const written = (key: BaseKey): Buffer => {
  const target = Buffer.alloc(4_000);
  return target.subarray(3, baseKeyEncoder.writeKey(key, target, 3));
};

describe('baseKeyEncoder', () => {
  it('gives the sort key back, and nothing for that of a partition', () => {
    fc.assert(
      fc.property(pk, sk, (pk, sk) => {
        const key = written({ pk, sk });
        const partition = written({ pk, sk: '' });

        expect(baseKeyEncoder.readKey(key, 0, key.length)).toBe(sk);
        expect(baseKeyEncoder.readKey(partition, 0, partition.length)).toBe('');
      }),
    );
  });

  it('writes different keys differently', () => {
    fc.assert(
      fc.property(pk, sk, pk, sk, (pk1, sk1, pk2, sk2) => {
        const isSame = pk1 === pk2 && sk1 === sk2;

        expect(written({ pk: pk1, sk: sk1 }).equals(written({ pk: pk2, sk: sk2 }))).toBe(isSame);
        // Nor can an item stand for a partition.
        expect(written({ pk: pk1, sk: sk1 }).equals(written({ pk: pk2, sk: '' }))).toBe(false);
      }),
    );
  });

  it('keeps the order of sort keys, behind their partition and apart from all others', () => {
    fc.assert(
      fc.property(pk, sk, sk, pk, sk, (pk, a, b, other, c) => {
        const order = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Buffer.compare(written({ pk, sk: a }), written({ pk, sk: b }))).toBe(order);

        const first = written({ pk, sk: '' });
        const end = written({ pk, sk: '', bound: 'beyond' });
        const isWithin = (key: Buffer) => Buffer.compare(key, first) > 0 && Buffer.compare(key, end) < 0;
        expect(isWithin(written({ pk, sk: a }))).toBe(true);
        if (other !== pk) {
          expect(isWithin(written({ pk: other, sk: c }))).toBe(false);
          expect(isWithin(written({ pk: other, sk: '' }))).toBe(false);
        }
      }),
    );
  });

  it('bounds a prefix and what is behind a key', () => {
    fc.assert(
      fc.property(pk, sk, sk, (pk, prefix, one) => {
        const key = written({ pk, sk: one });
        const from = written({ pk, sk: prefix });
        const isWithin =
          Buffer.compare(key, from) >= 0 && Buffer.compare(key, written({ pk, sk: prefix, bound: 'beyond' })) < 0;
        expect(isWithin).toBe(one.startsWith(prefix));

        const isBehind = Buffer.compare(key, written({ pk, sk: prefix, bound: 'behind' })) >= 0;
        expect(isBehind).toBe(Buffer.compare(Buffer.from(one), Buffer.from(prefix)) > 0);
      }),
    );
  });

  it('takes few bytes for the partitions of which there are most', () => {
    expect(written({ pk: 'B#---0j3RQz0ZXmrD82R5Rhd', sk: '' })).toHaveLength(18);
    expect(written({ pk: 'E#01M7YNDXP0ZHW03X72A8H7G1H4', sk: '' })).toHaveLength(17);
  });
});
