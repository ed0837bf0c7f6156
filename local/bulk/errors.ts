import { EntityDataError } from '../../functions/core/errors.ts';

/** What follows --via is no place for bulk loads. */
export class BulkTargetError extends EntityDataError {
  readonly code = 'BULK_TARGET_INVALID';
}

/** S3 does not let this caller upload or read, or there is no such bucket. */
export class BucketRefusedError extends EntityDataError {
  readonly code = 'BUCKET_REFUSED';
}

/** Everything is uploaded, but the service has not loaded everything. */
export class BulkLoadIncompleteError extends EntityDataError {
  readonly code = 'BULK_LOAD_INCOMPLETE';
}

/** Everything is uploaded, but the service knows nothing of it. */
export class BulkLoadUnknownError extends EntityDataError {
  readonly code = 'BULK_LOAD_UNKNOWN';
}
