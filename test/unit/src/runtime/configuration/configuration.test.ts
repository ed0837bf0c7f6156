import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createMisconfiguredApi } from '../../../../../functions/api/api.ts';
import { defaultRuleChangeOptions } from '../../../../../src/entities/rule-changes/types.ts';
import { RetryableError } from '../../../../../src/errors.ts';
import { defaultLimits, limitSettings } from '../../../../../src/graphql/limits.ts';
import { DeploymentError, loadDeployment } from '../../../../../src/runtime/configuration/deployment.ts';
import {
  callsOf,
  createDocumentReader,
  documentName,
  parseLocation,
  readFileDocument,
} from '../../../../../src/runtime/configuration/documents.ts';
import {
  ApiConfigError,
  loadConfig,
  readRuleChangeOptions,
} from '../../../../../src/runtime/configuration/environment.ts';
import { type DynamoDB, REQUEST_MILLISECONDS } from '../../../../../src/store/dynamodb/dynamodb.ts';
import { awsError, fakePace, type Sent, scriptedClient } from '../../../../setup/scripted-client.ts';
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

const complete = { TABLE_NAME: 'records', RULE_CONFIG_FILE: 'rule-config.json', SCHEMA_FILE: 'schema.graphqls' };

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ApiConfigError) return error.problems.map(({ variable }) => variable);
    throw error;
  }
  return [];
}

describe('the configuration of the API', () => {
  it('has defaults for all but the table and the files', () => {
    expect(loadConfig(complete)).toEqual({
      tableName: 'records',
      ruleConfigFile: 'rule-config.json',
      schemaFile: 'schema.graphqls',
      serviceIdentifier: 'svc',
      updateRecords: false,
      entityEvents: false,
      adoptChangedRules: false,
      ruleChanges: defaultRuleChangeOptions,
      genericKeyRecords: 1_000,
      reviewPairs: 100_000,
      historyRetentionInDays: 0,
      limits: defaultLimits,
    });
  });

  it('takes every limit from its variable', () => {
    const environment = Object.fromEntries(limitSettings.map(({ variable, least }) => [variable, String(least)]));

    const { limits } = loadConfig({ ...complete, ...environment });

    expect(limits).toEqual(Object.fromEntries(limitSettings.map(({ limit, least }) => [limit, least])));
  });

  it.each([
    ['HISTORY_RETENTION_IN_DAYS', '90', { historyRetentionInDays: 90 }],
    ['REVIEW_PAIRS', '0', { reviewPairs: 0 }],
    ['GENERIC_KEY_RECORDS', '250', { genericKeyRecords: 250 }],
  ])('takes %s=%s', (variable, value, expected) => {
    expect(loadConfig({ ...complete, [variable]: value })).toMatchObject(expected);
  });

  it('reports every problem at once', () => {
    expect(
      problemsOf({ SERVICE_IDENTIFIER: 'a/b', UPDATE_RECORDS: 'yes', MAX_QUERY_DEPTH: '1.5', MAX_REQUEST_BYTES: '-1' }),
    ).toEqual([
      'TABLE_NAME',
      'RULE_CONFIG_FILE',
      'SCHEMA_FILE',
      'MAX_REQUEST_BYTES',
      'MAX_QUERY_DEPTH',
      'SERVICE_IDENTIFIER',
      'UPDATE_RECORDS',
    ]);
  });

  it.each(
    [
      { variable: 'GENERIC_KEY_RECORDS', least: 10, most: 10_000 },
      { variable: 'REVIEW_PAIRS', least: 0, most: 1_000_000 },
      { variable: 'HISTORY_RETENTION_IN_DAYS', least: 0, most: 3_650 },
      ...limitSettings,
    ].flatMap(({ variable, least, most }) =>
      [`${least - 1}`, `${most + 1}`, '1.5', '1e3', 'all'].map((value) => [variable, value] as const),
    ),
  )('refuses %s=%s', (variable, value) => {
    expect(problemsOf({ ...complete, [variable]: value })).toEqual([variable]);
  });

  it("takes every limit from an attribute of the module's graphql_limits, with the same bounds", () => {
    const variables = readFileSync('variables.tf', 'utf8');
    const main = readFileSync('main.tf', 'utf8');
    const input = variables.slice(variables.indexOf('variable "graphql_limits"')).split('\n}\n', 1)[0]!;
    const bounds = [...input.matchAll(/^ {6}(\w+) += \[(\d+), (\d+)\]$/gm)].map(([, name, ...both]) => [
      name,
      ...both.map(Number),
    ]);
    const passed = [...main.matchAll(/(\w+) += var\.graphql_limits\.(\w+)/g)].map(([, variable, name]) => [
      name,
      variable,
    ]);

    expect(bounds).toEqual(limitSettings.map((setting) => [setting.input, setting.least, setting.most]));
    expect(passed).toEqual(limitSettings.map((setting) => [setting.input, setting.variable]));
  });

  it('describes every limit once', () => {
    expect(new Set(limitSettings.map(({ limit }) => limit)).size).toBe(limitSettings.length);
    for (const setting of limitSettings) {
      expect(setting.default).toBeGreaterThanOrEqual(setting.least);
      expect(setting.default).toBeLessThanOrEqual(setting.most);
      expect(setting.description).toMatch(/\.$/);
    }
  });
});

