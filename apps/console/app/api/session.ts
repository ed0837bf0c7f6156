import { accessToken, discardToken } from '../sign-in/sign-in.ts';
import { exchange } from './exchange.ts';
import { gatewayProblem, RequestFailed } from './problem.ts';

/** What the page works with after the sign-in. */
export interface Session {
  readonly token: string;
  /** What the service calls its data; empty if it has no name for them. */
  readonly name: string;
  /** Text of the deployment's rule-config. */
  readonly ruleConfig: string;
  /** Text of the deployment's schema. */
  readonly schema: string;
}

/** Listeners for a service that runs another instance, and how often that happened. */
const listeners = new Set<() => void>();
let instances = 0;
let former: string | undefined;
let name = '';

/** Counts the instances that the service ran while the page was open. */
export const instanceCount = (): number => instances;

/** What the service calls its data; empty while that is not known. */
export const dataName = (): string => name;

/** Calls back when the instance of the service is known, and when it is another one. */
export function onInstance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note({ name: given, ruleConfig, schema }: Session): void {
  const documents = given + ruleConfig + schema;
  if (former === documents) return;
  if (former !== undefined) instances += 1;
  former = documents;
  name = given;
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
  // An API of an earlier release tells no name.
  const started = { token, name: '', ...(JSON.parse(body) as Pick<Session, 'ruleConfig' | 'schema'>) };
  note(started);
  return started;
}
