import { EntityDataError } from '../../../src/errors.ts';
import type { YourDataProblem } from '../../console/app/your-data/state.ts';

/** The page asks for something that its present step does not allow. */
export class YourDataBusyError extends EntityDataError {
  readonly code = 'YOUR_DATA_BUSY';
}

/** The page sends what makes no sense. */
export class YourDataRequestError extends EntityDataError {
  readonly code = 'YOUR_DATA_REQUEST_INVALID';
}

/** The file cannot be stored in the data directory. */
export class YourDataStorageError extends EntityDataError {
  readonly code = 'YOUR_DATA_STORAGE_UNUSABLE';
}

/** The process that designs or loads ended without a result. */
export class YourDataWorkerError extends EntityDataError {
  readonly code = 'YOUR_DATA_WORKER_ENDED';
}

/** The service was not started in a way that it could run another instance. */
export class YourDataUnavailableError extends EntityDataError {
  readonly code = 'YOUR_DATA_UNAVAILABLE';
}

/** A problem of the session in which pairs are judged; it has the code of its cause. */
export class LabelProblemError extends Error {
  readonly problem: YourDataProblem;

  constructor(problem: YourDataProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The error as the reader sees it, if the file system refused to store something. */
export function storageError(cause: unknown): YourDataStorageError {
  if (cause instanceof YourDataStorageError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '');
  return new YourDataStorageError(
    isFull ? 'The disk with the data directory is full.' : `The data directory cannot be written: ${message}.`,
    {
      hint: isFull
        ? 'Free space on the disk, then choose the file again.'
        : 'Make the data directory writable, then choose the file again.',
      cause,
    },
  );
}
