import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { apiEvent } from '../unit/functions/api/exchange.ts';

const run = promisify(execFile);

const script = `
  const { handler } = await import('./functions/api/handler.ts');
  const answer = await handler(JSON.parse(process.argv[1]));
  console.log(JSON.stringify({ answer }));
`;

/** Starts the function as Lambda does, in a process of its own with this environment, and calls it once. */
async function invoke(environment: Readonly<Record<string, string>>, query: string) {
  const { stdout, stderr } = await run(
    process.execPath,
    [
      '--no-warnings',
      '--input-type=module',
      '-e',
      script,
      JSON.stringify(apiEvent({ body: JSON.stringify({ query }) })),
    ],
    { env: { PATH: process.env['PATH'], AWS_REGION: 'eu-central-1', ...environment } },
  );
  const lines = `${stdout}\n${stderr}`
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const { answer } = lines.find((line) => 'answer' in line);
  return { answer, body: JSON.parse(answer.body), log: lines.filter((line) => !('answer' in line)) };
}

describe('the API function', () => {
  it('starts from its environment and answers', async () => {
    const { answer, body, log } = await invoke(
      {
        TABLE_NAME: 'records',
        RULE_CONFIG_FILE: join('examples', 'people', 'rule-config.json'),
        SCHEMA_FILE: join('examples', 'people', 'schema.graphqls'),
      },
      '{ __type(name: "RecordInput") { inputFields { name } } }',
    );

    expect(answer.statusCode).toBe(200);
    expect(body.data.__type.inputFields.map(({ name }: { name: string }) => name)).toContain('postcode');
    expect(log).toMatchObject([{ level: 'INFO', message: 'request', requestId: 'request-1', status: 200 }]);
  });

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
});
