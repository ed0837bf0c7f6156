import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../../apps/service/service.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { exampleFile, startExample } from './example-service.ts';

const NAMESAKES = 5_000;
const BATCH = 100;
const NAMES = { firstName: 'Maria', lastName: 'Huber' };
const SHARED = { ...NAMES, postcode: 'AB1 2CD' };
/** Two people with one address, who are not one person by their birthdays. */
const COUPLE = ['m0002', 'm0050'];

const born = (index: number) => new Date(Date.UTC(1930, 0, 1 + index)).toISOString().slice(0, 10);
const idOf = (index: number) => `m${String(index).padStart(4, '0')}`;
const namesakes = Array.from({ length: NAMESAKES }, (_, index) => ({
  id: idOf(index),
  ...SHARED,
  dateOfBirth: born(index),
  ...(COUPLE.includes(idOf(index)) ? { email: 'the.hubers@example.com' } : {}),
}));

const SEARCH = `query ($input: SearchInput!) { search(input: $input) {
  totalCount totalIs pageInfo { hasNextPage endCursor } incomplete { rules reason atLeast add }
  entities { id hitScore records { id } }
} }`;

interface Found {
  readonly totalCount: number;
  readonly totalIs: string;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly incomplete: readonly {
    readonly rules: readonly string[];
    readonly reason: string;
    readonly add: readonly string[];
  }[];
  readonly entities: readonly {
    readonly id: string;
    readonly hitScore: number;
    readonly records: readonly { readonly id: string }[];
  }[];
}

describe('5,000 people of the same names and postcode, through the local service', () => {
  let service: Service | undefined;
  let caller: Awaited<ReturnType<typeof createCaller>>;

  async function ask<Data>(query: string, variables: object): Promise<Data> {
    const { body } = await caller.query(query, variables);
    const { data, errors } = body as { data: Data; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }
  const submit = (...records: object[]) =>
    ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input: { records } });
  const erase = (id: string) =>
    ask('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', {
      input: { recordIDs: [id] },
    });
  const search = async (input: object) => (await ask<{ search: Found }>(SEARCH, { input })).search;
  const idsOf = ({ entities }: Found) => entities.map(({ records }) => records.map(({ id }) => id).join('+'));

  const directory = temporaryDirectory('beforeAll', () => service?.close(0));
  beforeAll(async () => {
    service = await startExample(directory.path('data'), { clientsFile: exampleFile('clients.json') });
    caller = await createCaller(service);
    for (let at = 0; at < NAMESAKES; at += BATCH) await submit(...namesakes.slice(at, at + BATCH));
  }, 600_000);

  it('answers the best hundred: first who agrees in the other fields as well', async () => {
    const found = await search({ parameters: { ...NAMES, dateOfBirth: born(4_711) }, first: 100 });

    const [best, ...others] = found.entities;
    expect(best!.records).toEqual([{ id: idOf(4_711) }]);
    expect(others).toHaveLength(99);
    for (const { hitScore } of others) expect(hitScore).toBeLessThan(best!.hitScore);
    expect([found.totalIs, found.pageInfo.hasNextPage, found.incomplete]).toEqual(['AT_LEAST', true, []]);
  });

  it('answers a hundred by both names, and leaves nothing out', async () => {
    const found = await search({ parameters: NAMES, first: 100 });

    expect(idsOf(found)).toEqual(namesakes.slice(0, 100).map(({ id }) => id));
    expect(found.incomplete).toEqual([]);
  });

  it('answers a hundred by the shared postcode too, and says which field finds the right one', async () => {
    const found = await search({ parameters: SHARED, first: 100 });

    expect(found.entities).toHaveLength(100);
    expect(found.incomplete).toEqual([
      {
        rules: ['POSTCODE_NAME'],
        reason: 'GENERIC',
        atLeast: expect.any(Number),
        add: expect.arrayContaining(['dateOfBirth']),
      },
    ]);
    const right = await search({ parameters: { ...SHARED, dateOfBirth: born(4_711) }, first: 100 });
    expect(idsOf(right)[0]).toBe(idOf(4_711));
  });

  it('keeps the order of its pages while records come, unite and go', async () => {
    const input = { parameters: NAMES, first: 25 };
    const one = await search(input);
    const two = await search({ ...input, after: one.pageInfo.endCursor });
    // One before the cursor and one behind it, a union with a shown entity, and an erasure.
    await submit(
      { id: 'm0010a', ...NAMES },
      { id: 'm0060a', ...NAMES },
      { id: 'hubers', firstName: 'Maria', email: 'the.hubers@example.com' },
    );
    for (const id of ['m0055', 'm0056']) await erase(id);

    const three = await search({ ...input, after: two.pageInfo.endCursor });

    expect([...idsOf(one), ...idsOf(two)]).toEqual(namesakes.slice(0, 50).map(({ id }) => id));
    expect(idsOf(three)).toEqual([
      ...namesakes
        .slice(51, 61)
        .map(({ id }) => id)
        .filter((id) => id !== 'm0055' && id !== 'm0056'),
      'm0060a',
      ...namesakes.slice(61, 77).map(({ id }) => id),
    ]);
  });

  it('shows each entity that stays once, while another client submits and erases', async () => {
    const shown: string[] = [];
    const entityIDs: string[] = [];
    let isRead = false;
    const turnPages = async () => {
      let after: string | null | undefined;
      for (let page = 0; page < 8; page++) {
        const found = await search({ parameters: NAMES, first: 20, after });
        shown.push(...found.entities.flatMap(({ records }) => records.map(({ id }) => id)));
        entityIDs.push(...found.entities.map(({ id }) => id));
        after = found.pageInfo.endCursor;
      }
      isRead = true;
    };
    const comeAndGo = async () => {
      for (let round = 0; !isRead; round++) {
        const ids = [1, 2, 3].map((one) => `m0${one}${round % 10}5-${round}`);
        await submit(...ids.map((id) => ({ id, ...NAMES })));
        for (const id of ids.slice(0, 2)) await erase(id);
      }
    };

    await Promise.all([turnPages(), comeAndGo()]);

    expect(new Set(entityIDs).size).toBe(entityIDs.length);
    const last = Math.max(...shown.filter((id) => /^m\d{4}$/.test(id)).map((id) => Number(id.slice(1))));
    const staying = namesakes
      .slice(0, last + 1)
      .map(({ id }) => id)
      .filter((id) => id !== 'm0055' && id !== 'm0056');
    expect(shown.filter((id) => staying.includes(id)).sort()).toEqual(staying);
  });
});
