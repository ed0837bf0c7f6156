import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { literal, openEngine } from '../../apps/cli/files/engine.ts';
import { readCounts } from '../../src/entities/items/counters.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
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

  it('designs rules first where there are none, and takes them the next time', async () => {
    await files.write('shop.csv', readFileSync(join(people, 'people.csv')));

    const first = await run('shop.csv', '--out', 'out.csv');
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain('Designed rules for shop.csv');
    expect(readdirSync(files.path('shop'))).toContain('report.html');
    const second = await run('shop.csv', '--out', 'again.csv', '--force');
    expect(second.stderr).not.toContain('Designed');
    const partition = (name: string) =>
      Object.values(Object.groupBy(rows(name), (row) => row[1]!)).map((all) => all!.map(([id]) => id));
    expect(partition('again.csv')).toEqual(partition('out.csv'));
  });
});
