import { describe, expect, it } from '@jest/globals';
import { TextCache } from '../../../../src/graphql/documents/cache.ts';
import { createPrepareDocument } from '../../../../src/graphql/documents/prepare.ts';
import { defaultLimits } from '../../../../src/graphql/limits.ts';
import { buildApiSchema } from '../../../../src/graphql/schema/build.ts';
import { recordSchema } from '../../functions/api/exchange.ts';

describe('TextCache', () => {
  it('forgets what was used longest ago', () => {
    const cache = new TextCache<number>({ entries: 2, characters: 100 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');

    cache.set('c', 3);

    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('bounds the characters of all texts', () => {
    const cache = new TextCache<number>({ entries: 100, characters: 40 });

    for (let i = 0; i < 10; i += 1) cache.set(`${i}`.padEnd(10), i);

    expect(cache.size).toBe(4);
    expect(cache.get('9'.padEnd(10))).toBe(9);
  });

  it('counts a text that is set again once', () => {
    const cache = new TextCache<number>({ entries: 100, characters: 40 });

    for (let i = 0; i < 10; i += 1) cache.set('same      ', i);
    cache.set('other     ', 1);

    expect(cache.size).toBe(2);
    expect(cache.get('same      ')).toBe(9);
  });

  it('does not keep a text that would crowd out the others', () => {
    const cache = new TextCache<number>({ entries: 100, characters: 40 });

    cache.set('x'.repeat(11), 1);

    expect(cache.size).toBe(0);
  });

  it('stays right over any order of use', () => {
    const cache = new TextCache<number>({ entries: 3, characters: 20 });
    const texts = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];

    for (let i = 0; i < 1_000; i += 1) {
      const text = texts[(i * 7 + (i >> 3)) % texts.length]!;
      if (cache.get(text) === undefined) cache.set(text, i);
      expect(cache.size).toBeLessThanOrEqual(3);
      expect(cache.get(text)).toBeDefined();
    }
  });
});

describe('preparing a document', () => {
  const prepare = createPrepareDocument(buildApiSchema(recordSchema, 'svc'), defaultLimits);

  it('parses and validates one text once', () => {
    expect(prepare('{ __typename }')).toBe(prepare('{ __typename }'));
  });

  it('does not keep what is refused', () => {
    expect(prepare('{ nope }')).not.toBe(prepare('{ nope }'));
  });
});
