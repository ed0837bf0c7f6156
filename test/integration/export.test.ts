import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read as readWorkbook, utils } from '@e965/xlsx';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { literal, openEngine, type SqlRow } from '../../apps/cli/files/engine.ts';

import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { type ExportProxy, startExportProxy } from './export-proxy.ts';
import { shell } from './packed-package.ts';
import { type CommandProcess, root, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

interface Instance {
  readonly directory: string;
  readonly service: ServiceProcess;
  readonly caller: ApiCaller;
}

const instances: Instance[] = [];
let people: Instance;
let things: Instance;
const folder = temporaryDirectory('beforeEach');

/** Starts a service with a data directory of its own. */
async function startInstance(...args: string[]): Promise<Instance> {
  const directory = await mkdtemp(join(tmpdir(), 'entity-data-export-'));
  const service = await startServiceProcess(['--data-dir', join(directory, 'data'), ...args]);
  const instance = { directory, service, caller: await createCaller(await service.description()) };
  instances.push(instance);
  return instance;
}

/** Things that are one entity where a key or a number is equal, with fields whose names differ only by case. */
async function startThings(): Promise<Instance> {
  const directory = await mkdtemp(join(tmpdir(), 'entity-data-things-'));
  const pin = (sourceID: string) => ({ sourceID, sourcePin: 'default' });
  const fields = ['key', 'number'];
  const document = {
    transformers: fields.map((path) => ({ id: path, type: 'field', attributes: { path }, inputPins: {} })),
    resolvers: fields.map((id) => ({ id, inputPin: pin(id) })),
    comparers: [],
    tokenizers: [],
    matchers: fields.map((id) => ({ id, type: 'simple', attributes: { resolverID: id, mustExist: false } })),
    rules: fields.map((id) => ({ id, matcherIDs: [id], attributes: {} })),
    ruleSets: [{ id: 'SAME', ruleIDs: fields }],
    searchRuleSetIDs: { default: 'SAME' },
    mutationRuleSetGroups: { default: { indexRuleSetID: 'SAME', linkRuleSetID: 'SAME', deduplicateRuleSetID: null } },
  };
  const files = [join(directory, 'schema.graphqls'), join(directory, 'rule-config.json')] as const;
  await writeFile(
    files[0],
    'type Record { id: ID! key: String number: String name: String Name: String Entity_ID: String size: Int changed: String }',
  );
  await writeFile(files[1], JSON.stringify(document));
  const instance = await startInstance('--schema', files[0], '--rule-config', files[1]);
  await rm(directory, { recursive: true });
  return instance;
}

/** A command in the test's folder. */
const run = (...args: string[]): CommandProcess =>
  runCommand(args, { XDG_CACHE_HOME: folder.path('cache') }, [], folder.path());
/** The command as a line of a shell. */
const commandLine = (...args: string[]): string =>
  [process.execPath, join(root, 'apps/cli/entity-data.js'), ...args].map((word) => `'${word}'`).join(' ');
const exporting = ({ directory }: Instance, ...args: string[]): CommandProcess =>
  run('export', '--quiet', '--data-dir', join(directory, 'data'), ...args);
const read = (name: string): Promise<string> => readFile(folder.path(name), 'utf8');
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });
async function sheetRows(name: string): Promise<Record<string, string>[]> {
  const { Sheets, SheetNames } = readWorkbook(await readFile(folder.path(name)));
  return utils.sheet_to_json(Sheets[SheetNames[0]!]!, { defval: '' });
}
const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function query(sql: string): Promise<readonly SqlRow[]> {
  const engine = await openEngine();
  try {
    return await engine.rows(sql.replaceAll('FOLDER', literal(folder.path()).slice(1, -1)));
  } finally {
    engine.close();
  }
}

beforeAll(async () => {
  [people, things] = [await startInstance(), await startThings()];
  const file = join(root, 'examples/people/people.csv');
  const loaded = await runCommand(['load', file, '--data-dir', join(people.directory, 'data')]).finished;
  expect(loaded).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await Promise.all(instances.map(({ service }) => service.end('SIGKILL')));
  await Promise.all(instances.map(({ directory }) => rm(directory, { recursive: true })));
});

