import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { InvalidCursorError, TooDeepPageError } from '../../../../../src/entities/errors.ts';
import type { Resolution } from '../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import { MOST_SHOWN, markOf, pageEndText, readPageEnd } from '../../../../../src/entities/search/place.ts';
import type { RankedSearchRequest } from '../../../../../src/entities/search/types.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { Item, Key, Page, QueryOptions } from '../../../../../src/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { documentOf, fieldOnly, rule } from '../../rules/compile/people.ts';

const rules = compileRuleConfig(loadRuleConfig(readFileSync('examples/people/rule-config.json', 'utf8')));

/** Two rules of one field each, which serve searches only. */
const twoFields = compileRuleConfig(
  documentOf({
    fields: ['color', 'shape', 'number'],
    matchers: ['color', 'shape', 'number'].map((id) => ({ id, type: 'simple', attributes: { resolverID: id } })),
    rules: [
      rule('NUMBER', ['number']),
      rule('COLOR', ['color'], { score: 0.6 }),
      rule('SHAPE', ['shape'], { score: 0.4 }),
    ],
    link: ['NUMBER'],
  }),
  fieldOnly,
);

/** More records than this share the names of the namesakes. */
const CAP = 20;
const NAMESAKES = 60;
const NAMES = { firstName: 'Maria', lastName: 'Huber' };

const born = (index: number) => `19${String(30 + index).padStart(2, '0')}-03-14`;
const namesakes = Array.from({ length: NAMESAKES }, (_, index) => ({
  id: `m${String(index).padStart(2, '0')}`,
  ...NAMES,
  dateOfBirth: born(index),
  postcode: `AB${10 + index} 3CD`,
}));

/** Counts the records that are looked up, and the postings that are read. */
class CountingStore extends MemoryStore {
  records = 0;
  postings = 0;

  override async query(pk: string, options?: QueryOptions): Promise<Page> {
    const page = await super.query(pk, options);
    if (pk.startsWith('B#')) this.postings += page.items.length;
    return page;
  }

  override async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    this.records += keys.filter(({ pk }) => pk.startsWith('R#')).length;
    return super.getMany(keys);
  }
}

async function withNamesakes(more: readonly object[] = []) {
  const store = new CountingStore();
  const resolution = createResolution({ store, rules, genericKeyRecords: CAP });
  for (const record of [...namesakes, ...more]) await resolution.submit([record as { id: string }]);
  store.records = 0;
  return { store, resolution };
}

const idsOf = (entities: readonly { records: readonly { readonly [field: string]: unknown }[] }[]) =>
  entities.map(({ records }) => records.map(({ id }) => id).join('+'));

/** What all pages show. */
async function everyPage(resolution: Resolution, request: RankedSearchRequest): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await resolution.rankedSearch({ ...request, after });
    ids.push(...idsOf(page.entities));
    if (!page.hasNextPage) return ids;
    after = page.endCursor;
  }
}

