import { apiError, EntityDataError } from '../errors.ts';

/** A key is empty, too long, or no well-formed text. */
export class InvalidKeyError extends EntityDataError {
  readonly code = 'INVALID_KEY';
}

/** An item is larger than what both engines can hold. */
export class ItemTooLargeError extends EntityDataError {
  readonly code = 'ITEM_TOO_LARGE';
}

/** An attribute holds something that both engines cannot hold alike (NaN, a function, undefined). */
export class InvalidItemError extends EntityDataError {
  readonly code = 'INVALID_ITEM';
}

/** A call breaks the contract of the port: two writes of one key, too many writes, adding to a text. */
export class InvalidWriteError extends EntityDataError {
  readonly code = 'INVALID_WRITE';
}

/** The store cannot be opened: no such table or directory, no permission, no disk. */
export class StoreUnavailableError extends EntityDataError {
  readonly code = 'STORE_UNAVAILABLE';
}

/** The data was written by another version of this service, or by another program. */
export class StoreFormatError extends apiError({
  code: 'STORE_FORMAT',
  meaning: 'A part of the local store that the request needs is damaged. Other requests are still answered.',
  fix: 'The operator of the service checks the data with `entity-data doctor`, and restores a backup.',
}) {}

/** The disk is full. What was acknowledged is safe; nothing new can be written. */
export class StoreFullError extends apiError({
  code: 'STORE_FULL',
  meaning: 'The disk or the map of the local store is full. What was acknowledged is safe; nothing new can be written.',
  fix: 'The operator of the service frees space. Then send the same request again.',
}) {}

/** The store was used after `close()`. */
export class StoreClosedError extends EntityDataError {
  readonly code = 'STORE_CLOSED';

  constructor() {
    super('The store is closed', { hint: 'Open it again before using it.' });
  }
}
