import { EntityDataError } from '../../../src/errors.ts';

/** A file named on the command line cannot be parsed as rules or cases. */
export class RulesFileError extends EntityDataError {
  readonly code = 'RULES_FILE_INVALID';
}
