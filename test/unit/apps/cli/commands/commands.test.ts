import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { entityText } from '../../../../../apps/cli/commands/entity.ts';
import { greeting, sampleExchange } from '../../../../../apps/cli/commands/greeting.ts';
import { ruleConfigFor } from '../../../../../apps/cli/commands/rules-options.ts';
import { rulesPreviewCommand } from '../../../../../apps/cli/commands/rules-preview.ts';
import { incompleteText, readParameters, SearchArgumentError } from '../../../../../apps/cli/commands/search.ts';
import { instanceFiles } from '../../../../../apps/cli/commands/with-service.ts';
import type { Service } from '../../../../../apps/service/service.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const clientSecret = 'hidden~secret.of-the_client';
const service = {
  apiUrl: 'http://127.0.0.1:4000/',
  tokenUrl: 'http://127.0.0.1:4000/oauth2/token',
  mcpUrl: 'http://127.0.0.1:4000/mcp',
  consoleUrl: 'http://127.0.0.1:4000/?token=opens-the-console',
  descriptionFile: "/data of Jane's/services/1-4000.json",
  clientName: 'all',
  clientId: 'id.of+the-client',
  clientSecret,
  clients: [],
  recordSchema: loadRecordSchema('type Record { id: ID! }'),
  rules: { searchRuleNames: [] },
  serviceIdentifier: 'svc',
} as unknown as Service;

