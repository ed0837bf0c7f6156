import { describe, expect, it } from '@jest/globals';
import {
  findingsPartition,
  findingsWrites,
  readFindings,
  segmentOfFindings,
} from '../../../../../src/entities/items/rule-change-findings.ts';
import type { Item, Key } from '../../../../../src/store/port.ts';

const items = { change: 7 };
const at = (sk: string): Key => ({ pk: 'E#a', sk });
const sorted = (all: readonly Item[]): Item[] => [...all].sort((a, b) => (a.sk < b.sk ? -1 : 1));
const written = (cursor: Key | undefined, next: Key | undefined, findings: object): Item[] =>
  findingsWrites(items, 3, { cursor, next }, findings).map(({ put }) => put);

describe('findings of a chunk', () => {
  it('are read in the order of the chunks, each whole', () => {
    const large = { text: `€${'x'.repeat(600_000)}😀` };
    const all = [...written(at('1'), undefined, large), ...written(undefined, at('1'), { text: 'first' })];

    expect([...readFindings(sorted(all))]).toEqual([{ text: 'first' }, large]);
    expect(all.length).toBe(4);
    for (const item of all) {
      expect([item.pk, segmentOfFindings(item)]).toEqual([findingsPartition(items), 3]);
      expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(390_000);
    }
  });

  it('replace those of the same chunk, also if they have fewer parts', () => {
    const byKey = new Map<string, Item>();
    for (const findings of [{ text: 'x'.repeat(600_000) }, { text: 'short' }]) {
      for (const item of written(undefined, undefined, findings)) byKey.set(item.sk, item);
    }

    expect([...readFindings(sorted([...byKey.values()]))]).toEqual([{ text: 'short' }]);
  });

  it('do not count if no chunk leads to them', () => {
    const all = [
      ...written(undefined, at('2'), { chunk: 1 }),
      ...written(at('1'), at('2'), { chunk: 'of another course' }),
      ...written(at('2'), undefined, { chunk: 2 }),
    ];

    expect([...readFindings(sorted(all))]).toEqual([{ chunk: 1 }, { chunk: 2 }]);
  });

  it('are none before the first chunk is done', () => {
    expect([...readFindings([])]).toEqual([]);
  });
});
