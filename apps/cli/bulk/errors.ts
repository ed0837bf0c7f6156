import { EntityDataError } from '../../../src/errors.ts';

/** The address after --via is not valid for bulk loads. */
export class BulkTargetError extends EntityDataError {
  readonly code = 'BULK_TARGET_INVALID';
}

/** S3 refuses to upload or read for this caller, or the bucket does not exist. */
export class BucketRefusedError extends EntityDataError {
  readonly code = 'BUCKET_REFUSED';
}

/** Everything is uploaded, but the service has not loaded all of it. */
export class BulkLoadIncompleteError extends EntityDataError {
  readonly code = 'BULK_LOAD_INCOMPLETE';
}

/** Everything is uploaded, but the service has not seen the load. */
export class BulkLoadUnknownError extends EntityDataError {
  readonly code = 'BULK_LOAD_UNKNOWN';
}
