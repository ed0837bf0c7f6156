import { EntityDataError } from '../../src/errors.ts';

/** A reason why the service cannot start. Lines and columns count from 1. */
export interface StartProblem {
  /** The file, or the command-line option. */
  readonly source: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The service cannot start with this configuration. The message lists every problem. */
export class StartError extends EntityDataError {
  readonly code = 'START_REFUSED';
  readonly problems: readonly StartProblem[];

  constructor(problems: readonly StartProblem[]) {
    const count = problems.filter(({ severity }) => severity === 'error').length;
    super(
      [`The service does not start: ${count} problem${count === 1 ? '' : 's'}.`, ...problems.map(problemText)].join(
        '\n',
      ),
    );
    this.problems = problems;
  }
}

/** `file:line:column error CODE message (hint)`, which editors and terminals turn into a link. */
export function problemText({ source, line, column, severity, code, message, hint }: StartProblem): string {
  const place = line === undefined ? source : `${source}:${line}:${column ?? 1}`;
  return `${place} ${severity} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`;
}

/** The service may not listen on this port, or this machine does not have the address. */
export class PortUnavailableError extends EntityDataError {
  readonly code = 'PORT_UNAVAILABLE';

  constructor(host: string, port: number, cause: unknown) {
    super(`The service cannot listen on port ${port} of ${host}: ${(cause as Error).message}.`, {
      hint: 'Choose another port with --port (ports below 1024 may be reserved for administrators), or another --host.',
      cause,
    });
  }
}

/** Another program listens on the port. */
export class PortInUseError extends EntityDataError {
  readonly code = 'PORT_IN_USE';

  constructor(host: string, port: number) {
    super(`The port ${port} of ${host} is in use.`, {
      hint: 'Another service may be running; stop it, or choose another port with --port (0 picks a free one).',
    });
  }
}
