import { describe, expect, it } from '@jest/globals';
import { gatherReads } from '../../../../../functions/core/resolution/gathered-reads.ts';
import type { Item, Key, ReadOptions } from '../../../../../functions/core/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

class CountingStore extends MemoryStore {
  readonly calls: { readonly keys: readonly Key[]; readonly options: ReadOptions | undefined }[] = [];
  failure: Error | undefined;

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

  it('ask nothing for no key', async () => {
    const store = await filled();

    expect(await gatherReads(store).getMany([])).toEqual([]);
    expect(store.calls).toEqual([]);
  });
});
