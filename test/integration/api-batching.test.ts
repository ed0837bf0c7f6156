import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Item, Key, Page, QueryOptions } from '../../functions/core/store/port.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { email, type People, peopleOn } from './api-people.ts';

/** Counts rounds: what is asked for before the first answer comes is one. */
class RoundCountingStore extends MemoryStore {
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

describe('the store calls of a request', () => {
  const store = new RoundCountingStore();
  let people: People;
  let entities: string[];

  beforeAll(async () => {
    people = peopleOn(store);
    entities = [];
    for (let e = 0; e < 20; e++) {
      const submitted = await people.submit(
        ...Array.from({ length: 10 }, (_, r) => ({
          id: `e${e}r${r}`,
          name: 'Sam',
          emails: [email(`e${e}@example.org`)],
        })),
      );
      entities.push(submitted[0]!);
    }
  });

  const counting = async (query: string, variables: object) => {
    Object.assign(store, { rounds: 0, calls: 0 });
    const answer = await people.ask(query, variables);
    return { ...answer, rounds: store.rounds, calls: store.calls };
  };
  const SEARCH = `query ($input: SearchInput!) { search(input: $input) {
    totalCount entities { id records { id } edges duplicates hits score consistency hitScore recordInsights { count } }
  } }`;

  it('are at most 4 rounds for a search that hits 20 entities of 10 records', async () => {
    const emails = entities.map((_, e) => email(`e${e}@example.org`));

    const { data, rounds } = await counting(SEARCH, { input: { parameters: { emails } } });

    expect(data.search.totalCount).toBe(20);
    expect(data.search.entities.map(({ records }: { records: unknown[] }) => records.length)).toEqual(
      Array(20).fill(10),
    );
    expect(rounds).toBeLessThanOrEqual(4);
  });

  it('are two rounds more where candidates must be looked at first', async () => {
    const { data, rounds } = await counting(SEARCH, { input: { parameters: { name: 'sam' }, searchRules: 'name' } });

    expect(data.search.totalCount).toBe(20);
    expect(rounds).toBeLessThanOrEqual(6);
  });

  it('are shared by all fields of the request', async () => {
    const one = await counting(`query ($id: ID!) { entity(input: {id: $id}) { entity { records { id } } } }`, {
      id: entities[0],
    });
    const fields = entities.map((id, index) => `f${index}: entity(input: {id: "${id}"}) { entity { records { id } } }`);
    const all = await counting(`{ ${fields.join('\n')} }`, {});

    expect(all.errors).toEqual([]);
    expect(all.data.f19.entity.records).toHaveLength(10);
    expect(all.rounds).toBe(one.rounds);
    // Each partition needs a query of its own; what is looked up by key does not.
    expect(all.calls).toBe(one.calls + 19);
  });
});
