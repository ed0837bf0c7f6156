import type { TypedQuery } from '../../../../src/graphql/queries.ts';
import { exchange } from './exchange.ts';
import { gatewayProblem, graphqlProblems, RequestFailed } from './problem.ts';
import { endSession, instanceCount, requestToken } from './session.ts';

/**
 * Runs a query against the API.
 *
 * @throws RequestFailed with the errors of the API or the gateway; and a mutation, which is not sent, when the service runs another
 *   instance by then: the person decided about what the page shows of the former one
 */
export async function ask<Data, Variables>(
  query: TypedQuery<Data, Variables>,
  variables: NoInfer<Variables>,
  signal?: AbortSignal,
): Promise<Data> {
  try {
    return await askOnce(query, variables, signal);
  } catch (error) {
    // After a restart the service has other keys, and clocks may differ: the authorizer then answers 403.
    if (!(error instanceof RequestFailed) || (error.status !== 401 && error.status !== 403)) throw error;
    endSession();
    return askOnce(query, variables, signal);
  }
}

async function askOnce<Data, Variables>(
  query: TypedQuery<Data, Variables>,
  variables: NoInfer<Variables>,
  signal: AbortSignal | undefined,
): Promise<Data> {
  const before = instanceCount();
  const token = await requestToken();
  if (instanceCount() !== before && isMutation(query)) throw new RequestFailed([otherInstance]);
  const { status, body } = await exchange('/', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = read(body);
  if (Array.isArray(answer?.errors)) throw new RequestFailed(graphqlProblems(answer.errors), status);
  if (answer?.data === undefined || answer.data === null)
    throw new RequestFailed([gatewayProblem(status, body)], status);
  return answer.data as Data;
}

const isMutation = (query: string): boolean => query.trimStart().startsWith('mutation');

const otherInstance = {
  message: 'The service runs another instance by now, so nothing was sent.',
  hint: 'The page shows its data. Look again before you go on.',
};

function read(body: string): { readonly data?: unknown; readonly errors?: unknown } | undefined {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