describe('a ranked search for names that more people have than the limit', () => {
  it('shows all of them page by page, and is not incomplete', async () => {
    const { resolution } = await withNamesakes();

    const { entities, count, incomplete } = await resolution.rankedSearch({ parameters: NAMES, first: 7 });

    expect(idsOf(entities)).toEqual(namesakes.slice(0, 7).map(({ id }) => id));
    expect([(await count()).totalIs, incomplete]).toEqual(['AT_LEAST', []]);
    expect(await everyPage(resolution, { parameters: NAMES, first: 7 })).toEqual(namesakes.map(({ id }) => id));
  });

  it('reads the records of the page and no others', async () => {
    const { store, resolution } = await withNamesakes();

    await resolution.rankedSearch({ parameters: NAMES, first: 5 });

    expect(store.records).toBe(5);
  });

  it.each([
    ['birthday', { dateOfBirth: born(47) }, 'm47'],
    ['postcode', { postcode: 'AB43 3CD' }, 'm33'],
  ])('puts those first that agree in the %s', async (_field, more, expected) => {
    const { resolution } = await withNamesakes();

    const { entities, incomplete } = await resolution.rankedSearch({ parameters: { ...NAMES, ...more }, first: 100 });

    expect(idsOf(entities).slice(0, 3)).toEqual([expected, 'm00', 'm01']);
    expect(entities).toHaveLength(NAMESAKES);
    expect(incomplete).toEqual([]);
  });

  it('says which fields to add where a value is over-frequent, and answers what other rules find', async () => {
    const shared = Array.from({ length: CAP + 5 }, (_, index) => ({
      id: `office${index}`,
      firstName: `Person ${'abcdefghijklmnopqrstuvwxyz'[index]}`,
      phone: '+442079460000',
    }));
    const { resolution } = await withNamesakes(shared);

    const alone = await resolution.rankedSearch({ parameters: { phone: '+442079460000' }, first: 10 });
    const withNames = await resolution.rankedSearch({ parameters: { ...NAMES, phone: '+442079460000' }, first: 10 });

    expect(alone.entities).toEqual([]);
    expect(alone.incomplete).toEqual([
      { reason: 'GENERIC', atLeast: CAP + 1, rules: expect.arrayContaining(['PHONE']), add: expect.any(Array) },
    ]);
    expect([await alone.count(), alone.hasNextPage]).toEqual([{ totalCount: 0, totalIs: 'AT_LEAST' }, false]);
    expect(withNames.entities).toHaveLength(10);
    expect(withNames.incomplete).toHaveLength(1);
  });

  it('shows no erased record on a page that is asked for after its erasure', async () => {
    const { resolution } = await withNamesakes();
    const { endCursor } = await resolution.rankedSearch({ parameters: NAMES, first: 3 });

    for (const id of ['m03', 'm04']) await resolution.disassemble({ recordIDs: [id] });
    const { entities } = await resolution.rankedSearch({ parameters: NAMES, first: 2, after: endCursor });

    expect(idsOf(entities)).toEqual(['m05', 'm06']);
  });

  it('considers only some of the records', async () => {
    const { resolution } = await withNamesakes();
    const consider = { keep: ({ id }: { readonly [field: string]: unknown }) => String(id) >= 'm50', identity: 'm50' };

    expect(await everyPage(resolution, { parameters: NAMES, first: 4, consider })).toEqual(
      namesakes.slice(50).map(({ id }) => id),
    );
  });

  describe('for two values that very many records share', () => {
    const numbers = Array.from({ length: 90 }, (_, index) => String(index).padStart(2, '0'));
    const both = { color: 'red', shape: 'round' };

    async function withShapes(records: readonly { id: string }[], options: object = {}) {
      const store = new CountingStore();
      const resolution = createResolution({ store, rules: twoFields, searchWindow: 4, ...options });
      for (let at = 0; at < records.length; at += 100) await resolution.submit(records.slice(at, at + 100));
      store.records = 0;
      return { store, resolution };
    }

    it('finds the few records that are in both of two long lists', async () => {
      const many = Array.from({ length: 400 }, (_, index) => String(index).padStart(3, '0'));
      const records = [
        ...many.map((number) => ({ id: `color${number}`, color: 'red' })),
        ...many.map((number) => ({ id: `shape${number}`, shape: 'round' })),
        ...many.slice(0, 3).map((number) => ({ id: `x${number}`, ...both })),
      ];
      const { resolution } = await withShapes(records, { searchWindow: 2 });

      const page = await resolution.rankedSearch({ parameters: both, first: 5 });

      expect(idsOf(page.entities)).toEqual(['x000', 'x001', 'x002', 'color000', 'color001']);
    });

    it('reads no more than the page if the same records share both', async () => {
      const { store, resolution } = await withShapes(numbers.map((number) => ({ id: `x${number}`, ...both })));

      const page = await resolution.rankedSearch({ parameters: both, first: 4 });

      expect(idsOf(page.entities)).toEqual(['x00', 'x01', 'x02', 'x03']);
      expect(page.incomplete).toEqual([]);
      expect([store.records, store.postings]).toEqual([4, 8]);
      expect(await everyPage(resolution, { parameters: both, first: 7 })).toEqual(
        numbers.map((number) => `x${number}`),
      );
    });

    it('goes on with the list that counts least at the limit, and says of the other what was not looked at', async () => {
      const { resolution } = await withShapes(
        [
          ...numbers.map((number) => ({ id: `color${number}`, color: 'red' })),
          ...numbers.map((number) => ({ id: `shape${number}`, shape: 'round' })),
          { id: 'colors-both', ...both },
          { id: 'shapes-both', ...both },
        ],
        { genericKeyRecords: 20 },
      );

      const { incomplete } = await resolution.rankedSearch({ parameters: both, first: 5 });
      const shown = await everyPage(resolution, { parameters: both, first: 5 });

      expect(incomplete).toEqual([{ rules: ['COLOR'], reason: 'TOO_FREQUENT', atLeast: expect.any(Number), add: [] }]);
      expect(incomplete[0]!.atLeast).toBeGreaterThan(20);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown).toEqual(expect.arrayContaining([...numbers.map((number) => `shape${number}`), 'shapes-both']));
      expect(shown.filter((id) => id.startsWith('color')).length).toBeGreaterThanOrEqual(20);
    });
  });

  it('counts those that are left if they are no more than a page shows, and reads nothing otherwise', async () => {
    const { store, resolution } = await withNamesakes();
    const alike = { ...NAMES, dateOfBirth: born(3) };
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries())
      await resolution.submit([{ id, lastName: 'Klug', firstName: 'Ida', dateOfBirth: `190${index}-01-01` }]);
    const few = { lastName: 'Klug', firstName: 'Ida' };
    store.records = 0;

    const page = await resolution.rankedSearch({ parameters: few, first: 3 });
    const read = store.records;

    expect([read, await page.count(), store.records]).toEqual([3, { totalCount: 5, totalIs: 'EXACT' }, 5]);
    const small = await resolution.rankedSearch({ parameters: few, first: 2 });
    const before = store.records;
    expect([await small.count(), store.records]).toEqual([{ totalCount: 5, totalIs: 'ABOUT' }, before]);
    const many = await resolution.rankedSearch({ parameters: alike, first: 3 });
    expect(await many.count()).toEqual({ totalCount: expect.any(Number), totalIs: 'AT_LEAST' });
  });

  it('counts on a later page those of the pages before', async () => {
    const { resolution } = await withNamesakes();
    let after: string | undefined;
    for (let page = 0; page < 5; page++)
      after = (await resolution.rankedSearch({ parameters: NAMES, first: 10, after })).endCursor;

    const last = await resolution.rankedSearch({ parameters: NAMES, first: 10, after });

    expect([await last.count(), last.hasNextPage]).toEqual([{ totalCount: NAMESAKES, totalIs: 'EXACT' }, false]);
  });

  it('refuses a cursor of another search', async () => {
    const { resolution } = await withNamesakes();
    const { endCursor } = await resolution.rankedSearch({ parameters: NAMES, first: 3 });

    await expect(
      resolution.rankedSearch({ parameters: { ...NAMES, postcode: 'AB43 3CD' }, first: 3, after: endCursor }),
    ).rejects.toThrow(expect.objectContaining({ code: 'CURSOR_INVALID' }));
  });

  it('ends when there is no time left', async () => {
    const { store } = await withNamesakes();
    const late = createResolution({ store, rules, genericKeyRecords: CAP, timeLeft: () => -1 });

    await expect(late.rankedSearch({ parameters: NAMES, first: 3 })).rejects.toThrow(
      expect.objectContaining({ code: 'TRY_AGAIN' }),
    );
  });
});

