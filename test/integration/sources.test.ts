import { readFileSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { commandHere } from '../setup/command-here.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { systems, systemsSchema, writeSystems } from './two-systems.ts';

const declared = { declared: true, deliveries: [] };

const folder = temporaryDirectory('beforeEach');
const run = (...words: string[]) => commandHere(words, folder.path());

describe('files of several sources', () => {
  let service: ServiceProcess | undefined;
  const start = async () => {
    service = await startServiceProcess(['--instance', 'customers'], [], folder.path());
    return createCaller(await service.description());
  };
  const entities = async () => {
    const { stdout } = await run('export', '--format', 'jsonl');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { record_id: string; entity_id: string });
    const groups = Map.groupBy(rows, ({ entity_id }) => entity_id).values();
    return [...groups]
      .map((records) =>
        records
          .map(({ record_id }) => record_id)
          .sort()
          .join(' '),
      )
      .sort();
  };
  const expected = ['crm/1 shop/2', 'crm/2 shop/1', 'crm/3', 'shop/3'];
  beforeEach(() => writeSystems(folder));
  afterEach(async () => {
    await service?.end('SIGKILL');
    service = undefined;
  });

  it('are loaded by their names, each by the columns of its source', async () => {
    const caller = await start();

    const loaded = await run('load', 'crm.csv', 'shop.csv');

    expect(loaded).toMatchObject({ code: 0 });
    expect(loaded.stdout).toMatch(
      /^crm\.csv \(source crm\): 3 records loaded .*\nshop\.csv \(source shop\): 3 records/,
    );
    expect(await entities()).toEqual(expected);
    const { body } = await caller.query(
      '{ entityByRecord(input: {id: "shop/2"}) { entity { records { id source sourceId Strasse } } } }',
    );
    expect(body.data.entityByRecord.entity).toMatchObject({
      records: [
        { id: 'crm/1', source: 'crm', sourceId: '1', Strasse: null },
        { id: 'shop/2', source: 'shop', sourceId: '2', Strasse: 'Torstr. 2' },
      ],
    });
  });

  it('leave with their sources, under the names of their owners', async () => {
    await start();
    await run('load', 'crm.csv', 'shop.csv');
    const sorted = async (...words: string[]) => {
      const { code, stdout } = await run('export', ...words);
      expect(code).toBe(0);
      const [head, ...rows] = stdout.trim().split('\n');
      // Ids of entities are new in each run.
      return [head, ...rows.map((row) => row.replaceAll(/\b01[0-9A-Z]{24}\b/g, 'E')).sort()];
    };

    expect(await sorted('--fields', 'Strasse')).toEqual([
      'record_id,entity_id,source,source_id,Straße',
      'crm/1,E,crm,1,',
      'crm/2,E,crm,2,',
      'crm/3,E,crm,3,',
      'shop/1,E,shop,1,Torstr. 1',
      'shop/2,E,shop,2,Torstr. 2',
      'shop/3,E,shop,3,Torstr. 3',
    ]);
    expect(await sorted('--crosswalk')).toEqual(['entity_id,crm,shop', 'E,,3', 'E,1,2', 'E,2,1', 'E,3,']);
    expect(await sorted('--entities', '--fields', 'email')).toEqual([
      'entity_id,size,score,confidence,crm_ids,shop_ids,email',
      'E,1,1,,,3,otto@mail.example',
      'E,1,1,,3,,eva.schulz@mail.example',
      'E,2,0.9,0.9,1,2,anna.meyer@mail.example',
      'E,2,0.9,0.9,2,1,karl@mail.example',
    ]);
    expect((await sorted('--fields', 'Strasse', '--no-columns-file'))[0]).toMatch(/,Strasse$/);

    const counts = { records: 3, entities: 3, duplicates: 0, alone: 1 };
    expect(JSON.parse((await run('sources', '--refresh', '--json')).stdout).sources).toEqual([
      { source: 'crm', ...counts, shared: [{ source: 'shop', entities: 2 }], ...declared, withoutDuplicates: true },
      { source: 'shop', ...counts, shared: [{ source: 'crm', entities: 2 }], ...declared, withoutDuplicates: false },
    ]);
  });

  it('are told by their columns, or by --source', async () => {
    await start();
    renameSync(folder.path('crm.csv'), folder.path('a.csv'));
    renameSync(folder.path('shop.csv'), folder.path('b.csv'));

    expect((await run('load', 'a.csv')).stdout).toContain('3 records loaded');
    expect((await run('load', '--source', 'shop=b.csv')).stdout).toContain('3 records loaded');
    expect(await entities()).toEqual(expected);
  });

  it('may have the sources in their ids, as an export has them', async () => {
    await start();
    await folder.write('union.jsonl', '{"id":"crm/7","email":"a@x.example"}\n{"id":"shop/7","email":"a@x.example"}\n');

    expect(await run('load', 'union.jsonl')).toMatchObject({ code: 0 });
    expect(await entities()).toEqual(['crm/7 shop/7']);
  });

  it('replace records that changed, for a source owns its records', async () => {
    await start();
    await run('load', 'crm.csv');
    await folder.write('crm.csv', systems['crm.csv'].replace('901820', '999999'));

    const again = await run('load', 'crm.csv');

    expect(again.code).toBe(0);
    expect(again.stdout).toContain('3 records loaded, 1 changed and 2 unchanged,');
  });

  it('are refused whole, before the first record', async () => {
    await start();
    await folder.write('crm-2.csv', systems['crm.csv']);
    await folder.write('other.csv', 'id,name\n1,Ada\n');
    await folder.write('shop-broken.csv', 'customer_no,Straße,e_mail\n1,a,b\n');
    const refusals: readonly [words: string[], message: string][] = [
      [['crm.csv', 'crm-2.csv'], 'crm.csv and crm-2.csv are both of the source crm.'],
      [['other.csv'], 'Nothing tells the source of other.csv'],
      [['--source', 'cmr=crm.csv'], '--source names cmr, which the schema of the records does not declare.'],
      [['--source', 'shop=crm.csv'], 'crm.csv (source shop): No column is named "customer_no".'],
      [['crm.csv', 'shop-broken.csv'], 'shop-broken.csv (source shop): No column is named "mail".'],
      [['crm.csv', 'crm.csv'], 'crm.csv is named twice.'],
    ];

    for (const [words, message] of refusals) {
      expect(await run('load', ...words)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }

    expect(JSON.parse((await run('statistics', '--refresh', '--json')).stdout).found.records).toBe(0);
  });

  it('name the line, the source and what is wrong with a record', async () => {
    await start();
    await folder.write('shop.csv', 'customer_no,Straße,mail\na/b,x,y@x.example\n2,x,z@x.example\n');

    const loaded = await run('load', 'shop.csv');

    expect(loaded).toMatchObject({ code: 2 });
    expect(loaded.stdout).toContain('line 2: RECORD_SOURCE_INVALID: the record id "shop/a/b" has more than one slash');
  });

  it('are resolved without a service', async () => {
    const resolved = await run('resolve', 'crm.csv', 'shop.csv', '--instance', 'customers', '--out', 'out.csv');

    expect(resolved).toMatchObject({ code: 0 });
    const rows = readFileSync(folder.path('out.csv'), 'utf8').trim().split('\n').slice(1);
    const groups = Map.groupBy(rows, (row) => row.split(',')[1]).values();
    expect([...groups].map((group) => group.map((row) => row.split(',')[0]).join(' '))).toEqual(expected);
    rmSync(folder.path('out.csv'));
    const twice = await run(
      'resolve',
      '--source',
      'crm=crm.csv',
      '--source',
      'crm=shop.csv',
      '--instance',
      'customers',
      '--out',
      'out.csv',
    );
    expect(twice).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('shop.csv (source crm): No column is named'),
    });
  });

  it('have no sources in an instance that declares none', async () => {
    await folder.write('customers/schema.graphqls', systemsSchema(''));
    await start();
    await folder.write('plain.jsonl', '{"id":"a/b/c","email":"a@x.example"}\n');

    expect(await run('load', 'plain.jsonl')).toMatchObject({ code: 0 });
    expect(await entities()).toEqual(['a/b/c']);
    expect(await run('load', '--source', 'crm=plain.jsonl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the schema of the records declares no sources'),
    });
  });
});
