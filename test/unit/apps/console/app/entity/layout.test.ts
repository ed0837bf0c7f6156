import { describe, expect, it } from '@jest/globals';
import { hiddenEdgesOf, layOut, mostRecords } from '../../../../../../apps/console/app/entity/layout.ts';

const link = (a: string, b: string, ...others: string[]) => ({
  a,
  b,
  rules: ['EMAIL', ...others],
  score: 0.5,
  bridge: others.length === 0,
});
const page = (pairs: readonly ReturnType<typeof link>[], count = pairs.length) => ({ pairs, count, after: null });
const entity = {
  records: ['a', 'b', 'c', 'd'].map((id) => ({ id })),
  pairs: page([link('a', 'b', 'PHONE'), link('b', 'c')]),
  duplicates: { 'people:a': ['d'] },
  connectionBans: [{ reference: 'a', others: ['other'], user: 'jo', verified: true, reason: 'twins' }],
};

describe('the picture of an entity', () => {
  it('has a node for every record, duplicate and entity that is kept apart', () => {
    expect(layOut(entity).nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'record a',
      'record b',
      'record c',
      'duplicate d',
      'apart other',
    ]);
  });

  it('has an edge for every linked pair, duplicate and ban', () => {
    expect(layOut(entity).edges.map(({ kind, a, b, rules }) => [kind, a.id, b.id, ...rules])).toEqual([
      ['link', 'a', 'b', 'EMAIL', 'PHONE'],
      ['link', 'b', 'c', 'EMAIL'],
      ['duplicate', 'a', 'd'],
      ['ban', 'b', 'other'],
    ]);
  });

  it('knows of a link how strong it is, and whether it holds two parts together', () => {
    const links = layOut(entity).edges.filter(({ kind }) => kind === 'link');

    expect(links.map(({ score, isBridge }) => [score, isBridge])).toEqual([
      [0.5, false],
      [0.5, true],
    ]);
  });

  it('counts the pairs that are on other pages as hidden', () => {
    expect(layOut({ ...entity, pairs: page(entity.pairs.pairs, 1_000) }).hiddenPairs).toBe(998);
  });

  it('is the same every time, whatever the order of the records', () => {
    expect(layOut({ ...entity, records: [...entity.records].reverse() })).toEqual(layOut(entity));
  });

  it('keeps nodes off each other and within its box', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: `r${index}` }));
    const links = many.slice(1).map(({ id }, index) => link(`r${Math.floor(index / 3)}`, id));
    const { nodes, box } = layOut({ ...entity, records: many, pairs: page(links), duplicates: {}, connectionBans: [] });

    for (const [index, a] of nodes.entries()) {
      expect(a.x).toBeGreaterThan(box.x);
      expect(a.y).toBeLessThan(box.y + box.height);
      for (const b of nodes.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(58);
    }
  });

  it('has of very many linked pairs those that hold the records together, and the others of a record when asked', () => {
    const records = Array.from({ length: 30 }, (_, index) => ({ id: `r${index}` }));
    const links = records.flatMap(({ id: a }, index) => records.slice(index + 1).map(({ id: b }) => link(a, b)));
    const dense = { records, pairs: page(links), duplicates: {}, connectionBans: [] };

    const layout = layOut(dense);
    const ofOne = hiddenEdgesOf('r7', links, layout);

    const reached = new Set(['r0']);
    for (let grown = true; grown; ) {
      const before = reached.size;
      for (const { a, b } of layout.edges) if (reached.has(a.id) || reached.has(b.id)) reached.add(a.id).add(b.id);
      grown = reached.size > before;
    }
    expect(layout.edges).toHaveLength(29);
    expect(reached.size).toBe(30);
    expect(layout.hiddenPairs).toBe(links.length - 29);
    expect(ofOne).toHaveLength(28);
    expect(ofOne.every(({ kind, a, b }) => kind === 'link' && (a.id === 'r7' || b.id === 'r7'))).toBe(true);
    expect(hiddenEdgesOf('a', entity.pairs.pairs, layOut(entity))).toEqual([]);
  });

  it('is drawn of one record alone, and of as many as may be', () => {
    const alone = layOut({ records: [{ id: 'a' }], pairs: page([]), duplicates: {}, connectionBans: [] });
    expect(alone.nodes).toHaveLength(1);
    expect(alone.box.width).toBeGreaterThan(0);

    const records = Array.from({ length: mostRecords }, (_, index) => ({ id: `r${index}` }));
    const links = records.slice(1).map(({ id }) => link('r0', id));
    expect(layOut({ records, pairs: page(links), duplicates: {}, connectionBans: [] }).nodes).toHaveLength(mostRecords);
  });
});
