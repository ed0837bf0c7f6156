/**
 * The contract between the core and its storage. Two engines implement it (`dynamodb/`, `embedded/`) and one contract
 * test holds both to it. The table is one map from (partition key, sort key) to an item; items of a partition are
 * ordered by the UTF-8 bytes of their sort key.
 *
 * Promise of every verb: when it resolves, what it wrote is visible to every later strongly consistent read of every
 * process. {@link Store.durable} adds: and survives a crash of the machine. When a verb rejects, a write may or may not
 * have happened.
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

/** One clause; the clauses of a condition are ANDed. A clause on an attribute is false when the item does not exist, except `absent` and `absentOr`. */
export type Clause =
  | { readonly item: 'absent' | 'present' }
  | { readonly attribute: string; readonly absent: true }
  | { readonly attribute: string; readonly equals: string | number | boolean }
  | { readonly attribute: string; readonly absentOr: string | number | boolean };
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

/** In {@link Store.transact} only: nothing is written, but everything fails unless the condition holds. */
export interface Check {
  readonly check: Key;
  readonly if: Condition;
}

export type Write = Put | Update | Delete;

/**
 * What became of one write. `before` is the item as it stood before the write (or, when not applied, the item that
 * made the condition fail); undefined when there was none. For writes without a condition, other than updates, an
 * engine may leave `before` undefined although there was an item.
 */
export interface Outcome {
  readonly applied: boolean;
  readonly before?: Item | undefined;
}

export interface TransactOutcome {
  readonly applied: boolean;
  /** When not applied: for every write whose condition failed, its position and what stood there. */
  readonly refused: readonly { readonly index: number; readonly before?: Item | undefined }[];
}

/** Writes that are made together: `each` by itself as in {@link Store.write}, or `all` or none as in {@link Store.transact}. */
export type Step = { readonly each: readonly Write[] } | { readonly all: readonly (Write | Check)[] };

export interface StepOutcome {
  /** Nothing of the step was refused. */
  readonly applied: boolean;
  /** Per write; of a refused `all` step, every write is not applied and those that were refused have their `before`. */
  readonly outcomes: readonly Outcome[];
}

export interface ReadOptions {
  /** Default true: the read sees every write that resolved before it began. False may be cheaper and older. */
  readonly consistent?: boolean;
}

export interface QueryOptions extends ReadOptions {
  /** Only sort keys that start with this. */
  readonly prefix?: string;
  /** Continue behind this sort key (a `next` of an earlier page). */
  readonly after?: string;
  /** At most this many items (a page may hold fewer even when more follow: go by `next`). */
  readonly limit?: number;
}

export interface Page {
  readonly items: readonly Item[];
  /** Present when more items may follow. */
  readonly next?: string;
}

/** The most items of one {@link Store.transact}. */
export const TRANSACT_LIMIT = 100;

export interface Store {
  /** Whether a transaction costs more than its writes do by themselves; no, unless it says so. */
  readonly billsTransactions?: boolean;
  /** The items of the keys, in their order; undefined where there is none. Any number of keys, doubles allowed. */
  getMany(keys: readonly Key[], options?: ReadOptions): Promise<(Item | undefined)[]>;
  /** One page of a partition in sort key order. */
  query(pk: string, options?: QueryOptions): Promise<Page>;
  /**
   * One page of each of several partitions, in their order; doubles allowed. An engine has it where that is less work
   * than a query of each: ask by {@link queryMany}.
   */
  queryMany?(pks: readonly string[], options?: QueryOptions): Promise<readonly Page[]>;
  /**
   * Independent writes, each applied or refused by itself and told so, in no particular order among each other. No two
   * writes of one call may name the same key.
   */
  write(writes: readonly Write[]): Promise<Outcome[]>;
  /** All of the writes or none; at most {@link TRANSACT_LIMIT}, no two of one key. */
  transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome>;
  /**
   * Steps of writes, each visible before or together with the next. Ends with the first step of which something is
   * refused; the outcomes are of the steps that were run. What an engine can do in one call, it does in one.
   *
   * @param mayGoOn called before each call, which is one step, or all of them; no call is made when it throws
   */
  inOrder(steps: readonly Step[], mayGoOn?: () => void): Promise<readonly StepOutcome[]>;
  /**
   * Deletes items that nobody needs any more and that do no harm while they are there. May resolve before they are
   * gone, and may fail to delete them without saying so. The updates, if there are any, are made in the moment in which
   * the items go, all together, and only if every item was still there.
   */
  discard(keys: readonly Key[], updates?: readonly Update[]): Promise<void>;
  /** Resolves when every write that resolved before this call is on stable storage. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** One page of each of several partitions, by one call where the engine has it. */
export const queryMany = (
  store: Pick<Store, 'query' | 'queryMany'>,
  pks: readonly string[],
  options?: QueryOptions,
): Promise<readonly Page[]> =>
  store.queryMany === undefined
    ? Promise.all(pks.map((pk) => store.query(pk, options)))
    : store.queryMany(pks, options);

/** The transaction of {@link Store.discard} with updates. */
export const discarding = (keys: readonly Key[], updates: readonly Update[]): Write[] => [
  ...keys.map((key): Write => ({ delete: key, if: [{ item: 'present' }] })),
  ...updates,
];

/** {@link Store.inOrder} for an engine that has nothing better than one call a step. */
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
    const page: Page = await store.query(pk, after === undefined ? options : { ...options, after });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}
