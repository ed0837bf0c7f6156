/**
 * The contract between the core and its storage. Two engines implement it (`dynamodb/`, `embedded/`), and one contract
 * test checks both. The table is one map from (partition key, sort key) to an item. The items of a partition are
 * ordered by the UTF-8 bytes of their sort key.
 *
 * When a method resolves, its writes are visible to every later strongly consistent read of every process. After
 * {@link Store.durable} they also survive a crash of the machine. When a method rejects, its writes may or may not have
 * happened.
 */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface Key {
  /** Partition key, 1 to 1,024 bytes of UTF-8. */
  readonly pk: string;
  /** Sort key, 1 to 900 bytes of UTF-8. */
  readonly sk: string;
}

/** A key with its attributes. An attribute is never `undefined`; an item is at most 390 KB. */
export interface Item extends Key {
  readonly [attribute: string]: Value;
}

/**
 * One clause; the clauses of a condition are ANDed. A clause on an attribute is false when the item does not exist,
 * except `absent` and `absentOr`.
 */
export type Clause =
  | { readonly item: 'absent' | 'present' }
  | { readonly attribute: string; readonly absent: true }
  | { readonly attribute: string; readonly equals: string | number | boolean }
  | { readonly attribute: string; readonly absentOr: string | number | boolean }
  /** The attribute is a number in this range, bounds included. */
  | { readonly attribute: string; readonly least: number; readonly most: number };
export type Condition = readonly Clause[];

/** Replaces the whole item. */
export interface Put {
  readonly put: Item;
  readonly if?: Condition;
}

/** Changes attributes of an item; creates the item when it does not exist (unless `if` forbids it). */
export interface Update {
  readonly update: Key;
  readonly set?: { readonly [attribute: string]: Value };
  /** Sets only attributes that are absent. */
  readonly setIfAbsent?: { readonly [attribute: string]: Value };
  /** Adds to a number; an absent one counts as 0. */
  readonly add?: { readonly [attribute: string]: number };
  readonly remove?: readonly string[];
  readonly if?: Condition;
}

export interface Delete {
  readonly delete: Key;
  readonly if?: Condition;
}

/** In {@link Store.transact} only: writes nothing, but the whole transaction is refused if the condition is false. */
export interface Check {
  readonly check: Key;
  readonly if: Condition;
}

export type Write = Put | Update | Delete;

/**
 * The result of one write. `before` is the item before the write or, for a refused write, the item that made the
 * condition false. It is undefined when there was no item. For puts and deletes without a condition, an engine may
 * leave `before` undefined even if there was an item.
 */
export interface Outcome {
  readonly applied: boolean;
  readonly before?: Item | undefined;
}

export interface TransactOutcome {
  readonly applied: boolean;
  /** When not applied: the position of every write whose condition was false, and the item at its key. */
  readonly refused: readonly { readonly index: number; readonly before?: Item | undefined }[];
}

/** Writes made together: `each` on its own as in {@link Store.write}, or `all` or none as in {@link Store.transact}. */
export type Step = { readonly each: readonly Write[] } | { readonly all: readonly (Write | Check)[] };

export interface StepOutcome {
  /** True if no write of the step was refused. */
  readonly applied: boolean;
  /** One outcome per write. In a refused `all` step no write is applied, and each refused write has its `before`. */
  readonly outcomes: readonly Outcome[];
}

export interface ReadOptions {
  /**
   * Default true: the read sees every write that resolved before it began. False may be cheaper and return older data.
   */
  readonly consistent?: boolean;
}

export interface QueryOptions extends ReadOptions {
  /** Returns only items whose sort key starts with this. */
  readonly prefix?: string;
  /** Continues after this sort key (the `next` of an earlier page). */
  readonly after?: string | undefined;
  /** Returns at most this many items. A page may have fewer even when more follow; check `next`. */
  readonly limit?: number | undefined;
}

export interface Page {
  readonly items: readonly Item[];
  /** Present when more items may follow. */
  readonly next?: string;
}

export interface ScanOptions extends ReadOptions {
  /** The part of the table to read, from 0; the parts are disjoint, and together they are the table. */
  readonly segment: number;
  /** The number of parts: 1 reads the whole table. */
  readonly segments: number;
  /** Returns only items whose partition key starts with this. */
  readonly prefix?: string;
  /** Returns only these attributes, and the key. Default: all. */
  readonly attributes?: readonly string[];
  /** Continues after this position of the same segment, at which there need not be an item. */
  readonly after?: Key;
  /** Reads at most this many items, those included that are not returned. */
  readonly limit?: number;
}

export interface ScanPage {
  readonly items: readonly Item[];
  /** Present when more items may follow, even if this page has none. */
  readonly next?: Key;
}

