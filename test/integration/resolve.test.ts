import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { literal, openEngine } from '../../apps/cli/files/engine.ts';
import { readCounts } from '../../src/entities/items/counters.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { readImportFiles } from '../setup/import-files.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { root, runCommand, startServiceProcess } from './service-process.ts';

const people = join(root, 'examples/people');
const header = 'id,firstName,lastName,dateOfBirth,email,phone,street,city,postcode';
const ada = (id: string, more = '') =>
  `${id},Ada,Lovelace,1815-12-10,ada@example.com,,"12, St James's Square",London,${more}`;
const other = 'z1,Grace,Hopper,1906-12-09,,,,Arlington,';

describe('entity-data resolve', () => {
  const files = temporaryDirectory('beforeEach');
  const run = (...args: string[]) => runCommand(['resolve', ...args], {}, [], files.path()).finished;
  const rows = (name: string) =>
    readFileSync(files.path(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));

  it('writes the entity of each record of several files, merged entities and links', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    await files.write('club.jsonl', '{"id":"b1","firstName":"Ada","lastName":"Lovelace","email":"ada@example.com"}\n');
    const all = ['--out', 'out.csv', '--entities', 'people.jsonl', '--links', 'links.csv'];

    const done = await run('shop.csv', 'club.jsonl', '--instance', people, ...all);

    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout).toMatch(/^3 records are 2 entities, the largest of 2 records/);
    const [head, a1, z1, b1] = rows('out.csv');
    expect(head).toEqual(['record_id', 'entity_id']);
    expect([a1![0], z1![0], b1![0]]).toEqual(['a1', 'z1', 'b1']);
    expect(b1![1]).toBe(a1![1]);
    expect(z1![1]).not.toBe(a1![1]);
    const merged = readFileSync(files.path('people.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(merged.find(({ size }) => size === 2)).toMatchObject({ entity_id: a1![1], street: "12, St James's Square" });
    expect(rows('links.csv')[1]).toEqual([
      'a1',
      'b1',
      expect.stringContaining('EMAIL_NAME'),
      expect.anything(),
      a1![1],
    ]);
    expect(readdirSync(files.path()).sort()).toEqual([
      'club.jsonl',
      'links.csv',
      'out.csv',
      'people.jsonl',
      'shop.csv',
    ]);
  });

  it('writes what it refuses beside the file, and everything else', async () => {
    await files.write(
      'shop.csv',
      `${header}\n${ada('a1')}\n${ada('a:2')}\nbroken\n${ada('a1', 'X1 1XX')}\n${other}\n${other}\n`,
    );

    const done = await run('shop.csv', '--instance', people, '--out', 'out.parquet', '--json');

    expect(done).toMatchObject({ code: 2 });
    expect(JSON.parse(done.stdout)).toMatchObject({ records: 2, entities: 2, refused: 3, repeated: 1 });
    const refused = rows('shop.csv.errors.jsonl').map((cells) => JSON.parse(cells.join(',')));
    expect(refused.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '3 RECORD_ID_INVALID',
      '4 UNREADABLE',
      '5 RECORD_EXISTS',
    ]);
    const engine = await openEngine();
    const found = await engine.rows(
      `SELECT record_id FROM read_parquet(${literal(files.path('out.parquet'))}) ORDER BY 1`,
    );
    engine.close();
    expect(found).toEqual([['a1'], ['z1']]);
  });

  it('stops where two hundred records in a row are refused, unless it is to keep going', async () => {
    const bad = Array.from({ length: 200 }, (_, index) => ada(`a:${index}`)).join('\n');
    await files.write('shop.csv', `${header}\n${other}\n${bad}\n${ada('a1')}\n`);
    const args = ['shop.csv', '--instance', people, '--out', 'out.csv'];

    expect(await run(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('200 records in a row were refused'),
    });
    expect(await run(...args, '--keep-going')).toMatchObject({ code: 2 });
    expect(rows('out.csv')).toHaveLength(3);
  });

  it('refuses columns that the schema does not have, files that exist, and options without effect, before it reads', async () => {
    await files.write('shop.csv', 'id,name\n1,Ada\n');
    await files.write('out.csv', 'mine');

    const columns = await run('shop.csv', '--instance', people, '--out', 'new.csv');
    expect(columns).toMatchObject({ code: 1 });
    expect(columns.stderr).toContain('no field name');
    const exists = await run('shop.csv', '--instance', people, '--out', 'out.csv');
    expect(exists.stderr).toContain('out.csv exists.');
    const vain = await run('shop.csv', '--instance', people, '--out', 'new.csv', '--fields', 'city');
    expect(vain.stderr).toContain('--fields has no effect without --entities');
    expect(readFileSync(files.path('out.csv'), 'utf8')).toBe('mine');
    expect(readdirSync(files.path()).sort()).toEqual(['out.csv', 'shop.csv']);
  });

  it('leaves a first store that the service starts with, and so does a start with files', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n${ada('a2')}\n`);
    for (const name of ['one', 'two']) cpSync(people, files.path(name), { recursive: true });
    const stored = async (instance: string) => {
      const store = await openEmbeddedStore({ directory: files.path(instance, 'data/store') });
      try {
        return await readCounts(store);
      } finally {
        await store.close();
      }
    };

    expect(await run('shop.csv', '--instance', 'one', '--out', 'out.csv', '--store')).toMatchObject({ code: 0 });
    expect(await stored('one')).toEqual({ records: 3, entities: 2 });
    expect(readdirSync(files.path('one/data'))).toEqual(['store']);
    const again = await run('shop.csv', '--instance', 'one', '--out', 'again.csv', '--store');
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('has data already');

    const started = await startServiceProcess(['--instance', 'two', 'shop.csv'], [], files.path());
    expect(started.stderr()).toContain('3 records stored.');
    await started.end('SIGTERM');
    expect(await stored('two')).toEqual({ records: 3, entities: 2 });
  });

  it('leaves no store and no table where a table cannot be written', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    cpSync(people, files.path('one'), { recursive: true });
    const args = ['shop.csv', '--instance', 'one', '--out', 'out.csv', '--links', 'links.csv', '--store'];
    mkdirSync(files.path('links.csv.part'));

    const failed = await run(...args);

    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr).toContain('links.csv.part cannot be written: it is a directory.');
    expect(readdirSync(files.path('one/data'))).toEqual([]);
    rmSync(files.path('links.csv.part'), { recursive: true });
    expect(readdirSync(files.path()).sort()).toEqual(['one', 'shop.csv']);
    expect(await run(...args)).toMatchObject({ code: 0 });
  });

  it('leaves nothing where the disk is full, and says so without a stack', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ada(`a${index}`, `X${index % 90}`));
    await files.write('shop.csv', `${header}\n${many.join('\n')}\n`);
    cpSync(people, files.path('one'), { recursive: true });
    const command = [process.execPath, join(root, 'apps/cli/entity-data.js'), 'resolve', 'shop.csv'];
    const args = ['--instance', 'one', '--out', 'out.csv', '--store'];

    // Blocks of 512 bytes that a file may have: the store has more, the errors file and the empty store fewer.
    const failed = spawnSync('sh', ['-c', 'ulimit -f 400 && exec "$0" "$@"', ...command, ...args], {
      cwd: files.path(),
      encoding: 'utf8',
    });

    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/could not be read or written|is full|cannot be kept/);
    expect(failed.stderr).not.toContain('    at ');
    expect(readdirSync(files.path()).sort()).toEqual(['one', 'shop.csv']);
    expect(readdirSync(files.path('one/data'))).toEqual([]);
  });

  it('makes one store where two begin at once, and tells the other one so', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    cpSync(people, files.path('one'), { recursive: true });
    const outs = ['first.csv', 'second.csv'];

    const ended = await Promise.all(
      outs.map((out) =>
        run('shop.csv', '--instance', 'one', '--out', out, '--errors-file', `${out}.errors`, '--store'),
      ),
    );

    expect(ended.map(({ code }) => code).sort()).toEqual([0, 1]);
    const [lost] = ended.filter(({ code }) => code === 1);
    expect(lost!.stderr).toContain('has data already: a first store is only made where there is none');
    expect(readdirSync(files.path('one/data'))).toEqual(['store']);
    expect(outs.map((out) => existsSync(files.path(out)))).toEqual(ended.map(({ code }) => code === 0));
  });

  it('exits with 2 where an entity is too large for its links, and has everything else', async () => {
    const large = Array.from({ length: 1_002 }, (_, index) => ada(`a${index}`));
    await files.write('shop.csv', `${header}\n${large.join('\n')}\n${ada('b1').replace('ada@', 'b@')}\n${other}\n`);

    const done = await run(
      'shop.csv',
      '--instance',
      people,
      '--out',
      'out.csv',
      '--links',
      'links.csv',
      '--generic-key-records',
      '2000',
      '--json',
    );

    expect(done).toMatchObject({ code: 2 });
    const { partial, refused } = JSON.parse(done.stdout);
    expect({ partial, refused }).toEqual({ partial: [rows('out.csv')[1]![1]], refused: 0 });
    expect(rows('out.csv')).toHaveLength(1_005);
  });

  it('leaves files for an import into DynamoDB, and says how to import them', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n${ada('a2')}\n`);
    const args = ['shop.csv', '--instance', people, '--out', 'out.csv', '--dynamodb-files'];

    const done = await run(...args, 'table', '--generic-key-records', '50');

    expect(done).toMatchObject({ code: 0, stderr: '' });
    const items = readImportFiles(files.path('table'));
    const members = items.filter(({ pk, sk }) => pk.startsWith('E#') && sk.startsWith('R#'));
    const entity = (id: string) => members.find(({ sk }) => sk === `R#${id}`)?.pk.slice(2);
    expect(rows('out.csv').slice(1)).toEqual(['a1', 'z1', 'a2'].map((id) => [id, entity(id)]));
    for (const said of [
      `table has a table of ${items.length} items in 2 files`,
      'aws s3 cp table s3://BUCKET/PREFIX-import/ --recursive',
      `ImportedItemCount ${items.length}.`,
      `rule_config_file    = "${people}/rule-config.json"`,
      'generic_key_records = 50',
    ]) {
      expect(done.stdout).toContain(said);
    }
    expect(readdirSync(files.path()).sort()).toEqual(['out.csv', 'shop.csv', 'table']);
    for (const [more, problem] of [
      [['table', '--force'], 'STORE_UNAVAILABLE: table is not empty: it has items-0-0.ion.gz'],
      [['new', '--store'], '--store and --dynamodb-files take a run each'],
      [['.', '--force'], '--dynamodb-files names a directory of its own'],
    ] as const) {
      const refused = await run(...args, ...more);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.stderr).toContain(problem);
    }
  });

  it('leaves nothing where the disk has no room for the files of an import', async () => {
    await files.write('shop.csv', readFileSync(join(people, 'people.csv')));
    const launcher = join(root, 'apps/cli/entity-data.js');
    const args = ['resolve', 'shop.csv', '--instance', people, '--out', 'out.csv', '--dynamodb-files', 'table'];
    // A file can have 110 KB: the rules need 90, and the records 130.
    const limited = ['-c', 'ulimit -f 110 && exec "$0" "$@"', process.execPath, launcher, ...args];

    const done = spawnSync('bash', limited, { cwd: files.path(), encoding: 'utf8' });

    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(/STORE_FULL: The disk of .+ is full: EFBIG.+\nFree disk space, then start again/);
    expect(readdirSync(files.path())).toEqual(['shop.csv']);
  });

  it('leaves no store when it is killed, and clears away what was left at the next start', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    cpSync(people, files.path('one'), { recursive: true });
    mkdirSync(files.path('one/data'));
    const args = ['resolve', 'shop.csv', '--instance', 'one', '--out', 'out.csv', '--store'];
    const watcher = watch(files.path('one/data'));
    const command = runCommand(args, {}, [], files.path());
    await once(watcher, 'change');
    watcher.close();
    await command.end('SIGKILL');
    expect(readdirSync(files.path('one/data'))).toEqual([expect.stringContaining('entity-data-batch.')]);

    expect(await runCommand(args, {}, [], files.path()).finished).toMatchObject({ code: 0 });
    expect(readdirSync(files.path('one/data'))).toEqual(['store']);
  });

  it('never puts a result in the place of a file that it reads', async () => {
    const content = `${header}\n${ada('a1')}\n${other}\n`;
    await files.write('shop.csv', content);
    for (const outputs of [
      ['--out', 'shop.csv'],
      ['--out', 'out.csv', '--links', './shop.csv'],
    ]) {
      const refused = await run('shop.csv', '--instance', people, '--force', ...outputs);

      expect(refused).toMatchObject({ code: 1 });
      expect(refused.stderr).toMatch(/shop\.csv is a file to resolve\.\nName another file for --(?:out|links)\./);
    }
    expect(readFileSync(files.path('shop.csv'), 'utf8')).toBe(content);
  });

  it('names what "design" takes where rules cannot be designed', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    mkdirSync(files.path('shop'));
    await files.write('shop/mine.txt', 'mine');

    const refused = await run('shop.csv', '--out', 'out.csv');

    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('npx entity-data resolve shop.csv --instance NEW --out out.csv');
    expect(readdirSync(files.path()).sort()).toEqual(['shop', 'shop.csv']);
  });

  it('designs rules first where there are none, and takes them the next time', async () => {
    await files.write('shop.csv', readFileSync(join(people, 'people.csv')));

    const first = await run('shop.csv', '--out', 'out.csv');
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('Designed rules for shop.csv');
    expect(first.stderr).toMatch(/- The id is id: .+\n- Trial run: .+ entities; the largest has/);
    expect(readdirSync(files.path('shop'))).toContain('report.html');
    const second = await run('shop.csv', '--out', 'again.csv', '--force');
    expect(second.stderr).not.toContain('Designed');
    const partition = (name: string) =>
      Object.values(Object.groupBy(rows(name), (row) => row[1]!)).map((all) => all!.map(([id]) => id));
    expect(partition('again.csv')).toEqual(partition('out.csv'));
  });

  it('compares the columns of all files before it designs, and names the file also later', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    await files.write('club.csv', `${header.replace('lastName', 'surname')}\n${ada('b1')}\n`);
    await files.write('more.csv', `${header},age\n${ada('b1')},36\n`);

    const early = await run('shop.csv', 'club.csv', '--out', 'out.csv', '--json');
    expect(early).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(early.stdout)).toEqual({
      error: {
        code: 'COLUMNS_INVALID',
        message: 'club.csv has other columns than shop.csv: it has "surname", and it lacks "lastName".',
        hint: expect.stringContaining('name them alike'),
      },
    });
    const late = await run('shop.csv', 'more.csv', '--instance', people, '--out', 'out.csv');
    expect(late.stderr).toMatch(/more\.csv: .+ no field age/);
    expect(readdirSync(files.path()).sort()).toEqual(['club.csv', 'more.csv', 'shop.csv']);
  });

  it('names where an id came first, and what to do about it', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n${ada('a1', 'X1 1XX')}\n`);
    await files.write('club.csv', `${header}\n${other.replace('Grace', 'Joan')}\n`);

    const done = await run('shop.csv', 'club.csv', '--instance', people, '--out', 'out.csv');

    expect(done).toMatchObject({ code: 2 });
    expect(done.stdout).toContain(
      'line 4: RECORD_EXISTS: the id "a1" is that of another record, in line 2, with other content: where ids repeat',
    );
    expect(done.stdout).toContain(
      'line 2: RECORD_EXISTS: the id "z1" is that of another record, in line 3 of shop.csv, with other content: give the ids',
    );
    const [refused] = rows('club.csv.errors.jsonl').map((cells) => JSON.parse(cells.join(',')));
    expect(refused.record).toMatchObject({ id: 'z1', firstName: 'Joan' });
  });

  it('says that rules it finds by the name of a file were designed for another one', async () => {
    await files.write('shop.csv', `${header}\n${ada('a1')}\n${other}\n`);
    cpSync(people, files.path('shop'), { recursive: true });
    await files.write('shop/design.json', JSON.stringify({ file: '../shop.csv' }));
    expect((await run('shop.csv', '--out', 'out.csv')).stderr).toBe('');
    await files.write('shop/design.json', JSON.stringify({ file: '../2019/shop.csv' }));

    const done = await run('shop.csv', '--out', 'out.csv', '--force', '--json');

    expect(done.stderr).toContain('The rules in shop were designed for shop.csv of another directory');
    expect(JSON.parse(done.stdout).notes).toEqual([expect.stringContaining('--instance NEW')]);
  });

  it('says after an interruption which rules stay', async () => {
    await files.write('shop.csv', readFileSync(join(people, 'people.csv')));
    const command = runCommand(['resolve', 'shop.csv', '--out', 'out.csv'], {}, [], files.path());
    await command.told('Designed rules');

    const ended = await command.end('SIGINT');

    expect(ended).toMatchObject({ code: 130 });
    expect(ended.stderr).toContain(
      'nothing is written. The rules that were designed are in shop: the next run uses them.',
    );
    expect(readdirSync(files.path()).sort()).toEqual(['shop', 'shop.csv']);
  });

  it('ends without a result when its launcher is killed', async () => {
    await files.write('shop.csv', readFileSync(join(people, 'people.csv')));
    const olderNode =
      "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })";
    const args = ['resolve', 'shop.csv', '--instance', people, '--out', 'out.csv', '--links', 'links.csv'];
    const made = watch(files.path());
    const command = runCommand(args, {}, ['--import', olderNode], files.path());
    // The first thing that it makes is its working directory.
    await once(made, 'change');
    made.close();

    // The output ends only when every process that writes to it has ended.
    await command.end('SIGKILL');

    expect(readdirSync(files.path()).filter((name) => /^(out|links)\.csv/.test(name))).toEqual([]);
  });
});
