import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Item, Key, Page, QueryOptions } from '../../src/store/port.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { email, type People, peopleOn } from './api-people.ts';

/** Counts rounds: what is asked for before the first answer comes is one. */
class RoundCountingStore extends MemoryStore {
  /** As on DynamoDB, where a read is a call. An embedded engine reads in the process. */
  readonly billsTransactions = true;
  rounds = 0;
  calls = 0;
  private round: Promise<void> | undefined;

  override async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    await this.joinRound();
    return super.getMany(keys);
  }
  override async query(pk: string, options?: QueryOptions): Promise<Page> {
    await this.joinRound();
    return super.query(pk, options);
  }

  private joinRound(): Promise<void> {
    this.calls += 1;
    if (this.round !== undefined) return this.round;
    this.rounds += 1;
    this.round = new Promise((resolve) => {
      setImmediate(() => {
        this.round = undefined;
        resolve();
      });
    });
    return this.round;
  }
}

/** The bound for every search below, however its entities came about. */
const MOST_ROUNDS = 4;

describe('the store calls of a request', () => {
  const store = new RoundCountingStore();
  let people: People;
  let entities: string[];

  /** Ten records of one address; every entity has addresses of its own, all have one name. */
  const recordsOf = (entity: string, name: string, count = 10) =>
    Array.from({ length: count }, (_, r) => ({
      id: `${entity}r${r}`,
      name,
      emails: [email(`${entity}@example.org`)],
    }));

  beforeAll(async () => {
    people = peopleOn(store);
    entities = [];
    for (let e = 0; e < 20; e++) entities.push((await people.submit(...recordsOf(`e${e}`, 'Sam')))[0]!);
    for (let e = 0; e < 20; e++) {
      // Two entities of four records become one by two more.
      await people.submit(...recordsOf(`m${e}a`, 'Max', 4));
      await people.submit(...recordsOf(`m${e}b`, 'Max', 4));
      const bridge = [email(`m${e}a@example.org`), email(`m${e}b@example.org`)];
      await people.submit(
        { id: `m${e}c`, name: 'Max', emails: bridge },
        { id: `m${e}d`, name: 'Max', emails: [bridge[0]!] },
      );
    }
  });

  const counting = async (query: string, variables: object = {}) => {
    Object.assign(store, { rounds: 0, calls: 0 });
    const answer = await people.ask(query, variables);
    return { ...answer, rounds: store.rounds, calls: store.calls };
  };
  const ENTITY = 'id records { id } edges duplicates hits score consistency hitScore aliases recordInsights { count }';
  const SEARCH = `query ($input: SearchInput!) { search(input: $input) { totalCount entities { ${ENTITY} } } }`;
  const emailsOf = (...names: string[]) => names.map((name) => email(`${name}@example.org`));
  const numbered = (name: (e: number) => string) => Array.from({ length: 20 }, (_, e) => name(e));

  it.each([
    ['deciding keys', 3, { parameters: { emails: emailsOf(...numbered((e) => `e${e}`)) } }],
    // 200 candidates are two pages.
    ['a suggesting key', 4, { parameters: { name: 'sam' }, searchRules: 'name' }],
    [
      'deciding keys of which one side of each merge has some',
      4,
      { parameters: { emails: emailsOf(...numbered((e) => `m${e}b`)) } },
    ],
    [
      'deciding keys of which the older side of each merge has some',
      4,
      { parameters: { emails: emailsOf(...numbered((e) => `m${e}a`)) } },
    ],
    ['a suggesting key, in merged entities', 4, { parameters: { name: 'max' }, searchRules: 'name' }],
  ])('are few rounds for a search that hits 20 entities of 10 records by %s', async (_what, most, input) => {
    const { data, rounds } = await counting(SEARCH, { input });

    expect(data.search.totalCount).toBe(20);
    expect(data.search.entities.map(({ records }: { records: unknown[] }) => records.length)).toEqual(
      Array(20).fill(10),
    );
    expect(rounds).toBeLessThanOrEqual(most);
    expect(most).toBeLessThanOrEqual(MOST_ROUNDS);
  });

  it('are no more rounds when some records are considered, sorted and paged', async () => {
    const { data, errors, rounds } = await counting(SEARCH, {
      input: {
        parameters: { name: 'sam' },
        searchRules: 'name',
        considerRecords: [{ field: 'id', endsWith: 'r0', invert: true }],
        sort: { field: 'hitScore' },
        page: 2,
      },
    });

    expect(errors).toEqual([]);
    expect(data.search.entities.map(({ records }: { records: unknown[] }) => records.length)).toEqual(
      Array(10).fill(9),
    );
    expect(rounds).toBeLessThanOrEqual(4);
  });

  // An explanation takes one round more for the blocking keys that both records have.
  it.each([
    ['an entity by its id', 2, () => `{ entity(input: {id: "${entities[0]}"}) { entity { ${ENTITY} } } }`],
    ['an entity by a record', 3, () => `{ entityByRecord(input: {id: "e1r5"}) { entity { ${ENTITY} } } }`],
    ['a merged entity by a record', 4, () => `{ entityByRecord(input: {id: "m1br2"}) { entity { ${ENTITY} } } }`],
    [
      'what two records have to do with one another',
      4,
      () => '{ explain(input: {a: "e1r1", b: "e2r2"}) { together } }',
    ],
    [
      'why a record is in its entity',
      4,
      () => `{ explain(input: {record: "e3r1", entityID: "${entities[3]}"}) { together } }`,
    ],
    [
      'why a record is in a merged entity, by an old id',
      5,
      () => `{ explain(input: {record: "m1br1", entityID: "${entityBefore('m1b')}"}) { together } }`,
    ],
  ])('are as few rounds as can be for %s', async (_what, most, query) => {
    const { errors, data, rounds } = await counting(query());

    expect(errors).toEqual([]);
    expect(data).not.toBeNull();
    expect(rounds).toBeLessThanOrEqual(most);
  });

  /** The id that an entity had before it was merged: the fragment that its first record stands in. */
  const entityBefore = (name: string) => store.items.get(`R#${name}r0\u0000#`)!['n'];

  it.each([
    ['new records', 4, 'submit(input: $input) { records { id entityID outcome } }', 'SubmitInput', 'n1'],
    [
      'a preview of new records',
      6,
      `submitWithPreview(input: $input) { entities { ${ENTITY} } }`,
      'SubmitWithPreviewInput',
      'n2',
    ],
    [
      'records that join an entity',
      4,
      'submit(input: $input) { records { id entityID outcome } }',
      'SubmitInput',
      'e1',
    ],
    [
      'a preview of records that join an entity',
      6,
      `submitWithPreview(input: $input) { entities { ${ENTITY} } }`,
      'SubmitWithPreviewInput',
      'e2',
    ],
  ])('wait for few reads where they submit %s', async (_what, most, field, type, entity) => {
    const records = recordsOf(entity, 'Sam').map((record) => ({ ...record, id: `new${record.id}` }));

    const { errors, rounds } = await counting(`mutation ($input: ${type}!) { ${field} }`, { input: { records } });

    expect(errors).toEqual([]);
    expect(rounds).toBeLessThanOrEqual(most);
  });

  it('are shared by all fields of the request', async () => {
    const one = await counting(`query ($id: ID!) { entity(input: {id: $id}) { entity { records { id } } } }`, {
      id: entities[0],
    });
    const fields = entities.map((id, index) => `f${index}: entity(input: {id: "${id}"}) { entity { records { id } } }`);
    const all = await counting(`{ ${fields.join('\n')} }`);

    expect(all.errors).toEqual([]);
    expect(all.data.f19.entity.records).toHaveLength(10);
    expect(all.rounds).toBe(one.rounds);
    // Each partition needs a query of its own; what is looked up by key does not.
    expect(all.calls).toBe(one.calls + 19);
  });

  it('are made once for fields that ask for the same', async () => {
    const one = await counting('{ entityByRecord(input: {id: "e1r5"}) { entity { id } } }');
    const fields = Array.from({ length: 20 }, (_, r) => `f${r}: entityByRecord(input: {id: "e1r5"}) { entity { id } }`);
    const all = await counting(`{ ${fields.join('\n')} }`);

    expect(all.errors).toEqual([]);
    expect([all.rounds, all.calls]).toEqual([one.rounds, one.calls]);
  });
});