/** The greatest number of writes of one {@link Store.transact}. */
export const TRANSACT_LIMIT = 100;

/** What {@link Store.discard} writes besides. */
export type Also = Put | Update;

export interface Store {
  /** True if a transaction costs more than its writes do individually. Default false. */
  readonly billsTransactions?: boolean;
  /** Reads the items of any number of keys, in their order; undefined where there is none. Allows duplicate keys. */
  getMany(keys: readonly Key[], options?: ReadOptions): Promise<(Item | undefined)[]>;
  /** Reads one page of a partition in sort key order. */
  query(pk: string, options?: QueryOptions): Promise<Page>;
  /**
   * Reads one page of each of several partitions, in their order. Allows duplicates. An engine implements it if that is
   * less work than a query of each partition; call it through {@link queryMany}.
   */
  queryMany?(pks: readonly string[], options?: QueryOptions): Promise<readonly Page[]>;
  /**
   * Makes independent writes in no particular order. Each is applied or refused on its own and has its own outcome. No
   * two writes of one call may have the same key.
   */
  write(writes: readonly Write[]): Promise<Outcome[]>;
  /** Makes all of the writes or none: at most {@link TRANSACT_LIMIT}, no two with the same key. */
  transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome>;
  /**
   * Steps of writes, each visible before or together with the next. Ends with the first step of which something is
   * refused; the outcomes are of the steps that were run. What an engine can do in one call, it does in one.
   *
   * @param mayGoOn called before each call, which is one step, or all of them; no call is made when it throws
   */
  inOrder(steps: readonly Step[], mayGoOn?: () => void): Promise<readonly StepOutcome[]>;
  /**
   * Deletes items that are no longer needed and harmless while they exist. May resolve before they are deleted, and may
   * fail to delete them without an error. The other writes, if any, are made atomically with the deletion, and only if
   * every item still existed.
   */
  discard(keys: readonly Key[], also?: readonly Also[]): Promise<void>;
  /** Resolves when every write that resolved before this call is on stable storage. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the whole table. */
export interface TableScan {
  /** Tells this table from others, whose scans have other positions. */
  readonly identity: string;
  /**
   * Reads one page of a segment. Partitions come in no particular order, which is the same in every scan and for every
   * number of segments. The items of a partition follow one another in sort key order.
   *
   * A scan is no snapshot: each page shows the table of its moment. An item that exists during all pages of its segment
   * is returned once.
   */
  scan(options: ScanOptions): Promise<ScanPage>;
}

/** Reads one page of each of several partitions, with one call if the engine supports it. */
export const queryMany = (
  store: Pick<Store, 'query' | 'queryMany'>,
  pks: readonly string[],
  options?: QueryOptions,
): Promise<readonly Page[]> =>
  store.queryMany === undefined
    ? Promise.all(pks.map((pk) => store.query(pk, options)))
    : store.queryMany(pks, options);

/** The transaction of {@link Store.discard} with other writes. */
export const discarding = (keys: readonly Key[], also: readonly Also[]): Write[] => [
  ...keys.map((key): Write => ({ delete: key, if: [{ item: 'present' }] })),
  ...also,
];

/** {@link Store.inOrder} for an engine that needs one call per step. */
export async function stepByStep(
  store: Pick<Store, 'write' | 'transact'>,
  steps: readonly Step[],
  mayGoOn: () => void = () => undefined,
): Promise<readonly StepOutcome[]> {
  const done: StepOutcome[] = [];
  for (const step of steps) {
    mayGoOn();
    const outcome = 'each' in step ? eachOutcome(await store.write(step.each)) : await runAll(store, step.all);
    done.push(outcome);
    if (!outcome.applied) break;
  }
  return done;
}

export const eachOutcome = (outcomes: readonly Outcome[]): StepOutcome => ({
  applied: outcomes.every(({ applied }) => applied),
  outcomes,
});

async function runAll(store: Pick<Store, 'transact'>, writes: readonly (Write | Check)[]): Promise<StepOutcome> {
  return allOutcome(writes.length, await store.transact(writes));
}

export function allOutcome(writes: number, { applied, refused }: TransactOutcome): StepOutcome {
  const outcomes = Array.from({ length: writes }, (): Outcome => ({ applied }));
  for (const { index, before } of refused) outcomes[index] = { applied: false, before };
  return { applied, outcomes };
}

/** Reads a whole partition, page by page. */
export async function* queryAll(
  store: Store,
  pk: string,
  options: Omit<QueryOptions, 'after'> = {},
): AsyncGenerator<Item, void, undefined> {
  let after: string | undefined;
  do {
    const page: Page = await store.query(pk, { ...options, after });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}
