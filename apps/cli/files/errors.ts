import { EntityDataError } from '../../../src/errors.ts';

/** The columns of a file cannot be mapped to records. */
export class ColumnsError extends EntityDataError {
  readonly code = 'COLUMNS_INVALID';
}

/** The file cannot be loaded. */
export class SourceFileError extends EntityDataError {
  readonly code = 'SOURCE_FILE_UNUSABLE';
}

/** The file with the mapping of columns cannot be used. */
export class ColumnsFileError extends EntityDataError {
  readonly code = 'COLUMNS_FILE_INVALID';
}

/** The file was written to while it was read. */
export class FileChangedError extends EntityDataError {
  readonly code = 'FILE_CHANGED';
}
