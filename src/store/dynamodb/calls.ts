import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { EntityDataError } from '../../errors.ts';
import { endless, type TimeLeft } from '../../request-time.ts';
import { StoreClosedError } from '../errors.ts';
import { Backoff, type Pace } from './backoff.ts';
import { type DynamoDB, type Input, type OperationName, type Output, REQUEST_MILLISECONDS } from './dynamodb.ts';
import { failure, fateOf, overloaded, type RetryCause, retryCauseOf, undecided } from './failure.ts';

export interface Attempts {
  /** Attempts without a response, which DynamoDB may have executed. */
  readonly unknown: number;
}

export interface CallOptions {
  /** If false, a call that may have been executed is not sent again but ends in an `UndecidedError`. Default true. */
  readonly mayRepeatUnknown?: boolean;
  /** Called when the call ends, before it resolves or rejects. */
  readonly onAttempts?: (attempts: Attempts) => void;
}

export interface CallsOptions {
  readonly dynamodb: DynamoDB;
  readonly tableName: string;
  readonly deadlineMilliseconds: number;
  /** Default: unlimited. */
  readonly timeLeft?: TimeLeft;
  readonly pace: Pace;
  readonly onCapacity?: ((units: number, kind: 'read' | 'write') => void) | undefined;
  readonly onRetry?: ((cause: RetryCause) => void) | undefined;
}

/** Errors that the store handles as results. */
const ANSWERS = new Set(['ConditionalCheckFailedException', 'TransactionCanceledException']);

/** Makes calls, repeats those that may be repeated until the deadline, and counts capacity units. */
export class Calls {
  readonly tableName: string;
  readonly #options: CallsOptions;
  #closed = false;

  constructor(options: CallsOptions) {
    this.tableName = options.tableName;
    this.#options = options;
  }

  backoff(): Backoff {
    const { deadlineMilliseconds, timeLeft = endless, pace } = this.#options;
    return new Backoff(Math.min(deadlineMilliseconds, timeLeft()), pace);
  }

  read<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    return this.#call(name, input, 'read', {});
  }

  write<Name extends OperationName>(name: Name, input: Input<Name>, options: CallOptions = {}): Promise<Output<Name>> {
    return this.#call(name, input, 'write', options);
  }

  /** Waits before the next attempt. Returns false when there is no time for one. */
  async pause(backoff: Backoff, cause: RetryCause): Promise<boolean> {
    const goesOn = await backoff.pause();
    if (goesOn) this.#options.onRetry?.(cause);
    return goesOn;
  }

  close(): void {
    this.#closed = true;
  }

  async #call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    kind: 'read' | 'write',
    options: CallOptions,
  ): Promise<Output<Name>> {
    const { tableName, onCapacity } = this.#options;
    if (this.#closed) throw new StoreClosedError();
    const asked = onCapacity === undefined ? input : { ...input, ReturnConsumedCapacity: 'TOTAL' as const };
    const backoff = this.backoff();
    let unknown = 0;
    for (;;) {
      try {
        const answer = await this.#send(name, asked);
        if (onCapacity !== undefined) onCapacity(unitsOf(answer), kind);
        options.onAttempts?.({ unknown });
        return answer;
      } catch (error) {
        options.onAttempts?.({ unknown });
        if (isUnknown(error, tableName)) {
          unknown++;
          if (options.mayRepeatUnknown === false) throw undecided(error, tableName);
        }
        if (!(await this.pause(backoff, retryCauseOf(error)))) throw overloaded(error, tableName);
      }
    }
  }

  /** Sends a call once, for at most the time that is left. */
  #send<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    const { dynamodb, tableName, timeLeft = endless } = this.#options;
    const requestTimeout = timeLeft();
    if (requestTimeout <= 0) throw overloaded(undefined, tableName);
    return dynamodb.call(name, input, requestTimeout < REQUEST_MILLISECONDS ? { requestTimeout } : undefined);
  }
}

/** True if DynamoDB may have executed the failed call. Throws an error that ends the call. */
function isUnknown(error: unknown, tableName: string): boolean {
  if (ANSWERS.has((error as Error).name) || error instanceof EntityDataError) throw error;
  const fate = fateOf(error);
  if (fate === 'refused') throw failure(error, tableName);
  return fate === 'unknown';
}

function unitsOf(answer: unknown): number {
  const consumed = (answer as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] }).ConsumedCapacity;
  if (consumed === undefined) return 0;
  if (!Array.isArray(consumed)) return consumed.CapacityUnits ?? 0;
  return consumed.reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
}
