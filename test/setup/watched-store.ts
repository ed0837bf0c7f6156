import { checkItem, keyOf } from '../../src/store/items.ts';
import type { Also, Check, Item, Key, Step, Store, Write } from '../../src/store/port.ts';

/** A store of which a test sees what is asked of it and, whatever the engine, every item that it holds. */
export class WatchedStore implements Store {
  /** Calls of the port since {@link reset}. */
  calls: string[] = [];
  /** Writes, and bytes that they carried, since {@link reset}; a check counts as a write of nothing. */
  writes = 0;
  bytes = 0;
  private readonly below: Store;
  private readonly keys = new Map<string, Key>();

  constructor(below: Store) {
    this.below = below;
  }

  reset(): void {
    this.calls = [];
    this.writes = 0;
    this.bytes = 0;
  }

  /** Every item that was written through this store and is still there. */
  async items(): Promise<Item[]> {
    const keys = [...this.keys.values()];
    const items: Item[] = [];
    for (let start = 0; start < keys.length; start += 1_000) {
      for (const item of await this.below.getMany(keys.slice(start, start + 1_000)))
        if (item !== undefined) items.push(item);
    }
    return items;
  }

  getMany: Store['getMany'] = (keys, options) => {
    this.calls.push(`getMany ${keys.length}`);
    return this.below.getMany(keys, options);
  };

  query: Store['query'] = (pk, options) => {
    this.calls.push('query');
    return this.below.query(pk, options);
  };

  write: Store['write'] = (writes) => {
    this.note('write', writes);
    return this.below.write(writes);
  };

  transact: Store['transact'] = (writes) => {
    this.note('transact', writes);
    return this.below.transact(writes);
  };

  inOrder: Store['inOrder'] = (steps: readonly Step[], mayGoOn) => {
    for (const step of steps) this.note('write', 'each' in step ? step.each : step.all);
    return this.below.inOrder(steps, mayGoOn);
  };

  discard: Store['discard'] = (keys: readonly Key[], also: readonly Also[] = []) => {
    this.note('discard', [...keys.map((key): Write => ({ delete: key })), ...also]);
    return this.below.discard(keys, also);
  };

  durable: Store['durable'] = () => this.below.durable();
  close: Store['close'] = () => this.below.close();

  private note(call: string, writes: readonly (Write | Check)[]): void {
    this.calls.push(`${call} ${writes.length}`);
    for (const write of writes) {
      const { pk, sk } = keyOf(write);
      this.writes += 1;
      if ('check' in write) continue;
      this.keys.set(`${pk}\u0000${sk}`, { pk, sk });
      if ('put' in write) this.bytes += checkItem(write.put);
      else if ('update' in write) {
        this.bytes += checkItem({ pk, sk, ...write.set, ...write.setIfAbsent, ...write.add });
      } else this.bytes += Buffer.byteLength(pk) + Buffer.byteLength(sk);
    }
  }
}
