import { apiError, EntityDataError } from '../../errors.ts';

/** No change of rules is there that could go on, or be taken back. */
export class NoSuchRuleChangeError extends apiError({
  code: 'NO_SUCH_RULE_CHANGE',
  meaning:
    'No change of the rules leads to the rule-config that the request names, or there is none to pause or take back. Nothing was changed.',
  fix: 'Read `ruleChange`, and name the rule-config that `to` or `waiting` has.',
}) {
  constructor(to?: string) {
    super(
      to === undefined ? 'no change of rules is under way' : `no change of rules to ${to.slice(0, 12)} is under way`,
      {
        hint:
          to === undefined
            ? 'Read the status of the rules: it says which are in force, and whether others wait.'
            : 'Read the status of the change: it names the document that waits.',
      },
    );
  }
}

/** A preview keeps the id of each record in memory. */
export class TooManyToPreviewError extends EntityDataError {
  readonly code = 'TOO_MANY_TO_PREVIEW';

  constructor(most: number) {
    super(`a preview counts at most ${most.toLocaleString('en')} records`, {
      hint: 'Apply the change, which waits after the service has counted what it does.',
    });
  }
}
