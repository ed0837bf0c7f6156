import { RetryableError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import { type Register, readRegister, takeIntoUse } from '../items/rules-register.ts';
import type { RulesStatus } from '../types.ts';

/** Other rules came into force in a table in which nothing was stored yet: this process has to read them. */
export class RulesReplacedError extends RetryableError {
  constructor() {
    super('other rules have come into force in this table since this process started', {
      hint: 'Repeat the request. A local service goes by them after a restart.',
    });
  }
}

/** What a process asks the register before it works on the table: nothing any more as soon as the register is in use. */
export interface RegisterAccess {
  readonly status: RulesStatus;
  /** No other rules can come into force any more without the will of the owner. */
  readonly isSettled: boolean;
  /** Other rules came into force: this process must not go on. */
  readonly isReplaced: boolean;
  /** @throws RulesReplacedError */
  beforeReading(): Promise<void>;
  /** To be waited for before the first record is stored. Throws as {@link beforeReading}. */
  beforeStoring(): Promise<void>;
}

/**
 * As long as nothing is stored, another document may come into force at any time, also after this process has looked. So
 * what is stored first is preceded by a write to the register, on condition that it is the one this process read.
 */
export class TableRegister implements RegisterAccess {
  readonly status: RulesStatus;
  isSettled: boolean;
  isReplaced = false;
  private readonly store: Store;
  private readonly register: Pick<Register, 'version'>;

  constructor(store: Store, register: Pick<Register, 'version' | 'inUse'>, status: RulesStatus) {
    this.store = store;
    this.register = register;
    this.status = status;
    this.isSettled = register.inUse;
  }

  async beforeReading(): Promise<void> {
    if (this.isSettled) return;
    const found = await readRegister(this.store);
    if (found?.version !== this.register.version) this.refuse();
    this.isSettled = found.inUse;
  }

  async beforeStoring(): Promise<void> {
    if (this.isSettled) return;
    if (!(await takeIntoUse(this.store, this.register))) this.refuse();
    this.isSettled = true;
  }

  private refuse(): never {
    this.isReplaced = true;
    throw new RulesReplacedError();
  }
}
