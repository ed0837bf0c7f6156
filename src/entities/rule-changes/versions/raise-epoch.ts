import type { Key, Store } from '../../../store/port.ts';
import { counterKeys, epochWrite, pendingShardKeys } from '../../items/counters.ts';
import { type Register, readRegister, writeChanges } from '../../items/rules-register.ts';

/**
 * Raises the epoch of the rules to the step of the register, and notes that it is raised. Every process that reads a step
 * of which it is not raised does so before it goes by the rules of the step. So whatever goes by them finds the epoch
 * everywhere. Counters come first: once an operation can begin by the new rules, nothing is moved by the former ones.
 */
export async function raiseEpoch(store: Store, register: Register): Promise<void> {
  const { step } = register.changes;
  await raise(store, counterKeys, step);
  await raise(store, pendingShardKeys, step);
  let found: Register | undefined = register;
  while (found?.changes.step === step && found.changes.change?.isSigned === false) {
    const change = { ...found.changes.change, isSigned: true };
    if (await writeChanges(store, found, { ...found.changes, change })) break;
    found = await readRegister(store);
  }
  await store.durable();
}

/** An epoch that another process has raised refuses the write. */
const raise = (store: Store, keys: readonly Key[], step: number) =>
  store.write(keys.map((key) => epochWrite(key, step)));
