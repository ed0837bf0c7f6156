import { EntityDataError } from '../../../src/errors.ts';

/** A file named on the command line cannot be parsed as rules or cases. */
export class RulesFileError extends EntityDataError {
  readonly code = 'RULES_FILE_INVALID';
}

/** A change of the rules is not in the state that a command needs. */
export class RuleChangeError extends EntityDataError {
  readonly code = 'RULE_CHANGE_REFUSED';
}

/** A service does not answer what a command on rules needs. */
export class RulesServiceError extends EntityDataError {
  readonly code = 'RULES_SERVICE_UNSUITABLE';
}
