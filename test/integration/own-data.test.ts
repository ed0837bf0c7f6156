import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pairwiseQuality } from '../../bench/quality/pairwise.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { type CommandProcess, root, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

let services: ServiceProcess[];

const folder = temporaryDirectory('beforeEach', () => Promise.all(services.map(({ end }) => end('SIGKILL'))));
const cache = temporaryDirectory('beforeEach');
beforeEach(() => {
  services = [];
});

/** A command in the folder, with no option that says where anything is. */
const run = (...args: string[]): CommandProcess =>
  runCommand(args, { XDG_CACHE_HOME: cache.path() }, [], folder.path());

async function start(...args: string[]): Promise<ServiceProcess> {
  const service = await startServiceProcess(args, [], folder.path());
  services.push(service);
  return service;
}

/** The example people as another system exports them: semicolons, Latin-1, names of its own, and another id. */
async function writeExport(): Promise<string> {
  const [, ...rows] = (await readFile(join(root, 'examples/people/people.csv'), 'utf8')).trim().split('\n');
  const header = 'Kunden-Nr;Vorname;Nachname;Geburtsdatum;E-Mail;Telefon;Straße;Wohnort;PLZ;Größe;Leer';
  const lines = rows.map((row, index) => {
    const [id, ...cells] = row.split(',');
    return [`0${id!.slice(1)}`, ...cells, ['groß', 'klein'][index % 2], ''].join(';');
  });
  await folder.write('kunden.csv', Buffer.from([header, ...lines, ''].join('\r\n'), 'latin1'));
  return 'kunden.csv';
}

async function readTruth(): Promise<ReadonlyMap<string, string>> {
  const [, ...rows] = (await readFile(join(root, 'examples/people/truth.csv'), 'utf8')).trim().split('\n');
  return new Map(rows.map((row) => row.split(',')).map(([id, person]) => [`0${id!.slice(1)}`, person!]));
}

describe('the way from a file of your own', () => {
  it('is design, start, load and search, in an empty folder', async () => {
    const file = await writeExport();

    const designed = await run('design', file, '--out', 'kunden/').finished;
    expect(designed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('npx entity-data start --instance kunden/'),
    });
    expect((await readdir(folder.path('kunden'))).sort()).toEqual([
      'columns.json',
      'design.json',
      'report.html',
      'rule-config.json',
      'schema.graphqls',
    ]);

    const service = await start('--instance', 'kunden/');
    expect(service.stderr()).toBe('');
    const loaded = await run('load', file).finished;
    expect(loaded).toMatchObject({ code: 0, stdout: expect.stringContaining('300 records loaded') });
    expect(loaded.stderr).toContain('kunden.csv is Windows-1252 (Latin-1); it is read as such.');

    const truth = await readTruth();
    const caller = await createCaller(await service.description());
    const entities = new Map<string, string>();
    for (const id of truth.keys()) {
      entities.set(id, (await caller.entityByRecord(id)).body.data.entityByRecord.entity.id);
    }
    expect(pairwiseQuality(entities, truth).f1).toBeGreaterThanOrEqual(0.97);

    const searched = await run('search', 'Vorname=Glen', 'Nachname=Koelpin', 'Geburtsdatum=1959-09-26', '--json')
      .finished;
    expect(JSON.parse(searched.stdout)).toMatchObject({
      totalCount: 1,
      entities: [{ records: expect.arrayContaining([expect.objectContaining({ id: '0001', Grosse: 'groß' })]) }],
    });

    // The data are those of the instance; the folder has only the entry by which commands find the service.
    expect((await readdir(folder.path('kunden/data'))).sort()).toEqual(['identity', 'services', 'store']);
    expect(await readdir(folder.path('.entity-data'))).toEqual(['services']);
    await service.end('SIGINT');
    expect(await readdir(folder.path('.entity-data/services'))).toEqual([]);
    expect(await run('search', 'Vorname=Glen').finished).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('CONNECTION_UNKNOWN'),
    });
  });

  it('is the same for columns with the names of inherited properties', async () => {
    const hostile = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];
    const [header, ...rows] = (await readFile(join(root, 'examples/people/people.csv'), 'utf8')).trim().split('\n');
    const lines = rows.map(
      (row, index) => `${row},${hostile.map((name) => (index % 3 ? `${name} ${index}` : '')).join()}`,
    );
    await folder.write('people.csv', `${[`${header},${hostile.join()}`, ...lines].join('\n')}\n`);

    const designed = await run('design', 'people.csv', '--out', 'people', '--yes').finished;
    await start('--instance', 'people');
    const loaded = await run('load', 'people.csv').finished;
    const exported = await run('export', '--fields', 'constructor,toString,hasOwnProperty,valueOf,proto').finished;

    expect({ designed: designed.code, loaded: loaded.code }).toEqual({ designed: 0, loaded: 0 });
    const [titles, ...cells] = exported.stdout.trim().split('\n');
    expect(titles).toBe('record_id,entity_id,constructor,toString,hasOwnProperty,valueOf,__proto__');
    const values = new Map(cells.map((line) => [line.split(',')[0], line.split(',').slice(2).join()]));
    expect(values).toEqual(
      new Map(lines.map((line) => [line.split(',')[0], line.split(',').slice(-hostile.length).join()])),
    );
    const found = await run('search', 'firstName=Glen', 'lastName=Koelpin', 'dateOfBirth=1959-09-26', '--json')
      .finished;
    expect(JSON.parse(found.stdout)).toMatchObject({ totalCount: 1 });
  });

  it('refuses a file with other columns before its first record, and loads it as it is told', async () => {
    const file = await writeExport();
    expect((await run('design', file, '--out', 'kunden').finished).code).toBe(0);
    await start('--instance', 'kunden');
    await folder.write('more.csv', 'Kunden-Nr;Vorname;Nachname;Notiz\n9001;Ada;Example;x\n');
    const others = ['Geburtsdatum', 'E-Mail', 'Telefon', 'Straße', 'Wohnort', 'PLZ', 'Größe'];
    const without = others.flatMap((name) => ['--column', `${name}=`]);

    const missing = await run('load', 'more.csv').finished;
    const unlisted = await run('load', 'more.csv', ...without).finished;
    const unknown = await run('load', 'more.csv', ...without, '--column', 'Notiz=note').finished;
    const plain = await run('load', 'more.csv', '--no-columns-file', '--delimiter', ';').finished;
    const loaded = await run('load', 'more.csv', ...without, '--column', 'Notiz=').finished;

    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('No column is named "Geburtsdatum".') });
    expect(unlisted.stderr).toContain('kunden/columns.json does not list the column "Notiz".');
    expect(unknown.stderr).toContain('The records of the service have no field note for the column "Notiz"');
    expect(plain.stderr).toContain('No column is named "id".');
    expect(loaded).toMatchObject({ code: 0, stdout: expect.stringContaining('1 record loaded') });
  });

  it('refuses what is no instance, and options that contradict one', async () => {
    const none = await run('start', '--instance', 'nowhere').finished;
    const both = await run('start', '--instance', 'nowhere', '--schema', 'schema.graphqls').finished;

    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('INSTANCE_UNUSABLE: There is no directory nowhere.'),
    });
    expect(both).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("option '--instance <directory>' cannot be used with option '--schema <file>'"),
    });
  });
});

