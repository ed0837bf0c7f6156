/** An error as shown to the user. */
export interface Problem {
  /** Stable code of the API, the linter or the guidance server; undefined when there was no answer. */
  readonly code?: string | undefined;
  readonly message: string;
  /** How to fix it. */
  readonly hint?: string | undefined;
  /** Path within the request, such as `search.input.parameters`. */
  readonly path?: string | undefined;
}

/** A request failed; has every problem that the answer reports. */
export class RequestFailed extends Error {
  readonly problems: readonly Problem[];
  /** Status of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined;

  constructor(problems: readonly Problem[], status?: number) {
    super(problems.map(({ message }) => message).join('\n'));
    this.name = 'RequestFailed';
    this.problems = problems;
    this.status = status;
  }
}

/** Converts any thrown value to problems. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof RequestFailed) return error.problems;
  return [{ message: error instanceof Error ? error.message : String(error) }];
}

interface GraphqlError {
  readonly message?: unknown;
  readonly path?: unknown;
  readonly extensions?: { readonly code?: unknown; readonly hint?: unknown };
}

/** Converts the errors of a GraphQL answer. */
export function graphqlProblems(errors: readonly GraphqlError[]): readonly Problem[] {
  return errors.map(({ message, path, extensions }) => ({
    message: textOr(message, 'The API refused the request without a reason.'),
    code: optionalText(extensions?.code),
    hint: optionalText(extensions?.hint),
    path: Array.isArray(path) && path.length > 0 ? path.join('.') : undefined,
  }));
}

/** The problem for an answer that the API did not send: from the gateway, or from another server at this address. */
export function gatewayProblem(status: number, body: string): Problem {
  const { message, code, hint } = readRefusal(body);
  const otherHint = status === 401 || status === 403 ? 'Load the page again for a new token.' : undefined;
  return {
    message: `${textOr(message, 'The answer does not come from the API.')} (HTTP ${status})`,
    code: optionalText(code),
    hint: optionalText(hint) ?? otherHint,
  };
}

function readRefusal(body: string): { message?: unknown; code?: unknown; hint?: unknown } {
  try {
    return (JSON.parse(body) as object | null) ?? {};
  } catch {
    // Not JSON: only the status is known.
    return {};
  }
}

/** The problem for a request without an answer. */
export const unreachable: Problem = {
  message: 'The service does not answer.',
  hint: 'Check that it is running: npm start.',
};

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
