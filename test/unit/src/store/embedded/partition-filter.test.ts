import { describe, expect, it } from '@jest/globals';
import { PartitionFilter, type StoredFilter } from '../../../../../src/store/embedded/partition-filter.ts';

/** Numbers that are spread as hashes are, the same in every run (xorshift). */
function* hashes(seed: number): Generator<number, never, undefined> {
  for (let state = seed; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state | 0;
  }
}
const take = (count: number, seed: number): number[] => {
  const source = hashes(seed);
  return Array.from({ length: count }, () => source.next().value);
};

/** A place to store filters, as the base is. */
function place() {
  const parts = new Map<string, Uint8Array>();
  let head = { layers: 0, keys: 0 };
  return {
    save(filter: PartitionFilter): number {
      let saved = 0;
      for (const { layer, part, bytes } of filter.changes()) {
        parts.set(`${layer} ${part}`, Uint8Array.from(bytes));
        saved++;
      }
      filter.saved();
      head = { layers: filter.layers, keys: filter.keys };
      return saved;
    },
    stored: (): StoredFilter => ({ ...head, part: (layer, part) => parts.get(`${layer} ${part}`) }),
  };
}

describe('PartitionFilter', () => {
  it('has nothing at first', () => {
    const filter = new PartitionFilter();

    expect(take(1_000, 1).filter((hash) => filter.has(hash))).toEqual([]);
  });

  it('has whatever was added, through several layers, and few others', () => {
    const filter = new PartitionFilter();
    const added = take(200_000, 1);
    for (const hash of added) filter.add(hash);

    expect(filter.layers).toBeGreaterThan(1);
    expect(added.filter((hash) => !filter.has(hash))).toEqual([]);
    const others = take(100_000, 2);
    expect(others.filter((hash) => filter.has(hash)).length).toBeLessThan(0.03 * others.length);
  });

  it('does not grow by what it has', () => {
    const filter = new PartitionFilter();
    const added = take(1_000, 3);

    for (const hash of [...added, ...added]) filter.add(hash);

    expect(filter.keys).toBeLessThanOrEqual(added.length);
    expect(filter.layers).toBe(1);
  });

  it('is the same when it was stored piece by piece, and goes on from there', () => {
    const filter = new PartitionFilter();
    const { save, stored } = place();
    const all = take(200_000, 4);
    for (let first = 0; first < all.length; first += 40_000) {
      for (const hash of all.slice(first, first + 40_000)) filter.add(hash);
      save(filter);
    }

    const read = new PartitionFilter();
    read.load(stored());
    const more = take(1_000, 5);
    for (const hash of more) read.add(hash);

    expect([...all, ...more].filter((hash) => !read.has(hash))).toEqual([]);
    expect(read.layers).toBe(filter.layers);
  });

  it('stores what has changed and no more', () => {
    const filter = new PartitionFilter();
    const { save } = place();
    filter.add(1);
    expect(save(filter)).toBe(1);
    expect(save(filter)).toBe(0);

    filter.add(2 ** 31);

    expect(save(filter)).toBe(1);
  });

  it('becomes what is stored, whatever it was', () => {
    const [empty, full] = [place(), new PartitionFilter()];
    for (const hash of take(1_000, 6)) full.add(hash);

    full.load(empty.stored());

    expect(take(1_000, 6).filter((hash) => full.has(hash))).toEqual([]);
    expect(full.layers).toBe(0);
  });
});
