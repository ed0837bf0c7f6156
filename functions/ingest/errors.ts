import { EntityDataError } from '../core/errors.ts';

/** What this function itself finds wrong; its messages may be told to whoever uploads. */
export abstract class LoadError extends EntityDataError {}

/** An object that will never be loaded as it is, however often it comes. */
export abstract class ObjectRefusedError extends LoadError {}

export class ObjectTooLargeError extends ObjectRefusedError {
  readonly code = 'OBJECT_TOO_LARGE';
  constructor(bytes: number, limit: number) {
    super(`the object has ${bytes} bytes; the limit is ${limit}`, {
      hint: 'Upload it in parts: `entity-data load --via` does; or raise bulk_ingest.max_object_bytes.',
    });
  }
}

export class ObjectUnsupportedError extends ObjectRefusedError {
  readonly code = 'OBJECT_UNSUPPORTED';
  constructor(problem: string) {
    super(`the object ${problem}`, {
      hint: 'Upload JSON lines, one record a line, as loads/<load>/<name>.jsonl, neither compressed nor archived.',
    });
  }
}

export class ManifestInvalidError extends ObjectRefusedError {
  readonly code = 'LOAD_MANIFEST_INVALID';
  constructor(problem: string) {
    super(`load.json ${problem}`, {
      hint: 'Write {"format": 1, "records": <number>, "parts": <number>, "final": <true or false>}, or leave it out.',
    });
  }
}

/** It was removed before its turn, or the function may not read it: which of the two S3 does not say. */
export class ObjectMissingError extends LoadError {
  readonly code = 'OBJECT_MISSING';
  override readonly retryable = true;
  constructor(cause: unknown) {
    super('the object is not there, or may not be read', {
      hint: 'Upload it again; see that nothing removes it earlier and that no policy forbids the function to read it.',
      cause,
    });
  }
}

/** Other content has taken its place; the message about that one is its own. */
export class ObjectReplacedError extends LoadError {
  readonly code = 'OBJECT_REPLACED';
  constructor() {
    super('the object was replaced by other content');
  }
}

/** A message of the queue that tells of no object. */
export class MessageUnreadableError extends LoadError {
  readonly code = 'MESSAGE_UNREADABLE';
  constructor(problem: string) {
    super(`the message ${problem}`, { hint: 'Let nobody but the bucket send to the queue.' });
  }
}

/** The function has no time left for more; what it has done is counted. */
export class OutOfTimeError extends LoadError {
  readonly code = 'INGEST_OUT_OF_TIME';
  override readonly retryable = true;
  constructor() {
    super('the time of the call is over before the object is', {
      hint: 'The next delivery goes on from there; give the function more time or load with less concurrency.',
    });
  }
}
