import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { EMULATOR_ENVIRONMENT, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { itWith } from '../setup/requirement.ts';
import { apiEvent } from '../unit/functions/api/exchange.ts';

const run = promisify(execFile);
const dynamodb = await requireDynamoDB();

const script = `
  const { handler } = await import('./functions/api/handler.ts');
  const answers = [];
  for (const event of JSON.parse(process.argv[1])) answers.push(await handler(event));
  console.log(JSON.stringify({ answers }));
`;

/** Starts the function as Lambda does, in a process of its own with this environment, and calls it once for each query. */
async function invoke(environment: Readonly<Record<string, string>>, ...queries: readonly string[]) {
  const { stdout, stderr } = await run(
    process.execPath,
    [
      '--no-warnings',
      '--input-type=module',
      '-e',
      script,
      JSON.stringify(queries.map((query) => apiEvent({ body: JSON.stringify({ query }) }))),
    ],
    { env: { PATH: process.env['PATH'], AWS_REGION: 'eu-central-1', ...environment } },
  );
  const lines = `${stdout}\n${stderr}`
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const { answers } = lines.find((line) => 'answers' in line);
  const bodies = answers.map(({ body }: { body: string }) => JSON.parse(body));
  return { answer: answers[0], body: bodies[0], bodies, log: lines.filter((line) => !('answers' in line)) };
}

describe('the API function', () => {
  it('logs every problem of its environment and answers 500 to each request', async () => {
    const { answer, body, log } = await invoke({ MAX_QUERY_DEPTH: 'deep' }, '{ __typename }');

    expect(answer.statusCode).toBe(500);
    expect(body.errors[0].extensions.code).toBe('SERVICE_MISCONFIGURED');
    expect(
      log.filter(({ message }) => message === 'misconfigured').map(({ problem }) => problem.split(' ')[0]),
    ).toEqual(['TABLE_NAME', 'RULE_CONFIG_FILE', 'SCHEMA_FILE', 'MAX_QUERY_DEPTH']);
  });

  it('logs every problem of its files and answers 500 to each request', async () => {
    const { body, log } = await invoke(
      {
        TABLE_NAME: 'records',
        RULE_CONFIG_FILE: join('examples', 'people', 'schema.graphqls'),
        SCHEMA_FILE: join('examples', 'people', 'rule-config.json'),
      },
      '{ __typename }',
    );

    expect(body.errors[0].extensions.code).toBe('SERVICE_MISCONFIGURED');
    expect(log.filter(({ message }) => message === 'misconfigured').length).toBeGreaterThanOrEqual(2);
  });

  itWith('starts from its environment, answers, stores and finds on a table', dynamodb, async (dynamoDB) => {
    try {
      const { endpoint } = dynamoDB;
      const tableName = `handler-${process.pid}`;
      await dynamoDB.createTable(tableName);

      const { answer, bodies, log } = await invoke(
        {
          TABLE_NAME: tableName,
          RULE_CONFIG_FILE: join('examples', 'people', 'rule-config.json'),
          SCHEMA_FILE: join('examples', 'people', 'schema.graphqls'),
          MAX_PAGE_SIZE: '7',
          AWS_ENDPOINT_URL: endpoint,
          ...EMULATOR_ENVIRONMENT,
        },
        '{ __type(name: "RecordInput") { inputFields { name } } }',
        'mutation { submit(input: {records: [{id: "ada", email: "ada@example.org"}]}) { recordsAdded } }',
        '{ search(input: {parameters: {email: "ada@example.org"}, pageSize: 7}) { totalCount entities { records { id } } } }',
        '{ search(input: {parameters: {email: "ada@example.org"}, pageSize: 8}) { totalCount } }',
      );

      expect(answer.statusCode).toBe(200);
      const [{ data }] = bodies.splice(0, 1);
      expect(data.__type.inputFields.map(({ name }: { name: string }) => name)).toContain('postcode');
      expect(log[0]).toMatchObject({ level: 'INFO', message: 'request', requestId: 'request-1', status: 200 });
      expect(bodies[0]).toEqual({ data: { submit: { recordsAdded: 1 } } });
      expect(bodies[1]).toEqual({ data: { search: { totalCount: 1, entities: [{ records: [{ id: 'ada' }] }] } } });
      expect(bodies[2].errors[0]).toMatchObject({
        message: 'pageSize is 8; it must be from 1 to 7',
        path: ['search'],
        extensions: { code: 'ARGUMENT_OUT_OF_RANGE' },
      });
    } finally {
      await dynamoDB.stop();
    }
  });
});
