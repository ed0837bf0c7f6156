import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { EntityView } from '../../src/entities/read/types.ts';
import { comparePlaces, ranked } from '../../src/entities/search/place.ts';
import type { EntityCount } from '../../src/entities/search/types.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../src/rules/types.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { documentOf, fieldOnly, rule } from '../unit/src/rules/compile/people.ts';

const FIELDS = ['first', 'last', 'city', 'phone'] as const;

/** @param link rules that link, so that their postings carry what their keys leave open */
const rulesLinking = (link: readonly string[]) =>
  compileRuleConfig(
    documentOf({
      fields: FIELDS,
      comparers: [{ id: 'typo', type: 'distance', attributes: { allowedDistance: 1 } }],
      tokenizers: [{ id: 'word', type: 'word', attributes: {} }],
      matchers: [
        ...FIELDS.map((field) => ({ id: field, type: 'simple', attributes: { resolverID: field } })),
        {
          id: 'nearly',
          type: 'token',
          attributes: { resolverID: 'first', tokenizerID: 'word', comparerID: 'typo', indexStrategy: 'none' },
        },
      ],
      rules: [
        rule('PHONE', ['phone']),
        rule('CITY_NEARLY', ['city', 'nearly'], { score: 0.8 }),
        rule('NAME', ['first', 'last'], { score: 0.5 }),
        rule('CITY', ['city'], { score: 0.4 }),
        rule('LAST', ['last'], { score: 0.3 }),
      ],
      index: ['PHONE', 'CITY_NEARLY', 'NAME', 'CITY', 'LAST'],
      link,
      search: ['PHONE', 'CITY_NEARLY', 'NAME', 'CITY', 'LAST'],
    }),
    fieldOnly,
  );

const one = <T extends string>(...values: T[]) => fc.constantFrom(...values);
const content = fc.record({
  first: one('anna', 'anne', 'bert', 'carl', 'dora', 'emil', 'gert'),
  last: one('meier', 'meier', 'huber'),
  city: one('ulm', 'ulm', 'rom', 'bern', 'oslo', 'wien'),
  phone: fc.nat(200).map(String),
});
const records = fc.array(content, { minLength: 10, maxLength: 60 });
const asked = fc
  .record(
    {
      first: one('anna', 'bert'),
      last: one('meier', 'huber'),
      city: one('ulm', 'rom'),
      phone: fc.nat(200).map(String),
    },
    { requiredKeys: [] },
  )
  .filter((parameters) => Object.keys(parameters).length > 0);

/** The pages of a search, joined, with the number of entities on each. */
async function allPages(resolution: Resolution, parameters: RecordPayload, first: number) {
  const ids: string[] = [];
  const seen: EntityView[] = [];
  let firstCount: Promise<EntityCount> | undefined;
  for (let after: string | undefined, pages = 0; ; pages++) {
    const { entities, hasNextPage, endCursor, ...rest } = await resolution.rankedSearch({ parameters, first, after });
    ids.push(...entities.map(({ id }) => id));
    seen.push(...entities);
    expect(entities.length).toBeLessThanOrEqual(first);
    expect(endCursor !== undefined).toBe(hasNextPage);
    firstCount ??= rest.count();
    if (!hasNextPage) return { ids, seen, last: rest, firstCount, pages };
    expect(pages).toBeLessThan(200);
    after = endCursor;
  }
}

/** Where the best hit of an entity stands: its score, then id and version of the record. */
function placeOf(
  rules: CompiledRuleConfig,
  view: EntityView,
  versions: ReadonlyMap<string, string>,
  parameters: RecordPayload,
) {
  const prepared = rules.prepareSearch(parameters, 'default');
  const places = view.records.flatMap((record) => {
    const hit = prepared.hit(rules.resolve(record));
    const posting = `${record['id']}\t${versions.get(String(record['id']))}`;
    return hit === undefined ? [] : [{ score: ranked(hit.score), posting }];
  });
  return places.sort(comparePlaces)[0]!;
}

describe.each([
  ['postings tell every hit', ['PHONE', 'CITY_NEARLY']],
  ['records must be judged', ['PHONE']],
])('a ranked search where %s', (_what, link) => {
  const rules = rulesLinking(link);

  it('shows on its pages the entities of a search in the order of their best hits', async () => {
    let long = 0;
    await fc.assert(
      fc.asyncProperty(
        records,
        asked,
        fc.integer({ min: 1, max: 4 }),
        one('2', '3', '100'),
        async (all, parameters, first, window) => {
          const store = new MemoryStore();
          const resolution = createResolution({ store, rules, searchWindow: Number(window) });
          for (const [index, each] of all.entries()) await resolution.submit([{ id: `r${(index * 7) % 67}`, ...each }]);
          const versions = new Map([...store.items.values()].map(({ pk, i }) => [pk.slice(2), String(i)]));
          const { entities } = await resolution.search({ parameters });
          const expected = entities
            .map((view) => ({ id: view.id, place: placeOf(rules, view, versions, parameters) }))
            .sort((a, b) => comparePlaces(a.place, b.place))
            .map(({ id }) => id);

          const { ids, seen, last, firstCount, pages } = await allPages(resolution, parameters, first);

          expect(ids).toEqual(expected);
          const hits = new Map(entities.map((view) => [view.id, view.hits()]));
          for (const view of seen) expect(view.hits()).toEqual(hits.get(view.id));
          expect(await last.count()).toEqual({ totalCount: expected.length, totalIs: 'EXACT' });
          const { totalCount, totalIs } = await firstCount;
          if (totalIs === 'EXACT') expect(totalCount).toBe(expected.length);
          else if (totalIs === 'AT_LEAST') expect(totalCount).toBeLessThanOrEqual(all.length);
          else expect(totalCount).toBeGreaterThanOrEqual(expected.length);
          // Lists that are read whole are counted as far as a page shows.
          if (window === '100' && expected.length <= first + 1) expect(totalIs).toBe('EXACT');
          if (pages > 2) long += 1;
        },
      ),
      { numRuns: 200 },
    );
    expect(long).toBeGreaterThan(40);
  });
});
