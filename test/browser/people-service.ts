import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { type Service, type ServiceOptions, startService } from '../../apps/service/service.ts';

const example = join('examples', 'people');
const mostRecords = 100;

/** The local service of an example, in a directory of its own. */
export interface PeopleService {
  readonly service: Service;
  /** Asks the API with a token that may do everything. */
  ask<Data>(query: string, variables?: object): Promise<Data>;
  close(): Promise<void>;
}

/** Starts the service of the example of people with its records in it, or with none. */
export async function startPeople(
  records: 'loaded' | 'none' = 'loaded',
  options: Partial<ServiceOptions> = {},
): Promise<PeopleService> {
  const people = await startExample(example, options);
  if (records === 'loaded') await load(people);
  return people;
}

/** Starts the service with the rules and the schema of an example's directory, without records. */
export async function startExample(from: string, options: Partial<ServiceOptions> = {}): Promise<PeopleService> {
  const directory = await mkdtemp(join(tmpdir(), 'console-'));
  const service = await startService({
    ruleConfigFile: join(from, 'rule-config.json'),
    schemaFile: join(from, 'schema.graphqls'),
    dataDirectory: directory,
    port: 0,
    writeLog: () => {},
    // On however slow a machine.
    toolTimeLimit: 300_000,
    ...options,
  });
  const token = await tokenOf(service);
  return {
    service,
    ask: (query, variables = {}) => ask(service, token, query, variables),
    close: async () => {
      await service.close(0);
      await rm(directory, { recursive: true });
    },
  };
}

/** Has the records counted, and waits until they are. */
export async function countRecords({ ask: send }: PeopleService): Promise<void> {
  type Scan = { readonly statistics: { readonly scan: object | null } };
  let { statistics } = await send<Scan>('mutation { statistics: refreshStatistics { scan { records } } }');
  while (statistics.scan !== null) {
    await setTimeout(100);
    ({ statistics } = await send<Scan>('{ statistics { scan { records } } }'));
  }
}

async function load({ ask: send }: PeopleService): Promise<void> {
  const rows: Record<string, string>[] = parse(await readFile(join(example, 'people.csv'), 'utf8'), { columns: true });
  const records = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
  for (let first = 0; first < records.length; first += mostRecords) {
    await send('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: { records: records.slice(first, first + mostRecords) },
    });
  }
}

async function tokenOf({ tokenUrl, clientId, clientSecret }: Service): Promise<string> {
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function ask<Data>({ apiUrl }: Service, token: string, query: string, variables: object): Promise<Data> {
  const answer = await fetch(apiUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data: Data; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}
