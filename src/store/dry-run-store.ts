import { changed, compareUtf8, holds, keyOf } from './items.ts';

import {
  type Also,
  type Check,
  discarding,
  type Item,
  type Key,
  type Outcome,
  type Page,
  type QueryOptions,
  type ReadOptions,
  type Step,
  type StepOutcome,
  type Store,
  stepByStep,
  type TransactOutcome,
  type Write,
} from './port.ts';

/**
 * A store that keeps what is written to it to itself and reads through to another one for everything else: whatever runs
 * on it sees its own writes, and the store below is only read. For one operation at a time.
 */
export class DryRunStore implements Store {
  private readonly below: Store;
  /** Per partition and sort key what was written; undefined for what was deleted. */
  private readonly written = new Map<string, Map<string, Item | undefined>>();

  constructor(below: Store) {
    this.below = below;
  }

  async getMany(keys: readonly Key[], options?: ReadOptions): Promise<(Item | undefined)[]> {
    const missing = keys.filter((key) => !this.has(key));
    const found = missing.length === 0 ? [] : await this.below.getMany(missing, options);
    let next = 0;
    return keys.map((key) => (this.has(key) ? this.written.get(key.pk)!.get(key.sk) : found[next++]));
  }

  async query(pk: string, options: QueryOptions = {}): Promise<Page> {
    const page = await this.below.query(pk, options);
    const written = this.written.get(pk);
    if (written === undefined) return page;
    const { prefix = '', after, limit = Number.POSITIVE_INFINITY } = options;
    const items = page.items.filter(({ sk }) => !written.has(sk));
    for (const [sk, item] of written) {
      if (item === undefined || !sk.startsWith(prefix)) continue;
      if (after !== undefined && compareUtf8(sk, after) <= 0) continue;
      // What lies behind the page belongs to a later one.
      if (page.next !== undefined && compareUtf8(sk, page.next) > 0) continue;
      items.push(item);
    }
    items.sort((a, b) => compareUtf8(a.sk, b.sk));
    if (items.length > limit) {
      const kept = items.slice(0, limit);
      return { items: kept, next: kept.at(-1)!.sk };
    }
    return page.next === undefined ? { items } : { items, next: page.next };
  }

  async write(writes: readonly Write[]): Promise<Outcome[]> {
    const before = await this.getMany(writes.map(keyOf));
    return writes.map((write, index) => {
      if (!holds(write.if, before[index])) return { applied: false, before: before[index] };
      this.apply(write, before[index]);
      return { applied: true, before: before[index] };
    });
  }

  async transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome> {
    const before = await this.getMany(writes.map(keyOf));
    const refused = writes.flatMap((write, index) =>
      holds(write.if, before[index]) ? [] : [{ index, before: before[index] }],
    );
    if (refused.length > 0) return { applied: false, refused };
    writes.forEach((write, index) => {
      if (!('check' in write)) this.apply(write, before[index]);
    });
    return { applied: true, refused: [] };
  }

  inOrder(steps: readonly Step[], mayGoOn?: () => void): Promise<readonly StepOutcome[]> {
    return stepByStep(this, steps, mayGoOn);
  }

  async discard(keys: readonly Key[], also: readonly Also[] = []): Promise<void> {
    if (also.length > 0) await this.transact(discarding(keys, also));
    else await this.write(keys.map((key) => ({ delete: key })));
  }

  async durable(): Promise<void> {}

  async close(): Promise<void> {}

  private has(key: Key): boolean {
    return this.written.get(key.pk)?.has(key.sk) === true;
  }

  private apply(write: Write, before: Item | undefined): void {
    const { pk, sk } = keyOf(write);
    const after = 'put' in write ? write.put : 'update' in write ? changed(write, before) : undefined;
    const partition = this.written.get(pk);
    if (partition === undefined) this.written.set(pk, new Map([[sk, after]]));
    else partition.set(sk, after);
  }
}
