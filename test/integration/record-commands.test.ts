import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { runningService } from './running-service.ts';

const service = runningService();
const folder = temporaryDirectory();
const run = (...args: string[]) => service.command(...args).finished;

const header = 'id,firstName,lastName,dateOfBirth,email,phone\n';
const people = [
  'ada1,Ada,Lovelace,1815-12-10,ada@example.org,',
  'ada2,Ada,Lovelace,1815-12-10,ada@example.org,+44 7700 900070',
  'ada3,Ada,King,,,+44 7700 900070',
  'bob1,Bob,Marley,1945-02-06,bob@example.org,',
];
let file = '';
beforeAll(async () => {
  file = await folder.write('people.csv', `${header}${people.join('\n')}\n`);
});

describe('load', () => {
  it('says of a file that was loaded before that there is nothing new', async () => {
    const first = await run('load', file);
    const again = await run('load', file);
    await folder.write('people.csv', `${header}${[...people, 'cyd1,Cyd,Charisse,1922-03-08,,'].join('\n')}\n`);
    const longer = await run('load', file);

    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^4 records loaded in \d/) });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing new: 4 records unchanged in \d/) });
    expect(longer).toMatchObject({ code: 0, stdout: expect.stringMatching(/^5 records loaded, 4 unchanged, in \d/) });
  });
});

describe('search', () => {
  it.each([
    ['FirstName=Ada', 'There is no field "FirstName" to search by; did you mean firstName?'],
    ['nothing=Ada', 'There is no field "nothing" to search by.'],
    ['constructor=Ada', 'There is no field "constructor" to search by.'],
  ])('refuses %s, and lists the fields', async (parameter, message) => {
    const { code, stdout, stderr } = await run('search', parameter);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^SEARCH_ARGUMENT_INVALID: /);
    expect(stderr).toContain(message);
    expect(stderr).toContain('The fields are: id, firstName, lastName, ');
  });
});

describe('explain', () => {
  it('says that two records are one entity, by which links, and what each rule says', async () => {
    const { code, stdout } = await run('explain', 'ada1', 'ada3');

    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^ada1 and ada3 are one entity: \w{26}$/);
    expect(lines.slice(1, 5)).toEqual([
      'linked by',
      expect.stringMatching(/^ {2}ada1 – ada2 {2}by \w+, score 0\.\d+$/),
      '  ada2 – ada3  by PHONE_NAME, score 0.9',
      'the two records alone: no rule links them',
    ]);
    expect(stdout).toMatch(/^ {2}- PHONE_NAME$/m);
    expect(stdout).toMatch(/^ {4}- SAME_PHONE 0\.00 {2}\(no value\) \| \+447700900070$/m);
  });

  it('says that two are not, and answers JSON', async () => {
    const { stdout } = await run('explain', 'ada1', 'bob1');
    const json = await run('explain', 'ada1', 'bob1', '--json');

    expect(stdout).toMatch(/^ada1 and bob1 are not one entity: \w{26} and \w{26}\n/);
    expect(JSON.parse(json.stdout)).toMatchObject({ together: false, chain: [], groups: [{ outcome: 'NO_MATCH' }] });
  });

  it('ends with 3 where a record is not stored', async () => {
    expect(await run('explain', 'ada1', 'nobody')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'RECORD_NOT_FOUND: there is no record "nobody"\n',
    });
  });
});

describe('erase', () => {
  it('changes nothing without a terminal or --yes', async () => {
    expect(await run('erase', 'ada2')).toMatchObject({ code: 1, stderr: expect.stringContaining('NOT_CONFIRMED') });
    expect((await run('entity', 'ada2', '--record')).code).toBe(0);
    expect(await run('erase', 'ada2', '--json')).toMatchObject({ code: 1, stderr: 'error: --json needs --yes\n' });
  });

  it('erases records of several entities, and says what remains and which ids are unknown', async () => {
    const { code, stdout, stderr } = await run('erase', 'ada2', 'bob1', 'nobody', 'ada2', '--yes');

    expect({ code, stderr }).toEqual({ code: 3, stderr: 'There is no record "nobody".\n' });
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^ada2: 1 of 3 records of entity \w{26}$/),
      expect.stringMatching(/^bob1: 1 of 1 record of entity \w{26}$/),
      expect.stringMatching(/^Erased: ada2\. What remains fell apart into entity \w{26}, \w{26}\.$/),
      expect.stringMatching(/^Erased: bob1\. Entity \w{26} had no other record and is gone\.$/),
      '',
    ]);
    for (const id of ['ada2', 'bob1']) expect((await run('entity', id, '--record')).code).toBe(3);
    expect((await run('entity', 'ada1', '--record')).code).toBe(0);
  });

  it('answers JSON, and ends with 3 where no record is stored', async () => {
    const erased = await run('erase', 'ada3', '--yes', '--json', '--reason', 'her wish');
    const again = await run('erase', 'ada3', '--yes');

    expect(JSON.parse(erased.stdout)).toMatchObject({
      erased: [{ recordIDs: ['ada3'], complete: true, remaining: [] }],
      unknown: [],
    });
    expect(again).toMatchObject({ code: 3, stdout: '', stderr: 'There is no record "ada3".\n' });
  });
});
