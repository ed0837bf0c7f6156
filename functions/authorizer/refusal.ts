import type { CallerRefusal } from '../../src/runtime/callers/caller-check.ts';

/** Why a request is refused. The codes are stable and appear in the log only; the caller sees just the refusal. */
export type RefusalReason =
  | CallerRefusal
  | 'TOKEN_MISSING'
  | 'TOKEN_TOO_LARGE'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_TYPE_NOT_ALLOWED'
  | 'ALGORITHM_NOT_ALLOWED'
  | 'KEY_ID_MISSING'
  | 'KEY_UNKNOWN'
  | 'KEY_UNFIT'
  | 'KEYS_UNAVAILABLE'
  | 'SIGNATURE_INVALID'
  | 'ISSUER_MISMATCH'
  | 'EXPIRY_MISSING'
  | 'ISSUED_AT_MISSING'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  | 'AUDIENCE_MISMATCH'
  | 'TOKEN_USE_NOT_ACCESS'
  | 'SCOPE_MALFORMED'
  | 'GROUPS_MALFORMED'
  | 'PERSON_MISSING';
