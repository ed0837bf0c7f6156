import { hash, randomUUID } from 'node:crypto';
import { changed, holds, keyOf } from '../../src/store/items.ts';

import type {
  Also,
  Check,
  Item,
  Key,
  Outcome,
  Page,
  QueryOptions,
  ScanOptions,
  ScanPage,
  Step,
  StepOutcome,
  Store,
  TableScan,
  TransactOutcome,
  Write,
} from '../../src/store/port.ts';
import { discarding, stepByStep } from '../../src/store/port.ts';

const address = ({ pk, sk }: Key): string => `${pk}\u0000${sk}`;

/** Where an item is in the order of a scan. */
interface Place {
  /** The digest of the partition, and the sort key. */
  readonly at: string;
  /** From 0 to 1: in which segment. */
  readonly share: number;
}

const isAsked = (name: string, attributes: readonly string[] | undefined): boolean =>
  attributes === undefined || name === 'pk' || name === 'sk' || attributes.includes(name);

/** The port over a map: what every engine must behave like. Each verb happens at once. */
export class MemoryStore implements Store, TableScan {
  readonly identity: string = randomUUID();
  readonly items = new Map<string, Item>();
  private readonly places = new Map<string, Place>();

  async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    return keys.map((key) => this.items.get(address(key)));
  }

  async query(pk: string, { prefix = '', after, limit = 1_000 }: QueryOptions = {}): Promise<Page> {
    const found: Item[] = [];
    for (const item of this.items.values()) {
      if (item.pk === pk && item.sk.startsWith(prefix) && (after === undefined || item.sk > after)) found.push(item);
    }
    found.sort((a, b) => (a.sk < b.sk ? -1 : 1));
    const items = found.slice(0, limit);
    return found.length > limit ? { items, next: items.at(-1)!.sk } : { items };
  }

  /** Partitions come in the order of their digests, so that a new one may be before or behind a position. */
  async scan({ segment, segments, prefix = '', attributes, after, limit = 1_000 }: ScanOptions): Promise<ScanPage> {
    const start = after === undefined ? '' : this.place(address(after), after).at;
    const ordered: { readonly item: Item; readonly at: string }[] = [];
    for (const [key, item] of this.items) {
      const { at, share } = this.place(key, item);
      if (at > start && Math.floor(share * segments) === segment) ordered.push({ item, at });
    }
    ordered.sort((a, b) => (a.at < b.at ? -1 : 1));
    const read = ordered.slice(0, limit).map(({ item }) => item);
    const items = read
      .filter(({ pk }) => pk.startsWith(prefix))
      .map(
        (item) => Object.fromEntries(Object.entries(item).filter(([name]) => isAsked(name, attributes))) as Item & Key,
      );
    if (read.length === ordered.length) return { items };
    const { pk, sk } = read.at(-1)!;
    return { items, next: { pk, sk } };
  }

  private place(key: string, { pk, sk }: Key): Place {
    const known = this.places.get(key);
    if (known !== undefined) return known;
    const digest = hash('sha256', pk);
    const place = { at: `${digest} ${sk}`, share: Number.parseInt(digest.slice(0, 8), 16) / 2 ** 32 };
    this.places.set(key, place);
    return place;
  }

  async write(writes: readonly Write[]): Promise<Outcome[]> {
    return writes.map((write) => this.apply(write));
  }

  async transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome> {
    const refused = writes.flatMap((write, index) => {
      const before = this.items.get(address(keyOf(write)));
      return holds(write.if, before) ? [] : [{ index, before }];
    });
    if (refused.length > 0) return { applied: false, refused };
    for (const write of writes) if (!('check' in write)) this.apply(write);
    return { applied: true, refused: [] };
  }

  inOrder(steps: readonly Step[], mayGoOn?: () => void): Promise<readonly StepOutcome[]> {
    return stepByStep(this, steps, mayGoOn);
  }

  async discard(keys: readonly Key[], also: readonly Also[] = []): Promise<void> {
    if (also.length > 0) await this.transact(discarding(keys, also));
    else for (const key of keys) this.apply({ delete: key });
  }

  async durable(): Promise<void> {}
  async close(): Promise<void> {}

  apply(write: Write): Outcome {
    const key = address(keyOf(write));
    const before = this.items.get(key);
    if (!holds(write.if, before)) return { applied: false, before };
    if ('put' in write) this.items.set(key, write.put);
    else if ('update' in write) this.items.set(key, changed(write, before));
    else this.items.delete(key);
    return { applied: true, before };
  }
}
