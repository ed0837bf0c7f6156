import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { commandHere } from '../setup/command-here.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { writeSystems } from './two-systems.ts';

const folder = temporaryDirectory('beforeEach');
let service: ServiceProcess;
const run = (...words: string[]) => commandHere(words, folder.path());
const sync = (...words: string[]) => run('load', '--sync', 'crm.csv', '--yes', ...words);

beforeEach(async () => {
  await writeSystems(folder);
  service = await startServiceProcess(['--instance', 'customers'], [], folder.path());
});
afterEach(() => service.end('SIGKILL'));

/** Customers with an e-mail address each. */
const customers = (from: number, to: number): Map<number, string> =>
  new Map(Array.from({ length: to - from + 1 }, (_, index) => [from + index, `p${from + index}@mail.example`]));

let written = Date.now() - 1_000_000;
async function deliver(rows: ReadonlyMap<number, string>, ...more: string[]): Promise<void> {
  const lines = [...rows].map(([id, email]) => `${id},Ada,Lovelace,${email},`);
  await folder.write('crm.csv', `id,first_name,last_name,email,phone\n${[...lines, ...more].join('\n')}\n`);
  // Each delivery is a second younger than the one before.
  written += 1_000;
  utimesSync(folder.path('crm.csv'), written / 1_000, written / 1_000);
}

const figuresOf = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+) +([\d,]+)$/gm)].map(([, what, n]) => [what, Number(n!.replaceAll(',', ''))]),
  );

async function stored(): Promise<Map<number, string>> {
  const { stdout } = await run('export', '--fields', 'email', '--format', 'jsonl');
  const rows = stdout.trim().split('\n').filter(Boolean);
  const records = rows.map((line) => JSON.parse(line) as { source_id: string; email: string });
  return new Map(records.map(({ source_id, email }) => [Number(source_id), email] as const).sort(([a], [b]) => a - b));
}

