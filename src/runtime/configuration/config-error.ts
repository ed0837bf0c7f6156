import { EntityDataError } from '../../errors.ts';

/** A problem of one environment variable. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
}

/** Environment variables are invalid. Raised at the start, with every problem at once. */
export abstract class ConfigError extends EntityDataError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], setBy = 'the Terraform module sets them') {
    super(problems.map(({ variable, message }) => `${variable} ${message}`).join('\n'), {
      hint: `Correct these environment variables; ${setBy}.`,
    });
    this.problems = problems;
  }
}