describe('entity-data export', () => {
  it('writes the ids of all records with those of their entities to standard output', async () => {
    const { code, stdout, stderr } = await exporting(people, '--format', 'csv').finished;

    const rows = rowsOf(stdout);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^300 records of \d+ entities exported in 0:\d\d\.\n$/),
    });
    expect(stdout.split('\n')[0]).toBe('record_id,entity_id');
    expect(new Set(rows.map((row) => row['record_id'])).size).toBe(300);
    for (const row of rows.slice(0, 5)) {
      const { body } = await people.caller.entityByRecord(row['record_id']!);
      expect(body.data.entityByRecord.entity.id).toBe(row['entity_id']);
    }
  });

  it('writes the fields of the records as they were loaded, in every format', async () => {
    const source = rowsOf(await readFile(join(root, 'examples/people/people.csv'), 'utf8'));
    const byId = (rows: readonly Readonly<Record<string, unknown>>[]) =>
      rows
        .map(({ entity_id: _, record_id: id, ...fields }) => ({ id, ...fields }))
        .sort((a, b) => ((a.id as string) < (b.id as string) ? -1 : 1));

    for (const format of ['csv', 'jsonl', 'parquet', 'xlsx']) {
      const ended = await exporting(people, '--fields', 'all', '--out', `people.${format}`).finished;
      expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^300 records of \d+ entities exported/) });
    }

    const filled = source.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
    const csv = rowsOf(await read('people.csv'));
    const jsonl = linesOf(await read('people.jsonl')) as Record<string, string>[];
    const names = Object.keys(source[0]!);
    const parquet = await query(
      `SELECT record_id, ${names.slice(1).join(', ')} FROM read_parquet('FOLDER/people.parquet') ORDER BY record_id`,
    );
    expect(byId(csv)).toEqual(source);
    expect(byId(jsonl)).toEqual(filled);
    expect(parquet.map((row) => row.map((cell) => cell ?? ''))).toEqual(source.map((row) => Object.values(row)));
    expect(byId(await sheetRows('people.xlsx'))).toEqual(source);
    expect((await readdir(folder.path())).filter((name) => name !== 'cache').sort()).toEqual([
      'people.csv',
      'people.jsonl',
      'people.parquet',
      'people.xlsx',
    ]);
  });

  it('writes the fields that are named, and suggests one for a misspelled one', async () => {
    const chosen = await exporting(people, '--fields', 'city,firstName').finished;
    const misspelled = await exporting(people, '--fields', 'citty').finished;

    expect(chosen.stdout.split('\n')[0]).toBe('record_id,entity_id,firstName,city');
    expect(misspelled).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'EXPORT_OPTIONS_INVALID: --fields names "citty", which records do not have.\nDid you mean city?',
      ),
    });
  });

  it('writes a row for each link, with both ids, rules and weight', async () => {
    const { code } = await exporting(people, '--links', '--out', 'links.jsonl').finished;

    const links = linesOf(await read('links.jsonl')) as { record_a: string; record_b: string; rules: string[] }[];
    expect(code).toBe(0);
    expect(links.length).toBeGreaterThan(30);
    for (const { record_a: a, record_b: b, rules } of links.slice(0, 5)) {
      const { edges } = (await people.caller.entityByRecord(a)).body.data.entityByRecord.entity;
      const between = (edges as string[]).filter(
        (edge) => edge.startsWith(`${a}:${b}:`) || edge.startsWith(`${b}:${a}:`),
      );
      expect(between.map((edge) => edge.split(':')[2]).sort()).toEqual(rules.toSorted());
    }
  });

  it('prints a summary for programs', async () => {
    const { code, stdout, stderr } = await exporting(people, '--json', '--out', 'x.csv').finished;
    const redirected = await exporting(people, '--json').finished;

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      complete: true,
      out: 'x.csv',
      format: 'csv',
      content: 'records',
      rows: 300,
      partial: [],
    });
    expect(JSON.parse(redirected.stderr)).toMatchObject({ complete: true, out: null, rows: 300 });
    expect(redirected.stdout.trim().split('\n')).toHaveLength(301);
  });

  it.each<[readonly string[], string]>([
    [['--entities', '--links'], 'error: --entities and --links are two exports'],
    [['--links', '--fields', 'all'], 'error: --fields has no effect with --links'],
    [['--survivorship', 'city=longest'], 'error: --survivorship has no effect without --entities'],
    [['--entities', '--survivorship', 'city=newest'], '"city=newest" is no survivorship rule.'],
    [['--entities', '--survivorship', 'cty=longest'], 'Did you mean city?'],
    [['--format', 'parquet'], 'error: parquet needs --out FILE'],
    [['--format', 'xlsx'], 'error: xlsx needs --out FILE'],
    [['--format', 'xls'], 'Allowed choices are csv, jsonl, parquet, xlsx.'],
    [['--out', 'x.xls'], 'The name x.xls says no format.\nName it with --format: csv, jsonl, parquet, xlsx.'],
    [['--resume'], 'error: --resume has no effect without --out'],
    [['--resume', '--force', '--out', 'x.csv'], 'error: --force discards what --resume would continue'],
    [['--spreadsheet', '--out', 'x.jsonl'], 'error: --spreadsheet has no effect on jsonl'],
    [['--out', 'file.txt/x.csv'], 'file.txt/x.csv cannot be made: a part of its path is a file, not a directory.'],
    [['--out', 'none/x.csv'], 'The directory none does not exist.\nMake it, or name a file in one that exists.'],
    [
      ['--out', 'directory.csv'],
      'directory.csv is a directory.\nName a file in it, such as directory.csv/entities.csv.',
    ],
    [['--out', 'file.txt', '--format', 'csv'], 'file.txt exists.\nName another file, or overwrite it with --force.'],
    [['--concurrency', '0'], 'whole number'],
  ])('refuses %j', async (args, message) => {
    await folder.write('file.txt', 'mine');
    await mkdir(folder.path('directory.csv'));

    const { code, stdout, stderr } = await exporting(people, ...args).finished;

    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain('    at ');
    expect((await readdir(folder.path())).filter((name) => name !== 'cache').sort()).toEqual([
      'directory.csv',
      'file.txt',
    ]);
    expect(await read('file.txt')).toBe('mine');
  });

  // Only Linux has this device.
  (existsSync('/dev/full') ? it : it.skip)('says that standard output cannot be written', async () => {
    const data = join(people.directory, 'data');
    const { code, stderr } = await shell(`${commandLine('export', '--data-dir', data)} > /dev/full`, folder.path());

    expect(code).toBe(1);
    expect(stderr).toContain('Standard output cannot be written: ENOSPC');
    expect(stderr).toContain('What it has is incomplete.');
    expect(stderr).not.toContain('    at ');
  });

  it('says that no service runs, and that a client may not list entities', async () => {
    const { apiUrl, tokenUrl, clientId, clientSecret } = await people.service.description();
    const address = ['--api-url', apiUrl, '--token-url', tokenUrl, '--client-id', clientId];

    const none = await run('export').finished;
    const scope = await run('export', ...address, '--client-secret', clientSecret, '--scope', 'svc/query.search')
      .finished;

    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('CONNECTION_UNKNOWN') });
    expect(scope).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('svc/query.entity') });
  });
});

