import { EntityDataError } from '../../../src/errors.ts';

/** Options that do not fit together, or name fields that records do not have. */
export class ExportOptionsError extends EntityDataError {
  readonly code = 'EXPORT_OPTIONS_INVALID';
}

/** The file cannot be written, or must not be overwritten. */
export class ExportFileError extends EntityDataError {
  readonly code = 'EXPORT_FILE_UNUSABLE';
}

/** There is a state to continue from, but it belongs to another export. */
export class ExportStateError extends EntityDataError {
  readonly code = 'EXPORT_STATE_UNUSABLE';
}

/** The service cannot list entities. */
export class ExportUnsupportedError extends EntityDataError {
  readonly code = 'EXPORT_UNSUPPORTED';
}
