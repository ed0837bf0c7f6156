import type { Item, Key, Page, QueryOptions, ReadOptions, Store } from './port.ts';

interface Asked {
  readonly keys: readonly Key[];
  readonly resolve: (items: (Item | undefined)[]) => void;
  readonly reject: (cause: unknown) => void;
}

interface Queried {
  readonly pk: string;
  readonly options: QueryOptions | undefined;
  readonly resolve: (page: Page) => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * A view of a store whose reads of one moment go to the store together: the fields of a GraphQL request run
 * concurrently and look up records at the same time. Look-ups become one call, and equal queries become one. A call
 * that waits reads later than it was made, so that it sees every write before it.
 */
export function gatherReads(store: Store): Store {
  const waiting = new Map<boolean, Asked[]>();

  const send = async (consistent: boolean): Promise<void> => {
    const asked = waiting.get(consistent)!;
    waiting.delete(consistent);
    try {
      const items = await store.getMany(asked.length === 1 ? asked[0]!.keys : asked.flatMap(({ keys }) => keys), {
        consistent,
      });
      let from = 0;
      for (const { keys, resolve } of asked) {
        resolve(asked.length === 1 ? items : items.slice(from, from + keys.length));
        from += keys.length;
      }
    } catch (cause) {
      for (const { reject } of asked) reject(cause);
    }
  };

  const getMany = (keys: readonly Key[], { consistent = true }: ReadOptions = {}): Promise<(Item | undefined)[]> => {
    if (keys.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const asked = waiting.get(consistent);
      if (asked !== undefined) {
        asked.push({ keys, resolve, reject });
        return;
      }
      waiting.set(consistent, [{ keys, resolve, reject }]);
      // After the continuations of the last answer, which may ask for more.
      process.nextTick(() => void send(consistent));
    });
  };

  /** Queries of whole partitions by partition key, and the others by partition key and options. */
  let asking = { whole: new Map<string, Promise<Page>>(), other: new Map<string, Promise<Page>>() };
  let queries: Queried[] = [];

  const sendQueries = (): void => {
    const asked = queries;
    queries = [];
    asking = { whole: new Map(), other: new Map() };
    for (const { pk, options, resolve, reject } of asked) store.query(pk, options).then(resolve, reject);
  };

  const query = (pk: string, options?: QueryOptions): Promise<Page> => {
    const same = options === undefined ? asking.whole : asking.other;
    const question = options === undefined ? pk : JSON.stringify([pk, options]);
    let answer = same.get(question);
    if (answer === undefined) {
      answer = new Promise((resolve, reject) => {
        if (queries.length === 0) process.nextTick(sendQueries);
        queries.push({ pk, options, resolve, reject });
      });
      same.set(question, answer);
    }
    return answer;
  };

  // A query of many partitions is one call already.
  return withReads(store, { getMany, query });
}

/** A view of a store with other reads; every other call goes to the store. */
export function withReads(store: Store, reads: Pick<Store, 'getMany'> & Partial<Pick<Store, 'query'>>): Store {
  const { queryMany } = store;
  return {
    ...(store.billsTransactions === undefined ? {} : { billsTransactions: store.billsTransactions }),
    query: (pk, options) => store.query(pk, options),
    ...(queryMany === undefined ? {} : { queryMany: (pks, options) => queryMany.call(store, pks, options) }),
    write: (writes) => store.write(writes),
    transact: (writes) => store.transact(writes),
    inOrder: (steps, mayGoOn) => store.inOrder(steps, mayGoOn),
    discard: (keys, also) => store.discard(keys, also),
    durable: () => store.durable(),
    close: () => store.close(),
    ...reads,
  };
}
