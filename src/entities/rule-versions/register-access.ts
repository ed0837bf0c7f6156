import { RetryableError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import { type Register, readRegister, takeIntoUse } from '../items/rules-register.ts';
import type { RulesStatus } from '../types.ts';

/** Other rules came into force in a table without records: this process must read them. */
export class RulesReplacedError extends RetryableError {
  constructor() {
    super('other rules have come into force in this table since this process started', {
      hint: 'Repeat the request. A local service goes by them after a restart.',
    });
  }
}

/** The checks of the register before a process works on the table. Once the register is in use, they cost nothing. */
export interface RegisterAccess {
  readonly status: RulesStatus;
  /** True if other rules can come into force only because the owner asks for it. */
  readonly isSettled: boolean;
  /** True if other rules came into force: this process must not continue. */
  readonly isReplaced: boolean;
  /** @throws RulesReplacedError */
  beforeReading(): Promise<void>;
  /** Called before the first record is stored. Throws as {@link beforeReading}. */
  beforeStoring(): Promise<void>;
}

/**
 * While no record is stored, another document may come into force at any time, also after this process has read the
 * register. So the first record is preceded by a write to the register, on condition that it has not changed.
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
