import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bundle, entryFile } from '../../scripts/bundle.ts';
import { loadDeployment } from '../../src/runtime/configuration/deployment.ts';
import { runtimeOfFunctions } from '../setup/applied/runtime-of-functions.ts';
import { type DynamoDBUnderTest, EMULATOR_ENVIRONMENT, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { describeWith } from '../setup/requirement.ts';
import { apiEvent } from '../unit/functions/api/exchange.ts';
import { situations } from '../unit/src/rules/document/situations.ts';

const root = join(import.meta.dirname, '..', '..');
const people = (file: string) => join(root, 'examples', 'people', file);
let folder: string;
/** Where the function finds a table in which nothing is stored. */
let onEmptyTable: Readonly<Record<string, string>>;
const dynamodb = await requireDynamoDB();

beforeAll(async () => {
  if (dynamodb.found === undefined) return;
  onEmptyTable = await environmentOf(dynamodb.found, `built-${process.pid}-empty`);
  folder = await mkdtemp(join(tmpdir(), 'built-api-test-'));
  await mkdir(join(folder, 'api'));
  for (const { path, content } of (await bundle('api', root)).files) {
    await writeFile(join(folder, 'api', path), content);
  }
});
afterAll(async () => {
  if (dynamodb.found === undefined) return;
  await dynamodb.found.stop();
  await rm(folder, { recursive: true });
});

async function environmentOf({ endpoint, createTable }: DynamoDBUnderTest, tableName: string) {
  await createTable(tableName);
  return {
    TABLE_NAME: tableName,
    AWS_ENDPOINT_URL: endpoint,
    ...EMULATOR_ENVIRONMENT,
  };
}

/** Starts the built function anew for each rule-config, in one process, and asks it for its type. */
const script = `
  const [handlerFile, event, ...ruleConfigs] = process.argv.slice(1);
  for (const [index, file] of ruleConfigs.entries()) {
    process.env.RULE_CONFIG_FILE = file;
    const { handler } = await import(handlerFile + '?' + index);
    const { body } = await handler(JSON.parse(event));
    console.log(JSON.stringify({ body: JSON.parse(body) }));
  }
`;

/** What it prints, run in a process of its own with the built function and these arguments. */
async function run(code: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await promisify(execFile)(
    runtimeOfFunctions,
    ['--input-type=module', '-e', code, pathToFileURL(join(folder, 'api', entryFile)).href, ...args],
    {
      env: { PATH: process.env['PATH'], SCHEMA_FILE: people('schema.graphqls'), ...environment },
      maxBuffer: 100_000_000,
    },
  );
  expect(stderr).toBe('');
  return stdout;
}

const eventOf = (query: string) => apiEvent({ body: JSON.stringify({ query }) });

async function start(ruleConfigs: readonly string[]) {
  const stdout = await run(script, [JSON.stringify(eventOf('{ __typename }')), ...ruleConfigs], onEmptyTable);
  const starts: { problems: string[]; body: object }[] = [];
  let problems: string[] = [];
  for (const line of stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text))) {
    if (line.message === 'misconfigured') problems.push(line.problem);
    if (line.body === undefined) continue;
    starts.push({ problems, body: line.body });
    problems = [];
  }
  return starts;
}

async function problemsOf(ruleConfig: string): Promise<readonly string[]> {
  try {
    await loadDeployment(ruleConfig, people('schema.graphqls'));
    return [];
  } catch (error) {
    return (error as { readonly problems: readonly string[] }).problems;
  }
}

describeWith('the built API function', dynamodb, (dynamoDB) => {
  it('starts with a sound rule-config and answers', async () => {
    const [started] = await start([people('rule-config.json')]);

    expect(started!.problems).toEqual([]);
    expect(started!.body).toEqual({ data: { __typename: 'Query' } });
  });

  it('names every problem of a broken rule-config, as the sources do', async () => {
    const sound = JSON.parse(await readFile(people('rule-config.json'), 'utf8'));
    const documents = [
      ...Object.values(situations).map((situation) => situation()),
      { ...sound, comparers: [{ id: 'a', type: 'exactly' }], rules: 7 },
      { ...sound, matchers: sound.matchers.map((matcher: object) => ({ ...matcher, attributes: { min: 'two' } })) },
      { ...sound, mutationRuleSetGroups: { default: { indexRuleSetID: 1 } } },
    ].map((document) => (typeof document === 'string' ? document : JSON.stringify(document)));
    const files = await Promise.all(
      documents.map(async (text, index) => {
        const file = join(folder, `${index}.json`);
        await writeFile(file, text);
        return file;
      }),
    );

    const starts = await start(files);

    const expected = await Promise.all(files.map(problemsOf));
    expect(starts.map(({ problems }) => problems)).toEqual(expected);
    expect(expected.filter((problems) => problems.length > 0).length).toBeGreaterThan(documents.length / 2);
  });

  it('answers every operation on a table', async () => {
    const queries = [
      `mutation { submit(input: {records: [
           {id: "ada", firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", phone: "020 7946 0018"}
           {id: "countess", firstName: "Ada", lastName: "Lovelace", email: "ADA@example.org", phone: "+44 20 7946 0018"}
         ]}) { recordsAdded } }`,
      '{ entityByRecord(input: {id: "ada"}) { entity { records { id } edges } } }',
      `{ search(input: {parameters: {email: "ada@example.org"}}) { totalCount entities {
           hits recordInsights { countDistinct(fields: ["lastName"]) } connectionBans { reference } } } }`,
      '{ explain(input: {a: "ada", b: "countess"}) { together } }',
      'mutation { submitWithPreview(input: {records: [{id: "x", email: "x@example.org"}], dryRun: true}) { entities { id } } }',
      'mutation { disassemble(input: {edges: [{a: "ada", b: "countess"}]}) { triggered } }',
      'mutation { removeConnectionBan(input: {entityID: "none", reference: "none", others: ["none"], meta: {user: "u", reason: "r"}}) { removed } }',
      '{ metrics { recordCount } }',
      '{ entity(input: {id: "?"}) { entity { id } } }',
      'mutation { submit(input: {records: [{id: "a:b"}]}) { recordsAdded } }',
    ];
    const environment = {
      ...(await environmentOf(dynamoDB, `built-${process.pid}`)),
      RULE_CONFIG_FILE: people('rule-config.json'),
    };

    const printed = await run(
      `const [handlerFile, events] = process.argv.slice(1);
         const { handler } = await import(handlerFile);
         const bodies = [];
         for (const event of JSON.parse(events)) bodies.push(JSON.parse((await handler(event)).body));
         console.log(JSON.stringify({ bodies }));`,
      [JSON.stringify(queries.map(eventOf))],
      environment,
    );

    const { bodies } = JSON.parse(printed.trim().split('\n').at(-1)!);
    expect(bodies).toMatchObject([
      { data: { submit: { recordsAdded: 2 } } },
      { data: { entityByRecord: { entity: { records: [{ id: 'ada' }, { id: 'countess' }] } } } },
      {
        data: { search: { totalCount: 1, entities: [{ recordInsights: { countDistinct: 1 }, connectionBans: [] }] } },
      },
      { data: { explain: { together: true } } },
      { data: { submitWithPreview: { entities: [{}] } } },
      { data: { disassemble: { triggered: true } } },
      { errors: [{ path: ['removeConnectionBan'] }] },
      { data: { metrics: { recordCount: 2 } } },
      { data: { entity: { entity: null } } },
      { errors: [{ extensions: { code: 'RECORD_ID_INVALID' } }] },
    ]);
  });
});
