import { DisjointSets } from '../disjoint-sets.ts';

/**
 * Disjoint sets in memory that threads share, so that each spares judging what another has joined.
 *
 * A root gets a parent by compare-and-exchange, and its parent is smaller. Path halving writes to nodes that are no roots
 * any more, one of their ancestors, so that plain stores are safe. Once all threads have ended, the sets are the same
 * whatever the order of the joins: the smallest index of a set is its representative.
 */
export class SharedSets extends DisjointSets {
  readonly buffer: SharedArrayBuffer;

  constructor(buffer: SharedArrayBuffer) {
    const parent = new Int32Array(buffer);
    super(parent.length, parent);
    this.buffer = buffer;
  }

  /** The memory of sets of one each. */
  static bufferFor(size: number): SharedArrayBuffer {
    const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * size);
    const parent = new Int32Array(buffer);
    for (let index = 0; index < size; index++) parent[index] = index;
    return buffer;
  }

  override join(a: number, b: number): boolean {
    for (;;) {
      const [rootA, rootB] = [this.find(a), this.find(b)];
      if (rootA === rootB) return false;
      const [small, large] = rootA < rootB ? [rootA, rootB] : [rootB, rootA];
      if (Atomics.compareExchange(this.parent, large, large, small) === large) return true;
    }
  }
}