describe('load --sync', () => {
  it('makes the stored records those of each delivery, and says what it changes', async () => {
    const first = customers(1, 100);
    await deliver(first);
    expect(await sync()).toMatchObject({ code: 0, stdout: expect.stringContaining('100 records stored, 0 erased') });
    expect(await sync()).toMatchObject({ code: 3, stdout: expect.stringContaining('crm.csv: nothing to change.') });

    const second = new Map([...first, [3, 'other@mail.example'], ...customers(101, 102)]);
    for (const id of [50, 51]) second.delete(id);
    await deliver(second);
    const planned = await sync('--dry-run');
    expect(planned.code).toBe(0);
    expect(figuresOf(planned.stdout)).toEqual({ new: 2, changed: 1, unchanged: 97, gone: 2, refused: 0 });
    expect(await stored()).toEqual(first);

    expect(await sync()).toMatchObject({ code: 0, stdout: expect.stringContaining('3 records stored, 2 erased') });
    expect(await stored()).toEqual(second);

    // What is gone comes back with the next delivery that has it.
    await deliver(first);
    expect(figuresOf((await sync()).stdout)).toMatchObject({ new: 2, changed: 1, gone: 2 });
    expect(await stored()).toEqual(first);
  });

  it('refuses what is no whole delivery of its source, and changes nothing', async () => {
    const all = customers(1, 40);
    await deliver(all);
    await sync();
    const refused = async (message: string, ...words: string[]) => {
      expect(await sync(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
      expect(await stored()).toEqual(all);
    };

    await deliver(customers(1, 30));
    await refused('crm.csv lacks 10 of the 40 stored records of crm (25.0 %)');
    await refused('permits 9', '--max-removals', '9');
    await deliver(all, '7,Ada,Lovelace,again@mail.example,');
    await refused('crm.csv has ids twice, with other content: crm/7 (lines 8 and 42).');
    await deliver(new Map());
    await refused('crm.csv has no record.');
    await deliver(new Map([...all].map(([id]) => [id, 'Berlin'])));
    await refused('email has texts, and had e-mail addresses');
    await deliver(all);
    utimesSync(folder.path('crm.csv'), 1_000, 1_000);
    await refused('Sync the latest delivery, or go back to this one with --force.');
    await folder.write('crm.csv', 'customer_no,Straße,mail\n1,a,b\n');
    await refused('crm.csv (source crm): No column is named "id".');
    await folder.write('plain.csv', 'id,email\ncrm/1,p1@mail.example\n');
    expect(await run('load', '--sync', 'plain.csv', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('plain.csv is of no source'),
    });
    await deliver(all);
    const columns = JSON.parse(readFileSync(folder.path('customers/columns/crm.json'), 'utf8'));
    await folder.write('customers/columns/crm.json', JSON.stringify({ ...columns, id: { linePrefix: 'n' } }));
    await refused('crm.csv has no ids');
  });

  it('sends of a delivery with one change in a hundred at most 3 % of the requests of the first one', async () => {
    const all = customers(1, 2_000);
    const requests = jest.spyOn(globalThis, 'fetch');
    const counted = async () => {
      requests.mockClear();
      expect(await sync('--batch-size', '2')).toMatchObject({ code: 0 });
      return requests.mock.calls.length;
    };
    await deliver(all);
    const first = await counted();
    const next = new Map([...all, ...customers(2_001, 2_004)]);
    for (let id = 1; id <= 12; id += 1) next.set(id * 100, `other${id}@mail.example`);
    for (const id of [7, 77, 777, 1_777]) next.delete(id);

    await deliver(next);
    const second = await counted();

    expect(first).toBeGreaterThanOrEqual(1_000);
    expect(second).toBeLessThanOrEqual(0.03 * first);
    expect(await stored()).toEqual(next);
    requests.mockRestore();
  });

  it('asks before it changes anything', async () => {
    await deliver(customers(1, 3));
    expect(await run('load', '--sync', 'crm.csv')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('NOT_CONFIRMED'),
    });
    expect(existsSync(folder.path('customers/deliveries'))).toBe(false);
  });

  it('erases nothing while rows cannot be read', async () => {
    const all = customers(1, 40);
    await deliver(all);
    await sync();
    const without = new Map(all);
    without.delete(9);
    await deliver(without, '9,broken');

    const kept = await sync();

    expect(kept).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing is erased') });
    expect(kept.stdout).toContain('line 41: UNREADABLE');
    expect(await stored()).toEqual(all);
    expect(await sync('--force')).toMatchObject({ code: 2 });
    expect(await stored()).toEqual(without);
  });

  it('refuses a delivery that lacks more than its rows that cannot be read explain', async () => {
    const all = customers(1, 40);
    await deliver(all);
    await sync();
    await deliver(customers(1, 10), '11,broken');

    expect(await sync()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('lacks 30 of the 40 stored records'),
    });
    expect(await stored()).toEqual(all);
  });

  it('reads what is stored from the service when its notes are lost, or are not what is stored', async () => {
    const all = customers(1, 40);
    await deliver(all);
    // A plain load notes nothing.
    await run('load', 'crm.csv');
    const first = await sync();
    expect(first.code).toBe(3);
    expect(first.stderr).toContain('read from the service, because nothing is noted of its records');

    rmSync(folder.path('customers/deliveries/crm.digests'));
    expect(figuresOf((await sync()).stdout)).toMatchObject({ new: 0, unchanged: 40 });

    const caller = await createCaller(await service.description());
    await caller.submit({ id: 'crm/99', email: 'stray@mail.example' });
    const strayed = await sync();
    expect(strayed.stderr).toContain('because the service has 41 records, and had 40 after the last sync');
    expect(figuresOf(strayed.stdout)).toMatchObject({ gone: 1, unchanged: 40 });
    expect(await stored()).toEqual(all);

    await caller.submit(...[...all].map(([id]) => ({ id: `crm/${id}`, email: 'same@mail.example' })));
    const changed = await sync();
    expect(changed.stderr).toContain('is not what the last sync stored');
    expect(figuresOf(changed.stdout)).toMatchObject({ changed: 40 });
    expect(await stored()).toEqual(all);
  });

  it('goes on by the same command after it is killed', async () => {
    const all = customers(1, 3_000);
    await deliver(all);
    const killed = runCommand(
      ['load', '--sync', 'crm.csv', '--yes', '--batch-size', '1', '--concurrency', '1'],
      {},
      [],
      folder.path(),
    );
    const notes = folder.path('customers/deliveries/crm.digests');
    while (!existsSync(notes) || readFileSync(notes, 'utf8').split('\n').length < 10) {
      await Promise.race([new Promise((resolve) => setImmediate(resolve)), killed.finished]);
    }
    await killed.end('SIGKILL');

    const left = figuresOf((await sync('--dry-run')).stdout);
    expect(left['unchanged']).toBeGreaterThan(5);
    expect(left['new']! + left['unchanged']!).toBe(3_000);
    expect(left['new']).toBeGreaterThan(0);
    expect(await sync()).toMatchObject({ code: 0 });
    expect(await stored()).toEqual(all);
    expect((await sync()).code).toBe(3);
  });
});
