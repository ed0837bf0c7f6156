import { EntityDataError } from '../../../src/errors.ts';

/** The file of labels cannot be used. */
export class LabelsFileError extends EntityDataError {
  readonly code = 'LABELS_FILE_INVALID';
}

/** Another session changed the file of labels meanwhile. */
export class LabelsChangedError extends EntityDataError {
  readonly code = 'LABELS_CHANGED';
}

/** No two records of the file share a key, so there is no pair to judge. */
export class NoPairsError extends EntityDataError {
  readonly code = 'NO_PAIRS_TO_LABEL';
}

/** An answer is about no pair of the session, or says what is no answer. */
export class LabelAnswerError extends EntityDataError {
  readonly code = 'LABEL_ANSWER_INVALID';
}

/** The labels do not lead to other rules, so there is nothing to write. */
export class NothingToApplyError extends EntityDataError {
  readonly code = 'NOTHING_TO_APPLY';
}

/** The file to take pairs from is unknown. */
export class LabelSourceError extends EntityDataError {
  readonly code = 'LABEL_SOURCE_UNKNOWN';
}
