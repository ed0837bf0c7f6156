import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDeployment } from '../../functions/api/deployment.ts';
import { bundle, entryFile } from '../../scripts/bundle.ts';
import { apiEvent } from '../unit/functions/api/exchange.ts';
import { situations } from '../unit/functions/core/ruleconfig/situations.ts';

const root = join(import.meta.dirname, '..', '..');
const people = (file: string) => join(root, 'examples', 'people', file);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-api-test-'));
  await mkdir(join(folder, 'api'));
  for (const { path, content } of (await bundle('api', root)).files) {
    await writeFile(join(folder, 'api', path), content);
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the built function anew for each rule-config, in one process, and asks it for its type. */
const script = `
  import { createRequire } from 'node:module';
  const [handlerFile, event, ...ruleConfigs] = process.argv.slice(1);
  const { cache } = createRequire(handlerFile);
  for (const [index, file] of ruleConfigs.entries()) {
    process.env.RULE_CONFIG_FILE = file;
    const { handler } = await import(handlerFile + '?' + index);
    const { body } = await handler(JSON.parse(event));
    const required = Object.keys(cache).map((path) => path.split(/[\\\\/]/).at(-1));
    console.log(JSON.stringify({ body: JSON.parse(body), required }));
  }
`;

async function start(ruleConfigs: readonly string[]) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--no-warnings',
      '--input-type=module',
      '-e',
      script,
      pathToFileURL(join(folder, 'api', entryFile)).href,
      JSON.stringify(apiEvent({ body: JSON.stringify({ query: '{ __typename }' }) })),
      ...ruleConfigs,
    ],
    {
      env: {
        PATH: process.env['PATH'],
        AWS_REGION: 'eu-central-1',
        TABLE_NAME: 'records',
        SCHEMA_FILE: people('schema.graphqls'),
      },
      maxBuffer: 100_000_000,
    },
  );
  const starts: { problems: string[]; body: object; required: string[] }[] = [];
  let problems: string[] = [];
  for (const line of stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text))) {
    if (line.message === 'misconfigured') problems.push(line.problem);
    if (line.body === undefined) continue;
    starts.push({ problems, body: line.body, required: line.required });
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

describe('the built API function', () => {
  it('starts with a sound rule-config and answers without loading zod', async () => {
    const [started] = await start([people('rule-config.json')]);

    expect(started!.problems).toEqual([]);
    expect(started!.body).toEqual({ data: { __typename: 'Query' } });
    expect(started!.required).not.toContain('zod.cjs');
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
    expect(starts.at(-1)!.required).toContain('zod.cjs');
  });
});