const sha256 = '9f'.repeat(32);

describe('parseLocation', () => {
  it('takes what has no scheme for a path', () => {
    expect(parseLocation('/etc/rule-config.json')).toEqual({ kind: 'file', path: '/etc/rule-config.json' });
  });

  it('reads table, name and hash', () => {
    expect(parseLocation(`dynamodb://crm-configuration/rule-config/${sha256}`)).toEqual({
      kind: 'table',
      tableName: 'crm-configuration',
      name: 'rule-config',
      sha256,
    });
  });

  it.each(['dynamodb://', 'dynamodb://crm/rule-config', `dynamodb://crm/rule-config/${sha256}0`, 'dynamodb://crm//x'])(
    'refuses %s',
    (location) => {
      expect(() => parseLocation(location)).toThrow('no place of a document');
    },
  );
});

describe('documentName', () => {
  it.each([
    ['/etc/rule-config.json', 'rule-config.json'],
    [`dynamodb://crm-configuration/schema/${sha256}`, 'schema'],
    ['dynamodb://', 'dynamodb://'],
  ])('of %s is %s', (location, name) => {
    expect(documentName(location)).toBe(name);
  });
});

const text = '{"transformers": [], "note": "é"}';
const bytes = Buffer.from(text);
const hashOf = createHash('sha256').update(bytes).digest('hex');
const location = `dynamodb://crm-configuration/rule-config/${hashOf}`;

const part = (number: number, content: Uint8Array) => ({
  id: { S: `rule-config/${hashOf}` },
  part: { N: String(number) },
  data: { B: content },
});

const firstParts = (...items: object[]) => ({ Responses: { 'crm-configuration': items } });

describe('reading a document', () => {
  it('reads documents of one part by one call, those that are asked for together', async () => {
    const schema = Buffer.from('type Person { name: String }');
    const schemaHash = createHash('sha256').update(schema).digest('hex');
    const { dynamodb, sent } = scriptedClient(() =>
      firstParts({ id: { S: `schema/${schemaHash}` }, part: { N: '0' }, data: { B: schema } }, part(0, bytes)),
    );
    const read = createDocumentReader(dynamodb, fakePace());

    const documents = await Promise.all([read(location), read(`dynamodb://crm-configuration/schema/${schemaHash}`)]);

    expect(documents).toEqual([text, schema.toString()]);
    expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
    expect(sent[0]!.input['RequestItems']).toEqual({
      'crm-configuration': {
        Keys: [
          { id: { S: `rule-config/${hashOf}` }, part: { N: '0' } },
          { id: { S: `schema/${schemaHash}` }, part: { N: '0' } },
        ],
        ConsistentRead: true,
      },
    });
  });

  it('asks anew for what is read later', async () => {
    const { dynamodb, sent } = scriptedClient(() => firstParts(part(0, bytes)));
    const read = createDocumentReader(dynamodb, fakePace());

    await read(location);
    await read(location);

    expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'BatchGetItem']);
  });

  it('joins the parts over the pages of the table where the first is not all', async () => {
    // The cut goes through a character of two bytes.
    const cut = bytes.indexOf(0xc3) + 1;
    const answers = [
      firstParts(part(0, bytes.subarray(0, cut))),
      { Items: [part(0, bytes.subarray(0, cut))], LastEvaluatedKey: { id: { S: 'x' }, part: { N: '0' } } },
      { Items: [part(1, bytes.subarray(cut))] },
    ];
    const { dynamodb, sent } = scriptedClient((_sent: Sent, call) => answers[call - 1]!);

    const read = await createDocumentReader(dynamodb, fakePace())(location);

    expect(read).toBe(text);
    expect(sent.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'Query', 'Query']);
    expect(sent.slice(1).map(({ input }) => [input['TableName'], input['ConsistentRead']])).toEqual([
      ['crm-configuration', true],
      ['crm-configuration', true],
    ]);
    expect(sent[2]!.input['ExclusiveStartKey']).toEqual({ id: { S: 'x' }, part: { N: '0' } });
  });

  it('queries what the table left for later, or does not let it read this way', async () => {
    const left = scriptedClient(({ operation }) =>
      operation === 'Query' ? { Items: [part(0, bytes)] } : { Responses: {}, UnprocessedKeys: {} },
    );
    const refused = scriptedClient(({ operation }) =>
      operation === 'Query' ? { Items: [part(0, bytes)] } : awsError('AccessDeniedException'),
    );

    const read = await Promise.all(
      [left, refused].map(({ dynamodb }) => createDocumentReader(dynamodb, fakePace())(location)),
    );

    expect(read).toEqual([text, text]);
  });

  it('does not ask a second time, when the time for a first answer is over', async () => {
    const { dynamodb, sent } = scriptedClient(() => new RetryableError('no answer in time', { hint: 'Repeat it.' }));

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toMatchObject({ retryable: true });
    expect(sent).toHaveLength(1);
  });

  it('refuses a document that is not the one that was deployed', async () => {
    const other = part(0, Buffer.from('{}'));
    const { dynamodb } = scriptedClient(({ operation }) =>
      operation === 'Query' ? { Items: [other] } : firstParts(other),
    );

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toMatchObject({
      code: 'CONFIGURATION_UNREADABLE',
      message: expect.stringContaining(`instead of ${hashOf}`),
    });
  });

  it('says that a document is not there', async () => {
    const { dynamodb } = scriptedClient(({ operation }) => (operation === 'Query' ? { Items: [] } : firstParts()));

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toThrow(
      'rule-config is not in the table crm-configuration',
    );
  });

  it('says that the table may not be read', async () => {
    const { dynamodb } = scriptedClient(() => awsError('AccessDeniedException'));

    await expect(createDocumentReader(dynamodb, fakePace())(location)).rejects.toMatchObject({ retryable: false });
  });

  it('reads a file too', async () => {
    const { dynamodb, sent } = scriptedClient(() => ({}));

    const read = await createDocumentReader(dynamodb, fakePace())(import.meta.filename);

    expect(read).toContain('reads a file too');
    expect(sent).toEqual([]);
  });

  it('reads no table where only files can be read', async () => {
    await expect(readFileDocument(location)).rejects.toThrow('only files can be read');
  });
});