describe('entity-data export --entities', () => {
  let loaded: readonly Readonly<Record<string, unknown>>[];

  beforeAll(async () => {
    loaded = [
      { id: 'a1', key: 'a', name: 'Ann', Name: 'x', size: 7, Entity_ID: 'own', changed: '2024-01-01' },
      { id: 'a2', key: 'a', name: 'Ann', changed: '2024-03-01' },
      { id: 'a3', key: 'a', name: 'Annabel', changed: '2024-02-01' },
      { id: 'a4', key: 'a', name: 'Anna', changed: '2024-03-02T10:00:00Z' },
      { id: 'b1', key: 'b', name: '=HYPERLINK("x")', Name: 'a,"b"\n\u05e9 \u{1f600} 007', changed: 'yesterday' },
    ];
    await things.caller.submit(...loaded);
  });

  it('takes the most frequent values by default, and only of the fields that are named', async () => {
    const { stdout } = await exporting(things, '--entities', '--fields', 'Entity_ID,size', '--format', 'jsonl')
      .finished;

    expect(linesOf(stdout)).toEqual(
      expect.arrayContaining([
        {
          entity_id: expect.any(String),
          size: 4,
          score: expect.any(Number),
          confidence: 1,
          Entity_ID: 'own',
          record_size: 7,
        },
      ]),
    );
  });

  it('says that dates could not be read, and that cells may run as formulas', async () => {
    const dates = await exporting(things, '--entities', '--survivorship', 'name=latest:changed').finished;
    const spreadsheet = await exporting(things, '--entities', '--spreadsheet', '--out', 'sheet.csv').finished;

    expect(dates.stderr).toContain('1 date of --survivorship could not be read');
    expect(dates.stderr).toContain('1 cell with =, +, - or @ in front may run as formulas');
    expect(spreadsheet.stderr).toBe('');
    expect(await read('sheet.csv')).toMatch(/^\ufeffentity_id,/);
    expect(await read('sheet.csv')).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('writes Parquet where names differ only by case', async () => {
    const { code, stderr } = await exporting(things, '--fields', 'all', '--out', 'things.parquet').finished;

    const rows = await query(
      `SELECT record_id, name, Name_2, "Entity_ID_2", record_size FROM (SELECT * RENAME (size AS record_size) FROM read_parquet('FOLDER/things.parquet')) WHERE record_id IN ('a1', 'b1') ORDER BY record_id`,
    );
    expect(code).toBe(0);
    expect(stderr).toContain(
      'The column Name is called Name_2: readers of Parquet do not tell it from another column.',
    );
    expect(stderr).toContain('The column Entity_ID is called Entity_ID_2');
    expect(rows).toEqual([
      ['a1', 'Ann', 'x', 'own', 7],
      ['b1', '=HYPERLINK("x")', 'a,"b"\n\u05e9 \u{1f600} 007', null, null],
    ]);
  });

  it('exits with 2 where an entity is too large for its links, and has its other rows', async () => {
    const large = Array.from({ length: 1_002 }, (_, index) => ({ id: `l${index}`, key: 'large', name: 'Large' }));
    for (let start = 0; start < large.length; start += 90) {
      expect((await things.caller.submit(...large.slice(start, start + 90))).body.errors).toBeUndefined();
    }

    const entities = await exporting(things, '--entities', '--json', '--out', 'entities.csv').finished;
    const links = await exporting(things, '--links', '--out', 'links.csv').finished;
    const records = await exporting(things, '--out', 'records.csv').finished;

    const row = rowsOf(await read('entities.csv')).find(({ size }) => size === '1002');
    expect([entities.code, links.code, records.code]).toEqual([0, 2, 0]);
    expect(row).toMatchObject({ score: '1', name: 'Large' });
    expect(links.stderr).toContain(`1 entity with too many records for a score or links: ${row!['entity_id']}.`);
    expect(rowsOf(await read('links.csv')).length).toBeGreaterThan(0);
    expect(rowsOf(await read('records.csv'))).toHaveLength(1_007);
  });
});

describe('an export that is interrupted', () => {
  let proxy: ExportProxy;
  let whole: string[] | undefined;

  beforeEach(async () => {
    proxy = await startExportProxy(await people.service.description(), 5);
    whole ??= (await exporting(people).finished).stdout.trim().split('\n').sort();
  });
  afterEach(() => proxy.close());

  const exportingSlowly = (...args: string[]) =>
    run('export', '--quiet', ...proxy.options, '--concurrency', '3', '--out', 'out.csv', ...args);
  const exported = async () => (await read('out.csv')).trim().split('\n').sort();
  const files = async () => (await readdir(folder.path())).filter((name) => name !== 'cache').sort();

  it('by Ctrl-C says so, and continues', async () => {
    let child: CommandProcess | undefined;
    proxy.interfere = async ({ number }) => {
      if (number === 12) child!.child.kill('SIGINT');
      return undefined;
    };
    child = exportingSlowly();
    const first = await child.finished;
    const between = await files();
    const pages = proxy.pages();
    const resumed = await exportingSlowly('--resume', '--json').finished;

    expect(first).toMatchObject({ code: 130, stderr: expect.stringContaining('Interrupted; continue with --resume.') });
    expect(between).toEqual(['out.csv.export-state.json', 'out.csv.part']);
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Continuing after \d+ rows\.\n/) });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ complete: true, rows: 300 });
    // What is written is not read again.
    const entities = new Set(whole!.map((row) => row.split(',')[1])).size;
    expect(proxy.pages() - pages).toBeLessThan(entities / 5);
    expect(await exported()).toEqual(whole);
    expect(await files()).toEqual(['out.csv']);
  });

  it('does not continue with the data of another service, and says which differ', async () => {
    let child: CommandProcess | undefined;
    proxy.interfere = async ({ number }) => {
      if (number === 12) child!.child.kill('SIGINT');
      return undefined;
    };
    child = exportingSlowly();
    await child.finished;
    const other = await startInstance();
    const { apiUrl } = await other.service.description();

    const elsewhere = await exporting(other, '--concurrency', '3', '--out', 'out.csv', '--resume').finished;
    const otherFields = await exporting(things, '--fields', 'name', '--out', 'out.csv', '--resume').finished;
    const here = await exporting(people, '--concurrency', '3', '--out', 'out.csv', '--resume').finished;

    expect(elsewhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `EXPORT_STATE_UNUSABLE: This export began with ${proxy.apiUrl}; ${apiUrl} is another service, with other data.\n` +
          'Start the service with the data of the interrupted export, or start anew with --force.',
      ),
    });
    expect(otherFields).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another list of fields. It read from'),
    });
    // The same data under another address are no other service.
    expect(here.code).toBe(0);
    expect(await exported()).toEqual(whole);
  });

  it('by expired tokens, overload and failures of the service goes on by itself', async () => {
    const refused = new Set<string>();
    proxy.interfere = async ({ number, token }) => {
      // The token expires at the seventh page.
      if (number === 7) refused.add(token);
      if (refused.has(token)) return { status: 401 };
      if (number === 11) return { status: 429, headers: { 'retry-after': '0' } };
      if (number === 15) return { status: 503 };
      return number === 19 ? 'hang up' : undefined;
    };

    const { code, stderr } = await exportingSlowly().finished;

    expect(code).toBe(0);
    expect(proxy.tokens()).toBe(2);
    expect(stderr).toContain('Trying again: ');
    expect(await exported()).toEqual(whole);
  });

  it('by a full disk says so, and continues when there is space', async () => {
    const line = ['export', ...proxy.options, '--concurrency', '3', '--fields', 'all', '--out', 'out.csv'];
    // Files may have 16 blocks of 512 bytes.
    const full = await shell(`ulimit -f 16; ${commandLine(...line)}`, folder.path());
    const between = await files();
    const resumed = await run(...line, '--resume').finished;

    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The export stopped; continue with --resume.\n' +
          'EXPORT_FILE_UNUSABLE: out.csv.part cannot be written: the file would be larger than the system allows.\n' +
          'Free space on the disk, then continue with --resume.',
      ),
    });
    expect(between).toEqual(['out.csv.export-state.json', 'out.csv.part']);
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining('Continuing after') });
    expect((await exported()).map((row) => row.split(',').slice(0, 2).join(',')).sort()).toEqual(whole);
  });

  it('by a client that lost its rights ends with the reason, and can be continued', async () => {
    proxy.interfere = async ({ number }) => (number >= 12 ? { status: 403 } : undefined);
    const first = await exportingSlowly().finished;
    proxy.interfere = async () => undefined;

    const resumed = await exportingSlowly('--resume').finished;

    expect(first).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The export stopped; continue with --resume\.\nCALLER_REFUSED: /),
    });
    expect(resumed.code).toBe(0);
    expect(await exported()).toEqual(whole);
  });
});