describe('entity-data design', () => {
  it('prints JSON for programs, and nothing else', async () => {
    const file = await writeExport();

    const { code, stdout } = await run('design', file, '--json', '--goal', 'precision', '--country', 'DE').finished;

    expect(code).toBe(0);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ rows: 300, directory: 'kunden', threshold: 21, id: { column: 'Kunden-Nr' } });
    expect(answer.columns.find(({ column }: { column: string }) => column === 'Leer')).toMatchObject({ field: null });
    expect(answer.next).toEqual(['npx entity-data start --instance kunden', 'npx entity-data load kunden.csv']);
  });

  it('writes nothing where it fails, and nothing over what is there', async () => {
    const file = await writeExport();
    await folder.write('bad.csv', 'id,a\n1,x\n1,y\n2,z\n');
    const first = await run('design', file, '--out', 'out').finished;
    const written = (await stat(folder.path('out/rule-config.json'))).mtimeMs;

    const again = await run('design', file, '--out', 'out').finished;
    const bad = await run('design', 'bad.csv', '--id-column', 'id', '--out', 'bad').finished;
    const forced = await run('design', file, '--out', 'out', '--force').finished;

    expect([first.code, again.code, bad.code, forced.code]).toEqual([0, 1, 1, 0]);
    expect(again.stderr).toContain('OUTPUT_DIRECTORY_UNUSABLE: out exists and is not empty.');
    expect(bad.stderr).toContain('RECORD_IDS_UNUSABLE');
    expect((await stat(folder.path('out/rule-config.json'))).mtimeMs).toBeGreaterThan(written);
    expect((await readdir(folder.path())).sort()).toEqual(['bad.csv', 'kunden.csv', 'out']);
  });

  it.each([
    [['kunden.csv', '--kind', 'Vorname=nickname'], 'There is no kind "nickname". The kinds are: ignored, givenName, '],
    [['kunden.csv', '--kind', 'Vorname'], 'Write COLUMN=KIND.'],
    [['kunden.csv', '--country', 'Atlantis'], 'It is no country'],
    [['kunden.csv', '--goal', 'speed'], 'Allowed choices are precision, balanced, recall.'],
    [['kunden.csv', '--id-replace', ':'], '--id-replace takes pairs of texts'],
    [['--id-replace', ':', '-'], "missing required argument 'file'"],
    [[], "missing required argument 'file'"],
  ])('refuses the arguments %j', async (args, message) => {
    await writeExport();

    const { code, stderr } = await run('design', ...args).finished;

    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(await readdir(folder.path())).toEqual(['kunden.csv']);
  });

  it('takes the file also behind an option of several texts', async () => {
    await writeExport();

    const { code, stdout } = await run('design', '--json', '--id-replace', '0', 'o', 'kunden.csv').finished;

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: 'kunden.csv', id: { replace: [['0', 'o']] } });
  });

  it('ends at Ctrl-C with nothing written', async () => {
    const rows = Array.from({ length: 400_000 }, (_, index) => `${index},Name ${index % 997},x${index}@example.org`);
    await folder.write('many.csv', `id,name,email\n${rows.join('\n')}\n`);
    const temporary = `${folder.path()}-temporary`;
    await mkdir(temporary);
    const design = runCommand(['design', 'many.csv'], { TMPDIR: temporary }, [], folder.path());
    // Its copy of the rows shows that it is at work.
    await untilThere(async () => (await readdir(temporary)).some((name) => name.startsWith('entity-data-design-')));

    const ended = await design.end('SIGINT');

    expect(ended).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringContaining('Interrupted; nothing is written.'),
    });
    expect(await readdir(folder.path())).toEqual(['many.csv']);
    expect(await readdir(temporary)).toEqual([]);
    await rm(temporary, { recursive: true });
  });
});

/** Looks again and again until something is there. */
async function untilThere(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setImmediate(resolve));
}
