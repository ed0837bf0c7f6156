import type { Store } from '../../src/store/port.ts';

const VERBS: readonly unknown[] = ['getMany', 'query', 'scan', 'write', 'transact', 'inOrder', 'discard'];

/** The same store, but before each of its calls something else happens. The caller gets what is thrown there. */
export function interrupted<S extends Store>(store: S, before: (verb: string, ...args: unknown[]) => unknown): S {
  return new Proxy(store, {
    get: (target, verb, self) => {
      const value: unknown = Reflect.get(target, verb);
      if (typeof value !== 'function' || !VERBS.includes(verb)) return value;
      return async (...args: unknown[]) => {
        await before(String(verb), ...args);
        return value.apply(self, args);
      };
    },
  });
}

/** The same store for a process that dies after so many transactions. */
export function dying<S extends Store>(store: S, transactions: number): S {
  let left = transactions;
  return interrupted(store, (verb) => {
    if (verb === 'transact' && --left < 0) throw new Error('the process died');
  });
}
