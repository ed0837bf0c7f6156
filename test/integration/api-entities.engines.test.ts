import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { email, type People, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const FIELDS = 'id records { id name secret } edges links { a b rule score } duplicates score consistency aliases';
const ENTITIES = `query ($input: EntitiesInput!) { entities(input: $input) { entities { ${FIELDS} } oversized after } }`;
const ENTITY = `query ($input: EntityInput!) { entity(input: $input) { entity { ${FIELDS} } } }`;

interface Listed {
  readonly id: string;
  readonly records: readonly { readonly id: string; readonly secret: string | null }[];
}

interface ListedPage {
  readonly entities: readonly Listed[];
  readonly oversized: readonly string[];
  readonly after: string | null;
}

const stores = await storesHere();

describe.each(stores)('a list of entities on the %s engine', (_engine, open) => {
  let engine: OpenedStore;
  let people: People;
  let large: string;

  beforeAll(async () => {
    engine = await open();
    people = peopleOn(engine.store, undefined, { table: engine.table });
    for (let start = 0; start < 90; start += 30) {
      const records = Array.from({ length: 30 }, (_, index) => ({
        id: `r${start + index}`,
        name: `n${index}`,
        secret: 's',
        // Every third person has another record.
        emails: [email(`e${Math.floor((start + index) / 3) % 2 === 0 ? start + index : start + index - (index % 3)}`)],
      }));
      await people.submit(...records);
    }
    for (let start = 0; start < 1_001; start += 91) {
      [large] = (await people.submit(
        ...Array.from({ length: 91 }, (_, index) => ({ id: `l${start + index}`, phone: '1' })),
      )) as [string];
    }
  });
  afterAll(() => engine.end());

  const page = async (input: object, scope?: string): Promise<ListedPage> => {
    const { data, errors } = await people.ask(ENTITIES, { input }, scope);
    expect(errors).toEqual([]);
    return data.entities;
  };
  const all = async (input: object): Promise<ListedPage[]> => {
    const pages: ListedPage[] = [];
    do pages.push(await page({ ...input, after: pages.at(-1)?.after ?? null }));
    while (pages.at(-1)!.after !== null);
    return pages;
  };

  it('has each entity once, with what `entity` answers about it', async () => {
    const pages = await all({ first: 7 });

    const found = pages.flatMap(({ entities }) => entities);
    expect(found.flatMap(({ records }) => records.map(({ id }) => id)).toSorted()).toEqual(
      Array.from({ length: 90 }, (_, index) => `r${index}`).toSorted(),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.some(({ records }) => records.length === 3)).toBe(true);
    for (const entity of found) {
      const { data } = await people.ask(ENTITY, { input: { id: entity.id } });
      expect(entity).toEqual(data.entity.entity);
    }
  });

  it('names an entity of 1,001 records, which breaks no page', async () => {
    const pages = await all({});

    expect(pages.flatMap(({ oversized }) => oversized)).toEqual([large]);
  });

  it('has the same entities in segments that are read at the same time', async () => {
    const whole = (await all({ first: 200 })).flatMap(({ entities }) => entities.map(({ id }) => id));

    const parts = await Promise.all([0, 1, 2].map((segment) => all({ first: 4, segment, segments: 3 })));

    const found = parts.flat().flatMap(({ entities }) => entities.map(({ id }) => id));
    expect(found.toSorted()).toEqual(whole.toSorted());
    expect(parts.flat().flatMap(({ oversized }) => oversized)).toEqual([large]);
  });

  it('hides a private field from a caller without its privilege', async () => {
    const { entities } = await page({ first: 5 });
    const seeing = await page({ first: 5 }, 'svc/query.entity svc/record.secret');

    expect(new Set(entities.flatMap(({ records }) => records.map(({ secret }) => secret)))).toEqual(new Set([null]));
    expect(new Set(seeing.entities.flatMap(({ records }) => records.map(({ secret }) => secret)))).toEqual(
      new Set(['s']),
    );
  });

  it.each([
    ['an invented position', async () => ({ after: 'AAAA' }), 'POSITION_INVALID'],
    [
      'a position of other segments',
      async () => ({ after: (await page({ first: 1, segment: 0, segments: 2 })).after, segment: 0, segments: 4 }),
      'POSITION_INVALID',
    ],
    ['a segment alone', async () => ({ segment: 1 }), 'SEGMENT_INVALID'],
    ['a segment behind the last', async () => ({ segment: 4, segments: 4 }), 'SEGMENT_INVALID'],
    ['too large a page', async () => ({ first: 201 }), 'ARGUMENT_OUT_OF_RANGE'],
    ['a page of nothing', async () => ({ first: 0 }), 'ARGUMENT_OUT_OF_RANGE'],
  ])('refuses %s with a hint', async (_what, inputOf, code) => {
    const { codes, errors, data } = await people.ask(ENTITIES, { input: await inputOf() });

    expect(codes).toEqual([code]);
    expect(errors[0]?.extensions.hint).toMatch(/^(Pass|Give)/);
    expect(data).toBeNull();
  });
});
