/** `ok` and `failed` speak for themselves; `warning` may be meant so, `skipped` could not be looked at. */
type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** What one check found. */
export interface Finding {
  /** Stable name of the check, explained in docs/operations.md. */
  readonly check: string;
  readonly status: FindingStatus;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Numbers and names that programs may want. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export const ok = (check: string, message: string, details?: Finding['details']): Finding =>
  details === undefined ? { check, status: 'ok', message } : { check, status: 'ok', message, details };

export const failed = (check: string, message: string, hint: string): Finding => ({
  check,
  status: 'failed',
  message,
  hint,
});

export const warning = (check: string, message: string, hint: string): Finding => ({
  check,
  status: 'warning',
  message,
  hint,
});

export const skipped = (check: string, message: string): Finding => ({ check, status: 'skipped', message });
