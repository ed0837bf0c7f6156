import { EntityDataError } from '../../src/errors.ts';

/** An error of this function itself. Its message quotes no stored data, so the uploader may read it. */
export abstract class LoadError extends EntityDataError {}

/** An object that cannot be loaded as it is; delivering it again does not help. */
export abstract class ObjectRefusedError extends LoadError {}

export class ObjectTooLargeError extends ObjectRefusedError {
  readonly code = 'OBJECT_TOO_LARGE';
  constructor(bytes: number, limit: number) {
    super(`the object has ${bytes} bytes; the limit is ${limit}`, {
      hint: 'Upload it in parts, as `entity-data load --via` does, or raise bulk_ingest.max_object_bytes.',
    });
  }
}

export class ObjectUnsupportedError extends ObjectRefusedError {
  readonly code = 'OBJECT_UNSUPPORTED';
  constructor(problem: string) {
    super(`the object ${problem}`, {
      hint: 'Upload JSON lines, one record per line, as loads/<load>/<name>.jsonl, neither compressed nor archived.',
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

/** The object was removed before it was loaded, or the function may not read it. S3 does not distinguish the two. */
export class ObjectMissingError extends LoadError {
  readonly code = 'OBJECT_MISSING';
  override readonly retryable = true;
  constructor(cause: unknown) {
    super('the object does not exist, or the function may not read it', {
      hint: 'Upload it again. Check that nothing removes it earlier and that no policy denies the function to read it.',
      cause,
    });
  }
}

/** The object was replaced by other content, which has a message of its own. */
export class ObjectReplacedError extends LoadError {
  readonly code = 'OBJECT_REPLACED';
  constructor() {
    super('the object was replaced by other content');
  }
}

/** A message of the queue that names no object. */
export class MessageUnreadableError extends LoadError {
  readonly code = 'MESSAGE_UNREADABLE';
  constructor(problem: string) {
    super(`the message ${problem}`, { hint: 'Allow only the bucket to send to the queue.' });
  }
}

/** The call has no time left. The work done so far is counted. */
export class OutOfTimeError extends LoadError {
  readonly code = 'INGEST_OUT_OF_TIME';
  override readonly retryable = true;
  constructor() {
    super('the call ended before the whole object was loaded', {
      hint: 'The next delivery continues there. Give the function more time, or load with less concurrency.',
    });
  }
}
