import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, entryFile } from '../../scripts/bundle.ts';
import { scopesOf } from '../../src/scopes.ts';
import { EMULATOR_ENVIRONMENT } from '../../test/setup/dynamodb-emulator.ts';
import { apiEvent } from '../api-event.ts';
import { startIssuer } from '../cold-start/surroundings.ts';
import { type Person, people } from '../people.ts';
import type { EmulatedTable } from '../store/emulated-table.ts';
import type { Done, Work } from './function-process.ts';

const SUBMIT = 'mutation ($records: [RecordInput!]!) { submit(input: { records: $records }) { recordsAdded } }';
const SEARCH =
  'query ($parameters: SearchParams!) { search(input: { parameters: $parameters }) { entities { id hits records { id firstName lastName } } } }';
const ENTITY =
  'query ($id: ID!) { entityByRecord(input: { id: $id }) { entity { id records { id firstName lastName } } } }';

const root = join(import.meta.dirname, '..', '..');

/** As a deployment is called unless it says otherwise: its functions write metrics with every request. */
const DEPLOYMENT = 'entity-data';
const BATCH = 100;
const CALLS = 400;
const WARM_UP = 400;

/** What one request of a kind takes. */
interface FunctionCost {
  /** Milliseconds of one core, with the part of the calls to DynamoDB. */
  readonly cpu: number;
  /** Bytes that the function logs. */
  readonly logBytes: number;
}

export interface FunctionCosts {
  readonly submit: FunctionCost;
  readonly submitBatch: FunctionCost;
  readonly submitAgain: FunctionCost;
  readonly search: FunctionCost;
  readonly entityByRecord: FunctionCost;
  readonly authorizer: FunctionCost;
}

/** Runs the functions as they are built for their archives, one event at a time as Lambda does, on a table of the emulator, and takes the CPU time of their processes. */
export async function measureFunctions(table: EmulatedTable): Promise<FunctionCosts> {
  const api = await startFunction('api', {
    TABLE_NAME: table.tableName,
    RULE_CONFIG_FILE: 'examples/people/rule-config.json',
    SCHEMA_FILE: 'examples/people/schema.graphqls',
    AWS_ENDPOINT_URL: table.endpoint,
    ...EMULATOR_ENVIRONMENT,
    METRICS_SERVICE: DEPLOYMENT,
  });
  try {
    const stream = people(21, 'c');
    const take = (count: number): Person[] => Array.from({ length: count }, () => ({ ...stream.next().value }));
    const submits = (count: number) => take(count).map((person) => request(SUBMIT, { records: [person] }));
    await api.run(submits(WARM_UP));
    const known = take(CALLS);
    const submit = await api.run(known.map((person) => request(SUBMIT, { records: [person] })));
    const batches = () => Array.from({ length: 10 }, () => request(SUBMIT, { records: take(BATCH) }));
    await api.run(batches());
    const submitBatch = await api.run(batches());
    const repeated = known.map((person) => request(SUBMIT, { records: [person] }));
    await api.run(repeated);
    const submitAgain = await api.run(repeated);
    const searches = known.map(({ firstName, lastName, dateOfBirth, postcode }) =>
      request(SEARCH, { parameters: { firstName, lastName, dateOfBirth, postcode } }),
    );
    await api.run(searches);
    const search = await api.run(searches);
    const lookUps = known.map(({ id }) => request(ENTITY, { id }));
    await api.run(lookUps);
    const entityByRecord = await api.run(lookUps);
    return { submit, submitBatch, submitAgain, search, entityByRecord, authorizer: await measureAuthorizer() };
  } finally {
    await api.stop();
  }
}

async function measureAuthorizer(): Promise<FunctionCost> {
  const issuer = await startIssuer(scopesOf('svc').all.join(' '));
  const authorizer = await startFunction('authorizer', {
    AUTHORIZER_ISSUER_URL: issuer.url,
    AUTHORIZER_AUDIENCE: '["bench"]',
    AUTHORIZER_JWKS_URI: `${issuer.url}/keys`,
    METRICS_SERVICE: DEPLOYMENT,
  });
  try {
    const authorization = `Bearer ${issuer.token}`;
    const event = { headers: { authorization }, identitySource: [authorization], requestContext: { http: {} } };
    const events = Array.from({ length: CALLS }, () => event);
    await authorizer.run(events, isAuthorized);
    return await authorizer.run(events, isAuthorized);
  } finally {
    await authorizer.stop();
    await issuer.stop();
  }
}

interface StartedFunction {
  /** What one event took, on the average; throws when one is not answered well. */
  run(events: readonly unknown[], isGood?: (answer: unknown) => boolean): Promise<FunctionCost>;
  stop(): Promise<void>;
}

const isAnswered = (answer: unknown): boolean => {
  const { statusCode, body } = answer as { statusCode: number; body: string };
  return statusCode === 200 && !body.startsWith('{"errors"');
};
const isAuthorized = (answer: unknown): boolean => (answer as { isAuthorized: boolean }).isAuthorized;

async function startFunction(
  name: 'api' | 'authorizer',
  environment: Readonly<Record<string, string>>,
): Promise<StartedFunction> {
  const directory = await mkdtemp(join(tmpdir(), 'function-bench-'));
  for (const { path, content } of (await bundle(name, root)).files) await writeFile(join(directory, path), content);
  const child = fork(join(import.meta.dirname, 'function-process.ts'), [join(directory, entryFile)], {
    env: { PATH: process.env['PATH'], ...environment },
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let logged = 0;
  let problem = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    logged += chunk.length;
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    problem += chunk.toString();
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  };
  await answerOf(child, () => problem);
  return {
    run: async (events, isGood = isAnswered) => {
      logged = 0;
      child.send({ events } satisfies Work);
      const { cpu, answers } = (await answerOf(child, () => problem)) as Done;
      const bad = answers.find((answer) => !isGood(answer));
      if (bad !== undefined) throw new Error(`${name} answered ${JSON.stringify(bad)}`);
      return { cpu: cpu / events.length, logBytes: logged / events.length };
    },
    stop,
  };
}

async function answerOf(child: ChildProcess, problem: () => string): Promise<unknown> {
  const ended = new AbortController();
  try {
    return await Promise.race([
      once(child, 'message', { signal: ended.signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`the function ended with ${code}: ${problem()}`);
      }),
    ]);
  } finally {
    ended.abort();
  }
}

const request = (query: string, variables: object) =>
  apiEvent(JSON.stringify({ query, variables }), 'bench', scopesOf('svc').all.join(' '));
