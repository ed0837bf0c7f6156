import { EntityDataError } from '../../src/errors.ts';
import { ConfigError, type ConfigProblem } from '../../src/runtime/configuration/config-error.ts';

/** The environment does not configure the function. */
export class EventsConfigError extends ConfigError {
  readonly code = 'EVENTS_CONFIG_INVALID';

  constructor(problems: readonly ConfigProblem[]) {
    super(problems, 'the Terraform module sets them from entity_events');
  }
}

/** The webhook's secret is not a key of at least 24 bytes. */
export class WebhookSecretError extends EntityDataError {
  readonly code = 'WEBHOOK_SECRET_INVALID';

  constructor(source: string) {
    super(`${source} holds no secret of at least 24 bytes`, {
      hint: 'Store `whsec_` and at least 24 random bytes in base64, or a text of at least 24 characters.',
    });
  }
}

/** The function was invoked with an unknown command. The message quotes nothing of the command. */
export class EventsCommandError extends EntityDataError {
  readonly code = 'EVENTS_COMMAND_INVALID';

  constructor() {
    super('the command is none of this function', {
      hint: 'Give one of {"replay": true}, {"list": true}, {"discard": "all"} and {"discard": ["<id>", …]}.',
    });
  }
}

/** A call failed. The message has no details, because Lambda logs the message and the cause of every thrown error. */
export class PublishingFailedError extends EntityDataError {
  readonly code = 'PUBLISHING_FAILED';

  constructor() {
    super('publishing failed: the line before this one in the log says where', {
      hint: 'The next call, a minute later, tries again. Unpublished events stay in the table.',
    });
  }
}