function readOptions(text: string | undefined) {
  const problems: string[] = [];
  const options = readRuleChangeOptions({ RULE_CHANGES: text }, (variable, message) => {
    expect(variable).toBe('RULE_CHANGES');
    problems.push(message);
  });
  return { options, problems };
}

describe('the options of changes of the rules', () => {
  it.each([undefined, '', '{}'])('have defaults (%j)', (text) => {
    expect(readOptions(text)).toEqual({ options: defaultRuleChangeOptions, problems: [] });
  });

  it('are read as the module writes them', () => {
    const written =
      '{"largest_change_percent":0.5,"largest_entity":50,"mode":"automatic","write_units_per_second":400}';

    expect(readOptions(written)).toEqual({
      options: { mode: 'automatic', largestChangePercent: 0.5, largestEntity: 50, writeUnitsPerSecond: 400 },
      problems: [],
    });
  });

  it.each(['hold', '[]', 'null', '"hold"'])('refuse %s, which is no object', (text) => {
    expect(readOptions(text).problems).toEqual([expect.stringContaining('must be a JSON object')]);
  });

  it('name every problem', () => {
    const { problems } = readOptions(
      '{"mode":"later","largest_change_percent":101,"largest_entity":1.5,"write_units_per_second":"many"}',
    );

    expect(problems).toEqual([
      'must have a mode that is hold, automatic, refuse.',
      'must have a largest_change_percent that is a number from 0 to 100.',
      'must have a largest_entity that is a whole number from 2 to 1000000000.',
      'must have a write_units_per_second that is a whole number from 1 to 1000000.',
    ]);
  });
});

describe('a call of the configuration table', () => {
  it('ends within six seconds, also when no answer comes at all', async () => {
    const pace = fakePace();
    const waits: number[] = [];
    const silent: DynamoDB = {
      call: async (_operation, _input, limits) => {
        waits.push(limits?.requestTimeout ?? REQUEST_MILLISECONDS);
        await pace.sleep(waits.at(-1)!);
        throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
      },
      close: () => {},
    };

    const read = callsOf(silent, 'crm-configuration', pace).read('GetItem', { TableName: 't', Key: {} });

    await expect(read).rejects.toBeInstanceOf(RetryableError);
    expect(waits).toHaveLength(2);
    expect(pace.now()).toBeLessThanOrEqual(6_000);
  });
});
