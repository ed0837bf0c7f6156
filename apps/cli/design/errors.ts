import { EntityDataError } from '../../../src/errors.ts';

/** An option of `design` names what the file does not have, or says what makes no sense. */
export class DesignOptionError extends EntityDataError {
  readonly code = 'DESIGN_OPTION_INVALID';
}

/** The ids of the records cannot be used. */
export class RecordIdsError extends EntityDataError {
  readonly code = 'RECORD_IDS_UNUSABLE';
}

/** The directory for the result is in use. */
export class OutputDirectoryError extends EntityDataError {
  readonly code = 'OUTPUT_DIRECTORY_UNUSABLE';
}
