import { describe, expect, it } from '@jest/globals';
import { gatherReads } from '../../../../src/store/gathered-reads.ts';
import type { Item, Key, Page, QueryOptions, ReadOptions } from '../../../../src/store/port.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';

class CountingStore extends MemoryStore {
  readonly calls: { readonly keys: readonly Key[]; readonly options: ReadOptions | undefined }[] = [];
  readonly queries: { readonly pk: string; readonly options: QueryOptions | undefined }[] = [];
  failure: Error | undefined;

  override async query(pk: string, options?: QueryOptions): Promise<Page> {
    this.queries.push({ pk, options });
    if (this.failure !== undefined) throw this.failure;
    return super.query(pk, options);
  }

  override async getMany(keys: readonly Key[], options?: ReadOptions): Promise<(Item | undefined)[]> {
    this.calls.push({ keys, options });
    if (this.failure !== undefined) throw this.failure;
    return super.getMany(keys);
  }
}

const at = (sk: string): Key => ({ pk: 'p', sk });

async function filled(): Promise<CountingStore> {
  const store = new CountingStore();
  await store.write(['a', 'b', 'c'].map((sk) => ({ put: { ...at(sk), value: sk } })));
  return store;
}

describe('reads that are asked for at the same moment', () => {
  it('go to the store in one call, and each gets its own items', async () => {
    const store = await filled();
    const reads = gatherReads(store);

    const [first, second, third] = await Promise.all([
      reads.getMany([at('c'), at('x')]),
      reads.getMany([at('a')]),
      reads.getMany([at('c'), at('b')]),
    ]);

    expect(store.calls).toHaveLength(1);
    expect(first.map((item) => item?.['value'])).toEqual(['c', undefined]);
    expect(second.map((item) => item?.['value'])).toEqual(['a']);
    expect(third.map((item) => item?.['value'])).toEqual(['c', 'b']);
  });

  it('keep their rounds together', async () => {
    const store = await filled();
    const reads = gatherReads(store);
    const twice = async (first: string, second: string) => {
      await reads.getMany([at(first)]);
      await Promise.resolve();
      return reads.getMany([at(second)]);
    };

    await Promise.all([twice('a', 'b'), twice('b', 'c'), twice('x', 'y')]);

    expect(store.calls.map(({ keys }) => keys.length)).toEqual([3, 3]);
  });

  it('stay apart when one may be older', async () => {
    const store = await filled();
    const reads = gatherReads(store);

    await Promise.all([reads.getMany([at('a')]), reads.getMany([at('b')], { consistent: false })]);

    expect(store.calls.map(({ options }) => options)).toEqual([{ consistent: true }, { consistent: false }]);
  });

  it('see what was written before they were asked for', async () => {
    const store = await filled();
    const reads = gatherReads(store);

    const reading = reads.getMany([at('a')]);
    await store.write([{ delete: at('b') }]);
    const [[a], [b]] = await Promise.all([reading, reads.getMany([at('b')])]);

    expect(a?.['value']).toBe('a');
    expect(b).toBeUndefined();
  });

  it('fail together', async () => {
    const store = await filled();
    store.failure = new Error('gone');
    const reads = gatherReads(store);

    const settled = await Promise.allSettled([reads.getMany([at('a')]), reads.getMany([at('b')])]);

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.failure = undefined;
    expect(await reads.getMany([at('a')])).toHaveLength(1);
  });

  it('are one query when they ask for the same, and others when not', async () => {
    const store = await filled();
    const reads = gatherReads(store);

    const pages = await Promise.all([reads.query('p'), reads.query('p'), reads.query('p', { limit: 1 })]);

    expect(store.queries).toEqual([
      { pk: 'p', options: undefined },
      { pk: 'p', options: { limit: 1 } },
    ]);
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
  });

  it('query again for who asks later', async () => {
    const store = await filled();
    const reads = gatherReads(store);

    await reads.query('p');
    await store.write([{ delete: at('b') }]);
    const page = await reads.query('p');

    expect(page.items.map(({ sk }) => sk)).toEqual(['a', 'c']);
  });

  it('fail together when they ask for the same', async () => {
    const store = await filled();
    store.failure = new Error('gone');
    const reads = gatherReads(store);

    const settled = await Promise.allSettled([reads.query('p'), reads.query('p')]);

    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    store.failure = undefined;
    expect((await reads.query('p')).items).toHaveLength(3);
  });

  it('ask nothing for no key', async () => {
    const store = await filled();

    expect(await gatherReads(store).getMany([])).toEqual([]);
    expect(store.calls).toEqual([]);
  });
});
