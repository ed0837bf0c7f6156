import { EntityDataError } from '../errors.ts';

/** The call of an apply that asks a new version to check itself. No gateway, schedule or queue sends such an event. */
export interface SelfCheckEvent {
  readonly selfCheck: true;
}

export interface SelfCheckPassed {
  readonly selfCheck: 'passed';
}

/** The answer of a function that can work. */
export const selfCheckPassed: SelfCheckPassed = { selfCheck: 'passed' };

/** The new version of a function cannot work with its configuration. The former version goes on. */
export class SelfCheckFailedError extends EntityDataError {
  readonly code = 'SELF_CHECK_FAILED';

  constructor(cause: unknown) {
    const { message } = cause instanceof Error ? cause : { message: String(cause) };
    super(`this version cannot work with its configuration, and gets no calls: ${message}`, {
      hint: 'Mend what the message names, and apply again.',
      cause,
    });
  }
}

export const isSelfCheck = (event: unknown): event is SelfCheckEvent =>
  typeof event === 'object' && event !== null && (event as { selfCheck?: unknown }).selfCheck === true;
