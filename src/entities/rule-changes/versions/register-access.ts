import { present } from '../../../assert.ts';
import type { CompiledRuleConfig } from '../../../rules/types.ts';
import type { Key, Store } from '../../../store/port.ts';
import {
  counterKeys,
  epochWrite,
  pendingShardKeys,
  type RulesEpoch,
  RulesReplacedError,
} from '../../items/counters.ts';
import { type Register, readRegister, takeIntoUse, writeChanges } from '../../items/rules-register.ts';

/** A finding about the rules of a table. Codes are stable and documented in docs/errors/start.md. */
export interface RulesFinding {
  readonly code:
    | 'RULES_NOT_IN_FORCE'
    | 'RULES_ADOPTED'
    | 'RULES_ASSUMED'
    | 'RULES_MISS_FIELDS'
    | 'RULES_OF_ANOTHER_RELEASE';
  readonly message: string;
  readonly hint: string;
}

/** The rules by which a process serves a table. */
export interface RulesStatus {
  /** SHA-256 of the document that is in force, in hexadecimal digits. */
  readonly inForce: string;
  /** SHA-256 of the document that is deployed. */
  readonly deployed: string;
  /** Milliseconds since 1970 at which the document came into force. */
  readonly since: number;
  readonly findings: readonly RulesFinding[];
}

/** Milliseconds after which a process that only reads asks again whether its rules are in force. */
export const READERS_TIME = 10_000;

/** The checks of the register before a process works on the table. Once the register is in use, they cost nearly nothing. */
export interface RegisterAccess {
  readonly status: RulesStatus;
  /** The rules that records are stored and linked by: also those of a change under way. */
  readonly serving: CompiledRuleConfig;
  /** Of the rules, in the items that operations begin with. */
  readonly epoch: RulesEpoch;
  /** True while entities are being split after a change of rules. */
  readonly isSplitting: boolean;
  /** True if the process knows for the time being that its rules are in force. */
  readonly isSettled: boolean;
  /** True if other rules came into force: this process must not continue. */
  readonly isReplaced: boolean;
  /** Called when an operation was refused because other rules came into force. */
  noteReplaced(): void;
  /** @throws RulesReplacedError */
  beforeReading(): Promise<void>;
  /** Called before the first record is stored. Throws as {@link beforeReading}. */
  beforeStoring(): Promise<void>;
}

/**
 * While no record is stored, another document may come into force at any time, also after this process has read the
 * register. So the first record is preceded by a write to the register, on condition that it has not changed. Later, a
 * change of rules refuses whatever writes by former rules (items/rules-epoch.ts), and what only reads asks now and then.
 */
export class TableRegister implements RegisterAccess {
  readonly status: RulesStatus;
  readonly serving: CompiledRuleConfig;
  readonly isSplitting: boolean;
  isReplaced = false;
  private readonly store: Store;
  private readonly register: Pick<Register, 'version' | 'changes'>;
  private readonly now: () => number;
  private isInUse: boolean;
  private asked: number;

  constructor(
    store: Store,
    register: Pick<Register, 'version' | 'inUse' | 'changes'>,
    status: RulesStatus,
    serving: CompiledRuleConfig,
    now: () => number = Date.now,
  ) {
    this.store = store;
    this.register = register;
    this.status = status;
    this.serving = serving;
    this.isSplitting = register.changes.change?.phase === 'SPLIT';
    this.now = now;
    this.isInUse = register.inUse;
    this.asked = now();
  }

  get epoch(): RulesEpoch {
    const { step } = this.register.changes;
    return step === 0 ? undefined : step;
  }

  get isSettled(): boolean {
    return this.isInUse && !this.isReplaced && this.now() - this.asked < READERS_TIME;
  }

  noteReplaced(): void {
    this.isReplaced = true;
  }

  async beforeReading(): Promise<void> {
    if (this.isReplaced) throw new RulesReplacedError();
    if (this.isSettled) return;
    const asked = this.now();
    const found = await readRegister(this.store);
    const isSame = this.isInUse
      ? found?.changes.step === this.register.changes.step
      : found?.version === this.register.version;
    if (!isSame) this.refuse();
    this.isInUse = present(found, 'a register that is as it was is there').inUse;
    this.asked = asked;
  }

  async beforeStoring(): Promise<void> {
    if (this.isReplaced) throw new RulesReplacedError();
    if (this.isInUse) return;
    if (!(await takeIntoUse(this.store, this.register))) this.refuse();
    this.isInUse = true;
  }

  private refuse(): never {
    this.isReplaced = true;
    throw new RulesReplacedError();
  }
}

/**
 * Raises the epoch of the rules to the step of the register, and notes that it is raised. Every process that reads a step
 * which is not signed does so before it goes by the rules of the step. So whatever goes by them finds the epoch
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