describe('entities that change while they are exported', () => {
  it('appear as the list of entities promises', async () => {
    const changing = await startThings();
    const records = Array.from({ length: 120 }, (_, index) => ({
      id: `r${index}`,
      // Every third thing has another record, but the last thirty have a number in place of it.
      ...(index < 90 ? { key: `k${index - (index % 3 === 2 ? 1 : 0)}` } : { number: `n${index}` }),
    }));
    for (let start = 0; start < 120; start += 60) await changing.caller.submit(...records.slice(start, start + 60));
    const proxy = await startExportProxy(await changing.service.description(), 4);
    proxy.interfere = async ({ number }) => {
      // Entities merge, one splits, a record comes and one goes.
      if (number === 4) {
        await changing.caller.submit(
          ...Array.from({ length: 15 }, (_, index) => ({
            id: `m${index}`,
            key: `k${6 * index}`,
            number: `n${90 + index}`,
          })),
        );
        const split = await changing.caller.query(
          'mutation ($input: DisassembleInput!) { disassemble(input: $input) { __typename } }',
          { input: { edges: ['r1:r2:key'], recordIDs: ['r5'] } },
        );
        expect(split.body.errors).toBeUndefined();
      }
      return undefined;
    };

    const ended = await run('export', ...proxy.options, '--concurrency', '2', '--out', 'out.csv').finished;
    await proxy.close();

    const rows = rowsOf(await read('out.csv'));
    const entitiesOf = (id: string) => rows.filter((row) => row['record_id'] === id).map((row) => row['entity_id']!);
    const split = new Set(['r1', 'r2', 'r4', 'r5']);
    const merged = new Set(Array.from({ length: 15 }, (_, index) => [`r${6 * index}`, `r${90 + index}`]).flat());
    expect(ended.code).toBe(0);
    for (const { id } of records) {
      if (split.has(id)) continue;
      const found = entitiesOf(id);
      expect({ id, rows: found.length > 0 }).toEqual({ id, rows: true });
      if (!merged.has(id)) expect({ id, found }).toEqual({ id, found: [found[0]] });
      // Each id was valid when it was read, so that it leads to the entity of the record.
      const { body } = await changing.caller.entityByRecord(id);
      const now = body.data.entityByRecord.entity.id;
      for (const entity of found) {
        const led = await changing.caller.query(
          'query ($input: EntityInput!) { entity(input: $input) { entity { id } } }',
          {
            input: { id: entity },
          },
        );
        expect({ id, entity: led.body.data.entity.entity.id }).toEqual({ id, entity: now });
      }
    }
  });
});
