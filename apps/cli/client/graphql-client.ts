import type { TypedQuery } from '../../../src/graphql/queries.ts';
import { parsedObject } from '../../../src/text/json.ts';
import { type BackoffOptions, defaultBackoff, type Pacing, type Setback, withBackoff } from './backoff.ts';
import { AnswerNotUnderstoodError, CallerRefusedError, ServiceUnreachableError } from './errors.ts';
import { exchange, type Fetch, type HttpExchange } from './http-exchange.ts';
import type { TokenSource } from './token-source.ts';

export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly hint?: string; readonly retryable?: boolean };
}

/** An answer of the API. `tooLarge` is set when the API refuses the size of the request. */
export interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphqlError[];
  readonly tooLarge?: boolean;
}

export interface GraphqlClient {
  /**
   * Sends one operation and retries it after network failures, overload, failures of the service and `TRY_AGAIN`. Every
   * operation of the API can be repeated safely.
   *
   * @throws CallerRefusedError, ServiceUnreachableError, AnswerNotUnderstoodError and what the token source throws
   */
  execute<Data, Variables>(
    query: TypedQuery<Data, Variables>,
    variables: NoInfer<Variables>,
  ): Promise<GraphqlAnswer<Data>>;
}

export interface GraphqlClientOptions {
  readonly apiUrl: string;
  readonly tokens: TokenSource;
  readonly fetch?: Fetch;
  readonly backoff?: BackoffOptions;
  readonly pacing?: Pacing;
  readonly now?: () => number;
  /** Called for every setback that another attempt follows. */
  readonly onSetback?: (setback: Setback) => void;
  /** Ends pauses between attempts when aborted. */
  readonly signal?: AbortSignal;
}

export function createGraphqlClient(options: GraphqlClientOptions): GraphqlClient {
  const {
    apiUrl,
    tokens,
    fetch = globalThis.fetch,
    backoff = defaultBackoff,
    pacing,
    now = Date.now,
    signal,
  } = options;

  /** Sends the request with the current token, and tells the token source if the API refuses it. */
  async function post(body: string): Promise<{ result: HttpExchange } | { setback: Setback }> {
    const token = await tokens.token();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
    };
    const outcome = await exchange(fetch, apiUrl, { method: 'POST', headers, body }, now(), backoff.answerTimeout);
    if ('result' in outcome && isRefusal(outcome.result)) tokens.refused(token);
    return outcome;
  }

  async function send<Data>(body: string): Promise<{ result: GraphqlAnswer<Data> } | { setback: Setback }> {
    let outcome = await post(body);
    // The token may have expired, or its key may be gone: try a new one once.
    if ('result' in outcome && isRefusal(outcome.result)) outcome = await post(body);
    return 'setback' in outcome ? outcome : interpret<Data>(outcome.result);
  }

  function interpret<Data>(response: HttpExchange): { result: GraphqlAnswer<Data> } | { setback: Setback } {
    const { status, text } = response;
    if (isRefusal(response)) {
      throw new CallerRefusedError(`${apiUrl} answers ${status} ${text.slice(0, 200)}`.trim(), {
        hint: 'Check that the client belongs to this deployment and that your address is on its allow list.',
      });
    }
    if (status === 413) return { result: { tooLarge: true } };
    const answer = readAnswer<Data>(text);
    if (answer === undefined) {
      throw new AnswerNotUnderstoodError(`${apiUrl} answers ${status} ${text.slice(0, 200)}`.trim(), {
        hint: 'Check that the API URL is the one of the deployment.',
      });
    }
    const again = answer.errors?.find(isWorthRepeating);
    return again === undefined ? { result: answer } : { setback: { reason: again.message } };
  }

  return {
    async execute<Data, Variables>(query: TypedQuery<Data, Variables>, variables: NoInfer<Variables>) {
      const body = JSON.stringify({ query, variables });
      let attempts = 0;
      const attempt = async () => {
        attempts += 1;
        const outcome = await send<Data>(body);
        if ('setback' in outcome) options.onSetback?.(outcome.setback);
        return outcome;
      };
      const outcome = await withBackoff(attempt, backoff, pacing, signal);
      if ('result' in outcome) return outcome.result;
      throw new ServiceUnreachableError(
        `Given up after ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}: ${outcome.setback.reason}`,
        {
          hint: 'See whether the service runs and its log says more, then try again; `entity-data doctor` looks at it from here.',
        },
      );
    },
  };
}

/** True if the API refuses the caller: its token, or its address. */
function isRefusal({ status }: HttpExchange): boolean {
  return status === 401 || status === 403;
}

function isWorthRepeating({ extensions }: GraphqlError): boolean {
  return extensions?.retryable === true || extensions?.code === 'TRY_AGAIN' || extensions?.code === 'INTERNAL_ERROR';
}

function readAnswer<Data>(text: string): GraphqlAnswer<Data> | undefined {
  const value = parsedObject(text);
  return value !== undefined && ('data' in value || 'errors' in value) ? (value as GraphqlAnswer<Data>) : undefined;
}