const cursor = { place: { score: 0.25, posting: 'réc\t01' }, shown: [markOf('E1'), markOf('E2')] };

describe('a cursor', () => {
  it('says after its way through a caller what it said before', () => {
    expect(readPageEnd(pageEndText(cursor, 'question'), 'question')).toEqual(cursor);
  });

  it.each([
    ['another question', (text: string) => [text, 'other'] as const],
    ['a cut text', (text: string) => [text.slice(0, -2), 'question'] as const],
    ['a text that is none', () => ['no cursor', 'question'] as const],
    ['no text', () => ['', 'question'] as const],
    ['an endless text', () => ['A'.repeat(1_000_000), 'question'] as const],
  ])('is refused for %s', (_what, change) => {
    const [text, question] = change(pageEndText(cursor, 'question'));

    expect(() => readPageEnd(text, question)).toThrow(InvalidCursorError);
  });

  it('ends after as many entities as pages may show, and not before', () => {
    const shown = Array.from({ length: MOST_SHOWN }, (_, index) => markOf(`E${index}`));
    const text = pageEndText({ ...cursor, shown }, 'question');

    expect(() => readPageEnd(text, 'question')).toThrow(TooDeepPageError);
    expect(readPageEnd(pageEndText({ ...cursor, shown: shown.slice(1) }, 'question'), 'question').shown).toHaveLength(
      499,
    );
  });
});
