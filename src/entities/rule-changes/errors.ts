import { EntityDataError } from '../../errors.ts';

/** No change of rules is there that could go on, or be taken back. */
export class NoSuchRuleChangeError extends EntityDataError {
  readonly code = 'NO_SUCH_RULE_CHANGE';

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

/** A preview keeps what it knows of each record in memory. */
export class TooManyToPreviewError extends EntityDataError {
  readonly code = 'TOO_MANY_TO_PREVIEW';

  constructor(most: number) {
    super(`a preview counts at most ${most.toLocaleString('en')} records`, {
      hint: 'Apply the change, which waits after the service has counted what it does.',
    });
  }
}
