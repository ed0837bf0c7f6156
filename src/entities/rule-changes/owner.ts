import { EntityDataError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import {
  type Generation,
  generationKey,
  nameDocument,
  type Register,
  type RuleChangeOptions,
  readRegister,
  writeChanges,
} from '../items/rules-register.ts';
import { NoSuchRuleChangeError } from './errors.ts';
import { applyStep, begin, type ChangeStep, inForceOf, takeBack } from './steps.ts';
import { documentName, writeDocument } from './versions/documents.ts';
import type { Generations } from './versions/generations.ts';
import { raiseEpoch } from './versions/register-access.ts';

export interface OwnerDependencies {
  readonly store: Store;
  readonly generations: Generations;
  readonly now: () => number;
}

/** What the owner has deployed. */
export interface Wanted {
  /** The document as the owner wrote it. */
  readonly text: string;
  /** The version that this release makes keys and values by. */
  readonly indexVersion: number;
  readonly options: RuleChangeOptions;
}

/** Reads the register and makes a step, until no other process was faster. */
async function making(
  { store, now }: OwnerDependencies,
  step: (register: Register) => Promise<ChangeStep | undefined>,
): Promise<void> {
  for (;;) {
    const register = await readRegister(store);
    if (register === undefined) throw new NoSuchRuleChangeError();
    // Signs are raised one by one: each step waits until that of the one before is everywhere.
    if (register.changes.change?.isSigned === false) {
      await raiseEpoch(store, register);
      continue;
    }
    const made = await step(register);
    if (made === undefined || (await applyStep(store, register, made, now()))) return;
  }
}

/**
 * Notes what the owner has deployed, and begins the change to it if the mode says so. A change that is not in force yet
 * gets it as its new target; one that is goes on, and the deployed document waits.
 */
export async function want(dependencies: OwnerDependencies, wanted: Wanted): Promise<void> {
  const { store } = dependencies;
  const register = await readRegister(store);
  if (register === undefined || !register.inUse) return;
  const document = documentName(wanted.text);
  await noteWanted(store, register, document, wanted);
  await making(dependencies, async (found) => beginWanted(dependencies, found, document, wanted));
}

async function noteWanted(
  store: Store,
  register: Register,
  document: string,
  { text, options }: Wanted,
): Promise<void> {
  const { changes } = register;
  const isKnown = changes.wanted === document || (changes.wanted === undefined && register.document === document);
  const hasOptions = JSON.stringify(changes.options) === JSON.stringify(options);
  if (isKnown && hasOptions) return;
  if (!isKnown) await writeDocument(store, text);
  const { failure: _, ...rest } = changes;
  // Another process that was faster is met by the next one.
  await writeChanges(store, register, { ...(isKnown ? changes : rest), wanted: document, options });
}

async function beginWanted(
  dependencies: OwnerDependencies,
  register: Register,
  document: string,
  { indexVersion, options }: Wanted,
): Promise<ChangeStep | undefined> {
  const { changes } = register;
  const { change } = changes;
  const queued = change === undefined ? changes.next : undefined;
  if (queued !== undefined) return beginTo(dependencies, register, queued, { isContinued: true, isRollback: true });
  if (options.mode === 'refuse' || changes.declined === document || changes.failure !== undefined) return undefined;
  const wanted = { document, indexVersion };
  const now = inForceOf(register);
  if (change === undefined) {
    if (isSame(wanted, now)) return undefined;
    return beginTo(dependencies, register, document, { isContinued: false, isRollback: false });
  }
  const mayReplace = change.phase === 'INDEX' || change.phase === 'READY';
  if (!mayReplace || isSame(wanted, change.to) || change.isRollback) return undefined;
  if (isSame(wanted, now)) return { ...takeBack(register, dependencies.now()) };
  return beginTo(dependencies, register, document, { isContinued: false, isRollback: false });
}

type Named = Pick<Generation, 'document' | 'indexVersion'>;

const isSame = (a: Named, b: Named): boolean =>
  generationKey({ ...a, fingerprint: '' }) === generationKey({ ...b, fingerprint: '' });

interface Beginning {
  readonly isContinued: boolean;
  readonly isRollback: boolean;
}

/** The step that begins a change to a document of the table; a note of the failure if it cannot be run. */
async function beginTo(
  { store, generations, now }: OwnerDependencies,
  register: Register,
  document: string,
  beginning: Beginning,
): Promise<ChangeStep | undefined> {
  const { changes } = register;
  try {
    const from = inForceOf(register);
    const to = await generations.generationOf(document, register);
    const [before, after] = [await generations.compile(from, register), await generations.compile(to, register)];
    if (to.fingerprint === from.fingerprint && to.indexVersion === from.indexVersion) {
      // Nothing that is stored depends on what differs: a change under way goes back to the rules in force.
      if (changes.change !== undefined) return takeBack(register, now());
      await nameDocument(store, register, { ...to, since: now() });
      return undefined;
    }
    const skipped = to.indexVersion === from.indexVersion ? generations.skippedPhases(before, after) : [];
    return begin(register, { ...beginning, to, skipped, now: now() });
  } catch (error) {
    if (!(error instanceof EntityDataError) || error.retryable) throw error;
    const { next: _, ...rest } = changes;
    return { changes: { ...rest, failure: error.message } };
  }
}

/** @throws NoSuchRuleChangeError */
export async function continueChange(dependencies: OwnerDependencies, to: string): Promise<void> {
  await making(dependencies, async (register) => {
    const { changes } = register;
    const { change } = changes;
    if (change?.to.document === to) {
      if (change.isContinued) return undefined;
      return { changes: { ...changes, change: { ...change, isContinued: true } } };
    }
    if (change !== undefined || changes.wanted !== to || register.document === to) throw new NoSuchRuleChangeError(to);
    const { declined: _, failure: __, ...rest } = changes;
    const asked = { ...register, changes: rest };
    return beginTo(dependencies, asked, to, { isContinued: false, isRollback: false });
  });
}

/** @throws NoSuchRuleChangeError */
export async function rollBackChange(dependencies: OwnerDependencies, to: string | undefined): Promise<void> {
  await making(dependencies, async (register) => {
    const { changes } = register;
    const last = changes.history.at(-1);
    const leadsTo = changes.change?.to.document ?? last?.to;
    if (to !== undefined && to !== leadsTo) throw new NoSuchRuleChangeError(to);
    if (changes.change !== undefined) return takeBack(register, dependencies.now());
    if (last === undefined || last.to !== register.document || last.from === last.to) throw new NoSuchRuleChangeError();
    const declining = { ...register, changes: { ...changes, declined: last.to } };
    return beginTo(dependencies, declining, last.from, { isContinued: true, isRollback: true });
  });
}

/** @throws NoSuchRuleChangeError */
export async function setPaceOf(
  dependencies: OwnerDependencies,
  pace: { readonly paused?: boolean; readonly writeUnitsPerSecond?: number },
): Promise<void> {
  await making(dependencies, async ({ changes }) => {
    if (changes.change === undefined) throw new NoSuchRuleChangeError();
    const writeUnitsPerSecond = pace.writeUnitsPerSecond ?? changes.writeUnitsPerSecond;
    return {
      changes: {
        ...changes,
        isPaused: pace.paused ?? changes.isPaused,
        ...(writeUnitsPerSecond === undefined ? {} : { writeUnitsPerSecond }),
      },
    };
  });
}
