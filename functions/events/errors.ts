import { EntityDataError } from '../core/errors.ts';

/** One thing that is wrong with one environment variable. */
export interface EventsConfigProblem {
  readonly variable: string;
  readonly message: string;
}

/** The environment does not describe a publisher of events. Raised at start-up, with every problem at once. */
export class EventsConfigError extends EntityDataError {
  readonly code = 'EVENTS_CONFIG_INVALID';
  readonly problems: readonly EventsConfigProblem[];

  constructor(problems: readonly EventsConfigProblem[]) {
    super(problems.map(({ variable, message }) => `${variable} ${message}`).join('\n'), {
      hint: 'Correct these environment variables; the Terraform module sets them from entity_events.',
    });
    this.problems = problems;
  }
}

/** What lies under the name of the secret is too short to sign with. */
export class WebhookSecretError extends EntityDataError {
  readonly code = 'WEBHOOK_SECRET_INVALID';

  constructor(source: string) {
    super(`${source} holds no secret of at least 24 bytes`, {
      hint: 'Store `whsec_` and at least 24 random bytes in base64, or a text of at least 24 characters.',
    });
  }
}

/** The function was called with a command that it does not know. It quotes nothing of it. */
export class EventsCommandError extends EntityDataError {
  readonly code = 'EVENTS_COMMAND_INVALID';

  constructor() {
    super('the command is none of this function', {
      hint: 'Give one of {"replay": true}, {"list": true}, {"discard": "all"} and {"discard": ["<id>", …]}.',
    });
  }
}

/** A call did not end well. It says nothing more: Lambda writes the message and the cause of what is thrown to its log. */
export class PublishingFailedError extends EntityDataError {
  readonly code = 'PUBLISHING_FAILED';

  constructor() {
    super('publishing failed: the line before this one in the log says where', {
      hint: 'The next call, a minute later, tries again; what was not told yet stands in the table.',
    });
  }
}
