import { request } from 'node:http';
import { join } from 'node:path';
import { clientsOf, type Instance, startInstance } from './instance.ts';
import type { AppliedServices } from './services.ts';
import { type StandInIssuer, startStandInIssuer } from './stand-in-issuer.ts';
import { createWorkspace, type PlannedChange, type TerraformDirectory } from './workspace.ts';

/** An example that was applied. */
export interface Applied {
  readonly example: TerraformDirectory;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What a plan right after the apply would change. */
  readonly changes: readonly PlannedChange[];
}

export interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: Record<string, unknown> | null;
    readonly errors?: { readonly message: string; readonly extensions?: { readonly code?: string } }[];
    readonly message?: string;
  };
}

/** Posts JSON from a loopback address of one's choice. */
export function post(
  url: string,
  body: object,
  token?: string,
  localAddress = '127.0.0.1',
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...more,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const sending = request(url, { method: 'POST', headers, localAddress }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) }),
      );
    });
    sending.once('error', reject);
    sending.end(JSON.stringify(body));
  });
}

/** Gets an address from a loopback address of one's choice. */
export function get(url: string, localAddress: string, bearer?: string): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const sending = request(url, { headers, localAddress }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    sending.once('error', reject);
    sending.end();
  });
}

/** Asks the issuer for a token of a client. */
export async function token(issuer: StandInIssuer, client: { clientId: string; clientSecret: string }, scope = '') {
  const response = await fetch(issuer.tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  });
  return (await response.json()) as { access_token: string; expires_in: number; error?: string };
}

export const submit = (...records: object[]) => ({
  query: 'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }',
  variables: { input: { records } },
});
export const search = (parameters: object) => ({
  query: 'query ($input: SearchInput!) { search(input: $input) { entities { records { id } } } }',
  variables: { input: { parameters } },
});
export const ann = { id: 'a-1', name: 'Ann Example', email: 'ann@example.com', postcode: 'AB1 2CD' };
export const annAgain = { id: 'b-7', name: 'ann  example', email: 'ann.example@example.org', postcode: 'ab12cd' };
export const bob = { id: 'c-3', name: 'Bob Sample', email: 'bob@example.com', postcode: 'ZZ9 9ZZ' };

export type AppliedExamples = ReturnType<typeof applyExamples>;

/** Applies examples, all at once because most of an apply is waiting, and drives what they came to be. */
export function applyExamples(
  { endpoint, database }: AppliedServices,
  examples: Readonly<Record<string, Readonly<Record<string, string>>>>,
) {
  const workspace = createWorkspace(endpoint.url);
  const archives = join(workspace.module, 'functions', 'dist');
  const applied = new Map<string, Promise<Applied>>();
  for (const [name, values] of Object.entries(examples)) {
    const applying = apply(name, values);
    applying.catch(() => {});
    applied.set(name, applying);
  }

  async function apply(name: string, variables: Readonly<Record<string, string>>): Promise<Applied> {
    const example = workspace.example(name);
    await example.init();
    await example.apply(variables);
    const outputs = await example.output();
    return { example, outputs, changes: await example.plan(variables) };
  }

  async function drive(prefix: string, issuer?: StandInIssuer, clock?: () => number) {
    const own = issuer ?? (await startStandInIssuer('/pool'));
    const instance = await startInstance({
      awsUrl: endpoint.url,
      dynamodbUrl: database.endpoint,
      prefix,
      archives,
      ...(clock === undefined ? {} : { clock }),
      // Only Cognito issues Cognito's tokens, so the test replaces their source.
      ...(issuer === undefined
        ? { instead: { AUTHORIZER_ISSUER_URL: own.issuer, AUTHORIZER_JWKS_URI: `${own.issuer}/.well-known/jwks.json` } }
        : {}),
    });
    const environment = await instance.environment(`${prefix}-authorizer`);
    const poolId = /\/([^/]+)$/.exec(environment['AUTHORIZER_ISSUER_URL'] ?? '')?.[1] ?? '';
    const clients = issuer === undefined ? await clientsOf(endpoint.url, poolId, prefix) : [];
    if (issuer === undefined) await own.setClients(clients);
    const clientNamed = (name: string) => clients.find((client) => client.name === name)!;
    const stop = async () => {
      await instance.stop();
      if (issuer === undefined) await own.stop();
    };
    return { instance, issuer: own, environment, clientNamed, stop };
  }

  return {
    workspace,
    archives,
    drive,
    example: (name: string): Promise<Applied> => applied.get(name)!,
    /** Ends the servers, also when something here did not come to be. */
    async end() {
      await Promise.allSettled(applied.values());
      workspace.remove();
      await database.stop();
      await endpoint.stop();
    },
  };
}

/** The address of the API of an instance. */
export const api = (instance: Instance, prefix: string): string => instance.url(`${prefix}-api`);
