import { isDeepStrictEqual } from 'node:util';
import { keyOf } from '../../src/store/items.ts';
import type {
  Check,
  Item,
  Key,
  Outcome,
  Page,
  QueryOptions,
  Store,
  TableScan,
  TransactOutcome,
  Write,
} from '../../src/store/port.ts';

/** A call of a store at one moment, and what the model answered. */
type RecordedCall =
  | { readonly get: Key; readonly item: Item | undefined }
  | { readonly query: string; readonly options: QueryOptions; readonly page: Promise<Page> }
  | { readonly write: Write; readonly outcome: Outcome }
  | { readonly transact: readonly (Write | Check)[]; readonly outcome: Promise<TransactOutcome> };

/** All consistent calls of a history, one after the other, and the table that they left. */
export interface Recording {
  readonly calls: RecordedCall[];
  items: ReadonlyMap<string, Item>;
}

/** An engine whose table many histories share, each in partitions of its own. */
export type Engine = Pick<Store, 'getMany' | 'query' | 'write' | 'transact'> & TableScan;

const place = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Calls that need no order among them, so that an engine may get them as one. */
function* together(calls: readonly RecordedCall[]): Generator<readonly RecordedCall[], void, undefined> {
  let batch: RecordedCall[] = [];
  let written = new Set<string>();
  for (const call of calls) {
    const [last] = batch;
    const key = 'write' in call ? place(keyOf(call.write)) : '';
    const joins =
      last !== undefined &&
      (('get' in last && 'get' in call) || ('write' in last && 'write' in call && !written.has(key)));
    if (!joins && batch.length > 0) {
      yield batch;
      [batch, written] = [[], new Set()];
    }
    batch.push(call);
    written.add(key);
  }
  if (batch.length > 0) yield batch;
}

/**
 * Makes the calls of a history on an engine. Where each answer is that of the model, the history would have gone the same
 * way on the engine, to the same end.
 *
 * @throws Error if an answer or the table differs
 */
export async function repeatOn(engine: Engine, { calls, items }: Recording, name: string): Promise<void> {
  const repeated = new Repeated(engine, `${name}|`);
  for (const batch of together(calls)) await repeated.make(batch);
  const left = await repeated.table();
  for (const item of items.values()) same(left.get(place(item)), item, `${name}: the item ${place(item)} at the end`);
  if (left.size !== items.size) throw new Error(`${name}: ${left.size} items are left, not ${items.size}`);
}

function same(found: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

class Repeated {
  private readonly engine: Engine;
  private readonly prefix: string;

  constructor(engine: Engine, prefix: string) {
    this.engine = engine;
    this.prefix = prefix;
  }

  async make(batch: readonly RecordedCall[]): Promise<void> {
    const [first] = batch as readonly [RecordedCall];
    if ('get' in first) await this.get(batch as readonly Extract<RecordedCall, { get: Key }>[]);
    else if ('query' in first) await this.query(first);
    else if ('write' in first) await this.write(batch as readonly Extract<RecordedCall, { write: Write }>[]);
    else await this.transact(first);
  }

  /** What is left in the partitions of the history. */
  async table(): Promise<ReadonlyMap<string, Item>> {
    const left = new Map<string, Item>();
    for (let after: Key | undefined; ; ) {
      const options = { segment: 0, segments: 1, prefix: this.prefix, ...(after === undefined ? {} : { after }) };
      const { items, next } = await this.engine.scan(options);
      for (const item of items) left.set(place(this.from(item)!), this.from(item)!);
      if (next === undefined) return left;
      after = next;
    }
  }

  private async get(calls: readonly Extract<RecordedCall, { get: Key }>[]): Promise<void> {
    const found = await this.engine.getMany(calls.map(({ get }) => this.at(get)));
    for (const [index, { get, item }] of calls.entries()) {
      same(this.from(found[index]), item, `${this.prefix} a read of ${place(get)}`);
    }
  }

  private async query({ query, options, page }: Extract<RecordedCall, { query: string }>): Promise<void> {
    const expected = (await page).items;
    const { limit = expected.length + 1, prefix } = options;
    const found: Item[] = [];
    let { after } = options;
    do {
      const asked = {
        limit: limit - found.length,
        ...(prefix && { prefix }),
        ...(after === undefined ? {} : { after }),
      };
      const { items, next } = await this.engine.query(this.prefix + query, asked);
      found.push(...items.map((item) => this.from(item)!));
      after = next;
    } while (after !== undefined && found.length < limit);
    same(found, expected, `${this.prefix} a page of ${query}`);
  }

  private async write(calls: readonly Extract<RecordedCall, { write: Write }>[]): Promise<void> {
    const outcomes = await this.engine.write(calls.map(({ write }) => this.moved(write) as Write));
    for (const [index, { write, outcome }] of calls.entries()) {
      const { applied, before } = outcomes[index]!;
      const what = `${this.prefix} a write of ${place(keyOf(write))}`;
      same(applied, outcome.applied, what);
      // An engine need not read what it puts or deletes without a condition.
      const mayBeUnread = before === undefined && !('update' in write) && write.if === undefined;
      if (!mayBeUnread) same(this.from(before), outcome.before, `${what}, before it`);
    }
  }

  private async transact({ transact, outcome }: Extract<RecordedCall, { transact: unknown }>): Promise<void> {
    const { applied, refused } = await this.engine.transact(transact.map((write) => this.moved(write)));
    const found = { applied, refused: refused.map(({ index, before }) => ({ index, before: this.from(before) })) };
    same(
      found,
      await outcome,
      `${this.prefix} a transaction of ${transact.map((one) => place(keyOf(one))).join(', ')}`,
    );
  }

  private at<Keyed extends Key>(item: Keyed): Keyed {
    return { ...item, pk: this.prefix + item.pk };
  }

  private from(item: Item | undefined): Item | undefined {
    return item && { ...item, pk: item.pk.slice(this.prefix.length) };
  }

  private moved(write: Write | Check): Write | Check {
    if ('put' in write) return { ...write, put: this.at(write.put) };
    if ('update' in write) return { ...write, update: this.at(write.update) };
    if ('delete' in write) return { ...write, delete: this.at(write.delete) };
    return { ...write, check: this.at(write.check) };
  }
}
