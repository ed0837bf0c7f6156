import type { Store } from './port.ts';

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
