import { UndecidedError } from '../../src/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { MemoryStore } from './memory-store.ts';

/** Makes every write, and loses the answer to one call. */
export class ForgetfulStore extends MemoryStore {
  calls = 0;
  /** The call whose answer is lost, counted from 1; none at 0. */
  private lost = 0;

  /** Counts calls from here on. */
  lose(call: number): void {
    this.calls = 0;
    this.lost = call;
  }

  override write: Store['write'] = async (writes) => this.forget(await super.write(writes));

  override transact: Store['transact'] = async (writes) => this.forget(await super.transact(writes));

  private forget<Answer>(answer: Answer): Answer {
    this.calls += 1;
    if (this.calls === this.lost) throw new UndecidedError('The answer is lost.');
    return answer;
  }
}
