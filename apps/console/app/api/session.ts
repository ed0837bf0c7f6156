import { exchange } from './exchange.ts';
import { gatewayProblem, RequestFailed } from './problem.ts';

/** The data that the service gives the page at start. */
export interface Session {
  readonly token: string;
  /** Seconds from when the token was issued. */
  readonly expiresIn: number;
  /** Prefix of the guidance server's tools. */
  readonly serviceIdentifier: string;
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

let current: Promise<{ readonly session: Session; readonly ends: number }> | undefined;

/** The session, with a token that is valid for at least one more minute. */
export async function session(): Promise<Session> {
  current ??= start();
  const pending = current;
  try {
    const { session: started, ends } = await pending;
    if (Date.now() < ends) return started;
  } catch (error) {
    if (current === pending) current = undefined;
    throw error;
  }
  if (current === pending) current = undefined;
  return session();
}

/** Discards the token, after the API has refused it. */
export function endSession(): void {
  current = undefined;
}

async function start() {
  const { status, isOk, body } = await exchange('/console/session');
  if (!isOk) throw new RequestFailed([gatewayProblem(status, body)], status);
  const started = JSON.parse(body) as Session;
  note(started);
  return { session: started, ends: Date.now() + Math.max(started.expiresIn - 60, 1) * 1000 };
}
