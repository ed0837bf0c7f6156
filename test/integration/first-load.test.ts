import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Person, people } from '../../bench/people.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

const fields: readonly (keyof Person)[] = ['id', 'firstName', 'lastName', 'dateOfBirth', 'email', 'phone', 'postcode'];
const rowOf = (person: Person) => fields.map((field) => JSON.stringify(person[field])).join(',');
const stream = people(1);
const rows = Array.from({ length: 2_000 }, () => rowOf(stream.next().value));
/** One repeats another one, three are no records, and one has the id of another one. */
const changed = rows[7]!.replace('@', '@other.');
const file = `${fields.join(',')}\n${[...rows, rows[5]!, rows[9]!.replace('"p9"', '"p:9"'), ',Ada', changed].join('\n')}\n`;

interface Refused {
  readonly line: number;
  readonly code: string;
  readonly reason: string;
  readonly record: unknown;
}

describe('a load into a local service without records', () => {
  const services: ServiceProcess[] = [];
  const files = temporaryDirectory('beforeEach', () =>
    Promise.all(services.splice(0).map((service) => service.end('SIGTERM'))),
  );
  const start = async (data: string, ...args: string[]) => {
    services.push(await startServiceProcess(['--data-dir', data, ...args], [], files.path()));
  };
  const command = (name: string, data: string, ...args: string[]) =>
    runCommand([name, '--data-dir', data, '--quiet', ...args], {}, [], files.path()).finished;
  const refusedIn = (name: string) =>
    readFileSync(files.path(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Refused)
      .sort((a, b) => a.line - b.line);
  const exported = async (data: string, field: string) => {
    const done = await command('export', data, '--fields', field);
    return done.stdout.trim().split('\n');
  };

  it('stores, refuses and says what requests do, and goes on by requests', async () => {
    await files.write('people.csv', file);
    for (const data of ['whole', 'requests'])
      await start(data, '--history-retention-in-days', '30', '--entity-events', 'events.jsonl');

    const whole = await command('load', 'whole', 'people.csv', '--errors-file', 'whole.jsonl');
    const requests = await command('load', 'requests', 'people.csv', '--errors-file', 'r.jsonl', '--batch-size', '50');

    expect(whole).toMatchObject({ code: 2 });
    expect(whole.stdout).toMatch(
      /^2,001 records loaded, 1 unchanged, in \d:\d\d \(.*\/s\), 3 refused: see whole\.jsonl\.\n/,
    );
    const timeless = (text: string) => text.replace(/ in \d:\d\d \(.*\/s\)/, '').split('\n')[0];
    expect(timeless(requests.stdout)).toBe(timeless(whole.stdout)!.replace('whole.jsonl', 'r.jsonl'));
    const [unsuitable, short, taken] = refusedIn('whole.jsonl');
    expect(refusedIn('r.jsonl')).toEqual([unsuitable, short, { ...taken, reason: expect.any(String) }]);
    expect(taken).toMatchObject({ line: 2_005, code: 'RECORD_EXISTS', record: { id: 'p7' } });
    // Only a load of the whole file knows where.
    expect(taken!.reason).toContain('the id "p7" is that of another record, in line 9,');
    const emails = await exported('whole', 'email');
    expect(new Set(emails.map((line) => line.replace(/,[^,]*,/, ',')))).toEqual(
      new Set((await exported('requests', 'email')).map((line) => line.replace(/,[^,]*,/, ','))),
    );
    expect(emails).toHaveLength(2_001);

    const again = await command('load', 'whole', 'people.csv');
    expect(again.stdout).toMatch(/^Nothing new: 2,001 records unchanged in /);
    // The test's limit tells a history that never comes.
    let kinds: readonly string[] = [];
    while (kinds.length === 0) {
      const history = await command('history', 'whole', '--record', 'p5', '--json');
      kinds = (JSON.parse(history.stdout).events as { kind: string }[]).map(({ kind }) => kind);
    }
    expect(kinds).toEqual(['CREATED']);
  });

  it('leaves it to requests to replace records, where the service replaces them', async () => {
    await files.write('people.csv', file);
    await start('data', '--update-records');

    const done = await command('load', 'data', 'people.csv');

    expect(done.stdout).toMatch(/^2,002 records loaded, 1 changed and 1 unchanged, in /);
    const email = JSON.parse(changed.split(',')[4]!);
    expect(await exported('data', 'email')).toContainEqual(expect.stringContaining(email));
  });
});
