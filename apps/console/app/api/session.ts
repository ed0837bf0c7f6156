import { accessToken, discardToken } from '../sign-in/sign-in.ts';
import { exchange } from './exchange.ts';
import { gatewayProblem, RequestFailed } from './problem.ts';

/** What the page works with after the sign-in. */
export interface Session {
  readonly token: string;
  /** Text of the deployment's rule-config. */
  readonly ruleConfig: string;
  /** Text of the deployment's schema. */
  readonly schema: string;
}

/** Listeners for a service that runs another instance, and how often that happened. */
const listeners = new Set<() => void>();
let instances = 0;
let former: string | undefined;

/** Counts the instances that the service ran while the page was open. */
export const instanceCount = (): number => instances;

/** Calls back when the service runs another instance than before. */
export function onInstance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note({ ruleConfig, schema }: Session): void {
  const documents = ruleConfig + schema;
  const isOther = former !== undefined && former !== documents;
  former = documents;
  if (!isOther) return;
  instances += 1;
  for (const listener of listeners) listener();
}

let current: { readonly token: string; readonly session: Promise<Session> } | undefined;

/**
 * The session, with a token that need not be renewed yet. Waits while the person signs in.
 *
 * @throws RequestFailed
 */
export async function session(): Promise<Session> {
  const { accessToken: token } = await accessToken();
  if (current?.token !== token) {
    const started = { token, session: start(token) };
    current = started;
    started.session.catch(() => {
      if (current === started) current = undefined;
    });
  }
  return current.session;
}

/**
 * A token for a request, as that of the session. The first requests do not wait for the documents. A later token may be for
 * another instance, whose documents the page notes before it asks anything.
 *
 * @throws RequestFailed
 */
export async function requestToken(): Promise<string> {
  if (former === undefined) return (await accessToken()).accessToken;
  return (await session()).token;
}

/** Discards the token, after the API has refused it. The next request renews it. */
export function endSession(): void {
  current = undefined;
  discardToken();
}

async function start(token: string): Promise<Session> {
  const { status, isOk, body } = await exchange('/console/documents', {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!isOk) throw new RequestFailed([gatewayProblem(status, body)], status);
  const started = { token, ...(JSON.parse(body) as Omit<Session, 'token'>) };
  note(started);
  return started;
}
