import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMisconfiguredApi } from '../../../../../functions/api/misconfigured.ts';
import { DeploymentError, loadDeployment } from '../../../../../src/runtime/configuration/deployment.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { apiEvent, RecordingLog, read, SUBMIT } from '../../../functions/api/exchange.ts';

describe('the files of a deployment', () => {
  const folder = temporaryDirectory('beforeEach');

  async function problems(ruleConfig: string | undefined, schema: string | undefined): Promise<readonly string[]> {
    const [ruleConfigFile, schemaFile] = [folder.path('rule-config.json'), folder.path('schema.graphqls')];
    if (ruleConfig !== undefined) await writeFile(ruleConfigFile, ruleConfig);
    if (schema !== undefined) await writeFile(schemaFile, schema);
    const failure = await loadDeployment(ruleConfigFile, schemaFile).catch((error: unknown) => error);
    if (!(failure instanceof DeploymentError)) throw failure;
    return failure.problems;
  }

  it('are all reported when they are missing', async () => {
    const found = await problems(undefined, undefined);

    expect(found).toHaveLength(2);
    expect(found.join()).toMatch(/schema.graphqls cannot be read: ENOENT,.*rule-config.json cannot be read: ENOENT/);
  });

  it('are reported with every problem of both, each on a line with its place', async () => {
    const found = await problems(
      '{\n  "transformers": 1,\n  "nope": 2\n}',
      'type Record {\n  id: ID!\n  a: Nope\n  b: Nada\n}',
    );

    expect(found.filter((line) => line.startsWith('schema.graphqls:'))).toHaveLength(2);
    expect(found.filter((line) => line.startsWith('rule-config.json:')).length).toBeGreaterThanOrEqual(2);
    for (const line of found) expect(line).toMatch(/^\S+:\d+:\d+ error [A-Z_]+ .+\(.+\)$/);
  });

  it('tell which path the rule-config reads in vain', async () => {
    const ruleConfig = await readFile(join('examples', 'people', 'rule-config.json'), 'utf8');

    const found = await problems(ruleConfig, 'type Record { id: ID! firstname: String }');

    expect(found.find((line) => line.includes('firstName'))).toMatch(/^rule-config\.json:\d+:\d+ error \w+ /);
  });

  it('are read when they are good', async () => {
    const { config, text, recordSchema } = await loadDeployment(
      join('examples', 'people', 'rule-config.json'),
      join('examples', 'people', 'schema.graphqls'),
    );

    expect(recordSchema.fields.has('firstName')).toBe(true);
    expect(Object.keys(config.searchRuleSetIDs)).toContain('default');
    expect(text).toBe(await readFile(join('examples', 'people', 'rule-config.json'), 'utf8'));
  });
});

describe('a misconfigured API', () => {
  it('logs every problem and answers each request with the same error, without the problems', async () => {
    const log = new RecordingLog();
    const api = createMisconfiguredApi(
      new DeploymentError(['schema.graphqls:1:1 bad', 'rule-config.json:2:3 bad']),
      log,
    );

    const answer = read(await api(apiEvent({ body: JSON.stringify({ query: SUBMIT }) })));

    expect(log.lines.slice(0, 2).map(({ fields }) => fields['problem'])).toEqual([
      'schema.graphqls:1:1 bad',
      'rule-config.json:2:3 bad',
    ]);
    expect(answer.status).toBe(500);
    expect(answer.codes).toEqual(['SERVICE_MISCONFIGURED']);
    expect(answer.errors[0]?.extensions['requestId']).toBe('request-1');
    expect(answer.errors[0]?.message).toBe('the service is misconfigured: its log names 2 problems');
  });
});