describe('what a start prints', () => {
  it('has the address of the console and the secret of the client on a terminal', () => {
    const text = greeting(service, '.entity-data', true);

    expect(text).toMatch(/^console +http:\/\/127\.0\.0\.1:4000\/\?token=opens-the-console$/m);
    expect(text).toMatch(/^client_secret +hidden~secret\.of-the_client$/m);
    expect(text).toContain(`-u 'id.of+the-client:${clientSecret}'`);
  });

  it('has where both are elsewhere', () => {
    const text = greeting(service, "data of Jane's", false);

    expect(text).not.toContain(clientSecret);
    expect(text).not.toContain('opens-the-console');
    expect(text).toMatch(/^secret_file +\/data of Jane's\/services\/1-4000\.json$/m);
    expect(text).toContain("npx entity-data console-url --data-dir 'data of Jane'\\''s'");
    expect(text).toContain("'/data of Jane'\\''s/services/1-4000.json')");
  });

  it('names the data directory only where another one than the usual is used', () => {
    expect(greeting(service, '.entity-data', false)).toMatch(/npx entity-data console-url$/m);
    expect(greeting(service, 'shop/data', false, '.entity-data')).toMatch(/npx entity-data console-url$/m);
    expect(greeting(service, 'shop/data', false, '.entity-data')).toMatch(/^data +shop\/data$/m);
  });
});

const directory = temporaryDirectory();

describe('instanceFiles', () => {
  it('are those that design writes, with a data directory beside them', async () => {
    const shop = directory.path('shop');
    await mkdir(shop);
    await directory.write('shop/rule-config.json', '{}');
    await directory.write('shop/schema.graphqls', '');

    expect(instanceFiles(shop)).toEqual({
      ruleConfig: join(shop, 'rule-config.json'),
      schema: join(shop, 'schema.graphqls'),
      clients: join(shop, 'clients.json'),
      data: join(shop, 'data'),
    });
  });

  it('refuse a directory that is none, and say how to make one', async () => {
    await mkdir(directory.path('empty'));
    const refusal = { code: 'INSTANCE_UNUSABLE', hint: expect.stringContaining('npx entity-data design FILE --out') };

    expect(() => instanceFiles(directory.path('none'))).toThrow(
      expect.objectContaining({ ...refusal, message: expect.stringContaining('There is no directory') }),
    );
    expect(() => instanceFiles(directory.path('empty'))).toThrow(
      expect.objectContaining({ ...refusal, message: expect.stringContaining('it has no ') }),
    );
  });
});

describe('ruleConfigFor', () => {
  const directory = temporaryDirectory('beforeEach');
  beforeEach(async () => {
    await mkdir(directory.path('with'));
    await directory.write('with/rule-config.json', '{}');
  });

  it('is the one that was named', () => {
    const files = [directory.path('with', 'cases.json')];

    expect(ruleConfigFor(files, { ruleConfig: 'named.json' })).toBe('named.json');
  });

  it('is the one beside the first file where none was named', () => {
    const files = [directory.path('with', 'cases.json'), directory.path('cases.json')];

    expect(ruleConfigFor(files, {})).toBe(directory.path('with', 'rule-config.json'));
  });

  it('says how to name one where there is none', () => {
    expect(() => ruleConfigFor([directory.path('cases.json')], {})).toThrow(
      expect.objectContaining({ code: 'RULES_FILE_INVALID', hint: 'Name the rules with --rule-config.' }),
    );
  });
});

/** Rules that link records with the same value at a path. */
const rulesOn = (path: string, extra: object = {}): string =>
  JSON.stringify({
    transformers: [{ id: 'F', type: 'field', attributes: { path }, inputPins: {} }],
    resolvers: [{ id: 'R', inputPin: { sourceID: 'F', sourcePin: 'default' } }],
    comparers: [],
    tokenizers: [],
    matchers: [{ id: 'M', type: 'simple', attributes: { resolverID: 'R', mustExist: false } }],
    rules: [{ id: 'RULE', matcherIDs: ['M'], attributes: {} }],
    ruleSets: [{ id: 'SET', ruleIDs: ['RULE'] }],
    searchRuleSetIDs: { default: 'SET' },
    mutationRuleSetGroups: { ALL: { indexRuleSetID: 'SET', linkRuleSetID: 'SET', deduplicateRuleSetID: null } },
    ...extra,
  });

describe('rulesPreviewCommand', () => {
  const directory = temporaryDirectory('beforeEach');
  let written: jest.SpiedFunction<typeof process.stdout.write>;
  let told: jest.SpiedFunction<typeof process.stderr.write>;
  beforeEach(async () => {
    await mkdir(directory.path('shop'));
    const files = {
      'shop/rule-config.json': rulesOn('street_address'),
      'shop/next.json': rulesOn('town'),
      'shop/columns.json': JSON.stringify({
        version: 1,
        id: { column: 'No.' },
        columns: [
          { column: 'No.', field: null, reason: 'it is the id' },
          { column: 'street address', field: 'street_address', type: 'text' },
          { column: 'town', field: 'town', type: 'text' },
        ],
      }),
      'shop.csv': Buffer.from('No.,street address,town\n1,Oak St,Köln\n2,Oak St,Bonn\n3,Elm St,Köln\n', 'latin1'),
    };
    for (const [name, content] of Object.entries(files)) await directory.write(name, content);
    written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    written.mockRestore();
    told.mockRestore();
  });

  const preview = (...options: readonly string[]): Promise<unknown> =>
    rulesPreviewCommand().parseAsync(
      [directory.path('shop/next.json'), '--records', directory.path('shop.csv'), '--json', ...options],
      { from: 'user' },
    );

  it('maps the columns as the columns.json beside the rules says', async () => {
    await preview();

    expect(JSON.parse(String(written.mock.calls[0]![0]))).toMatchObject({
      records: 3,
      entitiesBefore: 2,
      entitiesAfter: 2,
      recordsTouched: 3,
    });
    expect(told.mock.calls).toEqual([[expect.stringContaining('Latin-1')]]);
  });

  it('says that there is no file of records', async () => {
    await rm(directory.path('shop.csv'));

    await expect(preview()).rejects.toMatchObject({ code: 'RULES_FILE_INVALID', hint: 'Name a file of records.' });
  });

  it('takes a columns file that was named', async () => {
    await expect(preview('--columns-file', directory.path('none.json'))).rejects.toMatchObject({
      code: 'COLUMNS_FILE_INVALID',
    });
  });
});

const people = join(import.meta.dirname, '../../../../../examples/people');
const peopleRules = await readFile(join(people, 'rule-config.json'), 'utf8');
const peopleSchema = await readFile(join(people, 'schema.graphqls'), 'utf8');

const exchangeOf = (rules: string, sdl: string) => {
  const schema = loadRecordSchema(sdl);
  const { config, errors } = lintRuleConfig(rules, { schema });
  expect(errors).toEqual([]);
  return sampleExchange(schema, compileRuleConfig(config!));
};

describe('sampleExchange', () => {
  it('finds the people of the example by the one field that suffices', () => {
    const exchange = exchangeOf(peopleRules, peopleSchema);

    expect(exchange?.record).toMatchObject({ id: 'example-1', firstName: 'Jane', lastName: 'Doe' });
    expect(exchange?.parameters).toEqual({ email: 'jane.doe@example.com' });
  });

  it('fills lists and nested types', () => {
    const sdl = 'type Record { id: ID! addresses: [Address!] } type Address { city: String }';

    const exchange = exchangeOf(rulesOn('addresses.*.city'), sdl);

    expect(exchange?.parameters).toEqual({ addresses: [{ city: 'Springfield' }] });
  });

  it('gives a search the fields that its rules insist on', () => {
    const sdl = 'type Record { id: ID! city: String zip: String }';
    const rules = rulesOn('zip', {
      matchers: [{ id: 'M', type: 'simple', attributes: { resolverID: 'R', mustExist: true } }],
      rules: [{ id: 'RULE', matcherIDs: ['M'], attributes: { ignoreErrors: false } }],
    });

    expect(exchangeOf(rules, sdl)?.parameters).toEqual({ zip: '90210-1234' });
  });

  it('leaves out what asks for a privilege, and so may have nothing to show', () => {
    const sdl = 'type Record { id: ID! secret: String @hasPrivilege(privilege: "x") open: String }';

    expect(exchangeOf(rulesOn('secret'), sdl)).toBeUndefined();
  });
});

describe('readParameters', () => {
  it('reads texts, JSON values, nested fields and whole objects', () => {
    const parameters = readParameters([
      'name=Ada = B',
      'age:=30',
      'address.city=Leeds',
      'address.zip=1',
      '{"tags":["a"]}',
    ]);

    expect(parameters).toEqual({ name: 'Ada = B', age: 30, address: { city: 'Leeds', zip: '1' }, tags: ['a'] });
  });

  it.each(['name', '=x', 'age:=x', '{"a":', 'a..b=1', '__proto__.x=1'])('refuses %j', (text) => {
    expect(() => readParameters([text])).toThrow(SearchArgumentError);
  });
});

describe('incompleteText', () => {
  it('says for which rules a search looked at some records only, and which fields find the rest', () => {
    const text = incompleteText([
      { rules: ['NAME'], reason: 'TOO_FREQUENT', atLeast: 1_001, add: ['dateOfBirth', 'postcode'] },
      { rules: ['PHONE', 'PHONE_NAME'], reason: 'GENERIC', atLeast: 1_001, add: [] },
    ]);

    expect(text).toBe(
      'Rule NAME: at least 1,001 records share a value, and only the first of them were looked at. ' +
        'Give more of these fields to find the rest: dateOfBirth, postcode.\n' +
        'Rules PHONE, PHONE_NAME: a value that at least 1,001 records share was not searched by, because it is ' +
        'over-frequent (generic_key_records). Search by other fields to find the rest.\n',
    );
  });

  it('says nothing of a search that found everything', () => {
    expect(incompleteText([])).toBe('');
  });
});

describe('entityText', () => {
  it('shows records, hits, edges and duplicates, and nothing that steers a terminal', () => {
    const text = entityText({
      id: '01A',
      records: [
        { id: 'a', name: 'Ada\u001b[31m\u0007', age: 30, gone: null },
        { id: 'b', tags: ['x'] },
      ],
      edges: ['a:b:NAME'],
      duplicates: { a: ['c'] },
      hits: { a: ['NAME', 'PHONE'] },
      score: 0.90012,
      consistency: 1,
      hitScore: 0.5,
    });

    expect(text).toBe(
      'entity 01A  2 records  score 0.9  consistency 1  hit score 0.5\n' +
        '  a  name=Ada · age=30  ← NAME, PHONE\n' +
        '  b  tags=["x"]\n' +
        '  edges\n' +
        '    a:b:NAME\n' +
        '  a is repeated by c\n',
    );
  });

  describe('of 450 records that are all linked', () => {
    const edges = Array.from({ length: 450 }, (_, b) =>
      Array.from({ length: b }, (_, a) => `r${a}:r${b}:PHONE`),
    ).flat();
    const entity = { id: '01A', records: [{ id: 'r0' }], edges, hits: {}, hitScore: 0 };

    it('shows twenty edges and how many there are', () => {
      const lines = entityText(entity).split('\n');

      expect(lines.filter((line) => line.includes(':PHONE')).length).toBe(20);
      expect(lines).toContain('  edges: 20 of 101,025');
      expect(lines).toContain('    and 101,005 more edges: --edges prints all');
    });

    it('shows all when they are asked for', () => {
      const lines = entityText(entity, { edges: true }).split('\n');

      expect(lines.filter((line) => line.includes(':PHONE')).length).toBe(101_025);
      expect(lines.some((line) => line.includes('--edges'))).toBe(false);
    });
  });

  it('says so where there are too many edges', () => {
    const text = entityText({ id: '01A', records: [{ id: 'a' }], hits: {}, hitScore: 0 });

    expect(text).toBe(
      'entity 01A  1 record\n  a  \n  too many edges to show; `explain` of the API shows why two records are together\n',
    );
  });
});
