import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import { editedText, edits, peopleRulesText, peopleSchemaText } from '../setup/edited-people.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { type ExportProxy, startExportProxy } from './export-proxy.ts';
import { type CommandProcess, runCommand, type ServiceProcess, startServiceProcess } from './service-process.ts';

const people = madeUpPeople(120);
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@byron.example', dateOfBirth: '1815-12-10' };
const annabella = { firstName: 'Anna', lastName: 'Milbanke', email: 'ada@byron.example', dateOfBirth: '1792-05-17' };

let service: ServiceProcess;
let caller: ApiCaller;
let proxy: ExportProxy;

const folder = temporaryDirectory('beforeAll', async () => {
  await proxy.close();
  await service.end('SIGTERM');
});

/** A command in a folder that has the rules in force as rule-config.json. */
const run = (...args: string[]): CommandProcess =>
  runCommand(args, { XDG_CACHE_HOME: folder.path('cache') }, [], folder.path());
const local = (): string[] => ['--data-dir', folder.path('data')];

async function figuresOf(...args: string[]) {
  const { code, stdout, stderr } = await run('rules', 'preview', '--json', '--quiet', ...args).finished;
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const disassemble = (input: object) =>
  caller.query('mutation ($input: DisassembleInput!) { disassemble(input: $input) { entityIDs connectionBan } }', {
    input,
  });

/** Fails unless the record was there. */
async function erase(id: string): Promise<void> {
  const { body } = await disassemble({ recordIDs: [id] });
  expect(body.errors).toBeUndefined();
}

beforeAll(async () => {
  await Promise.all([
    folder.write('rule-config.json', peopleRulesText),
    folder.write('schema.graphqls', peopleSchemaText),
    folder.write('exact.json', editedText(edits.exact)),
    folder.write('threshold.json', editedText(edits.threshold)),
  ]);
  service = await startServiceProcess(
    [...local(), '--rule-config', 'rule-config.json', '--schema', 'schema.graphqls'],
    [],
    folder.path(),
  );
  caller = await createCaller(await service.description());
  proxy = await startExportProxy(await service.description(), 10);
  await caller.submit(...people.slice(0, 60));
  await caller.submit(...people.slice(60));
});

afterEach(() => {
  proxy.interfere = async () => undefined;
});

describe('rules preview of a running service', () => {
  it('counts what it counts of a file with the same records, page by page', async () => {
    await folder.write('people.jsonl', people.map((person) => JSON.stringify(person)).join('\n'));

    for (const next of ['exact.json', 'threshold.json']) {
      const ofFile = await figuresOf(next, '--records', 'people.jsonl');
      const ofService = await figuresOf(next, ...proxy.options, '--concurrency', '3');

      const { examples: inFile, repeated, refusedBefore, change, ...figures } = ofFile;
      const { examples, moved, change: changeOfService, ...figuresOfService } = ofService;
      expect(figuresOfService).toEqual(figures);
      expect([repeated, refusedBefore, moved]).toEqual([0, 0, 0]);
      expect(changeOfService).toMatchObject({ kind: change.kind });
      expect(examples.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
        inFile.map(({ kind }: { kind: string }) => kind).sort(),
      );
      for (const { joins, former, next: after } of examples)
        expect([former.together, after.together]).toEqual([!joins, joins]);
    }
    expect(proxy.pages()).toBeGreaterThan(6);
  });

  it('prints of a file and of a service all that an owner decides by', async () => {
    await Promise.all([
      folder.write('people.jsonl', people.map((person) => JSON.stringify(person)).join('\n')),
      folder.write(
        'demanding.json',
        editedText((document) => {
          edits.threshold(document);
          edits.exact(document);
          edits.demanding(document);
        }),
      ),
    ]);
    const previewOf = async (...args: string[]) => {
      const options = ['--generic-key-records', '10', '--examples', '2'];
      return (await run('rules', 'preview', 'demanding.json', ...options, ...args).finished).stdout;
    };
    const counted = (text: string) => text.slice(text.indexOf('120 records'), text.indexOf('\n\n'));

    const ofFile = await previewOf('--records', 'people.jsonl');
    const ofService = await previewOf(...local());

    expect(counted(ofService)).toBe(counted(ofFile));
    for (const pattern of [
      /^entities: \d+ → \d+$/m,
      /^ {2}unchanged \d+, merged \d+, split \d+, both \d+$/m,
      /^ {2}records touched: \d+ \(\d+ %\)$/m,
      /^ {2}largest changed entity: \d+ records$/m,
      /^over-frequent keys:/m,
      /^records that the next rules refuse: [1-9]\d*\n {2}p\d+: .+$/m,
      /^cost on DynamoDB: about [\d,]+ write units and [\d,]+ read units; 1 minute$/m,
      /^(merge|split|both): p\d+ and p\d+ (come together|are parted)\n {2}former: \w+.*\n {2}next: {3}\w+.*\n {2}FIRST_NAME: /m,
    ]) {
      expect(ofFile).toMatch(pattern);
      expect(ofService).toMatch(pattern);
    }
    for (const kind of ['merge', 'split', 'both']) {
      const shown = (text: string) => text.split('\n').filter((line) => line.startsWith(`${kind}: `)).length;
      expect(shown(ofService)).toBe(shown(ofFile));
      expect(shown(ofFile)).toBeLessThanOrEqual(2);
    }
  });

  it('respects removed links, bans and linkTogether', async () => {
    const before = await figuresOf('exact.json', ...local());
    await caller.submit({ id: 'ada', ...ada }, { id: 'anna', ...annabella }, { id: 'ada2', ...ada, phone: '' });
    await disassemble({
      edges: [{ a: 'ada', b: 'ada2' }],
      createConnectionBan: true,
      meta: { user: 'tester', reason: 'a test' },
    });

    const after = await figuresOf('exact.json', ...local());

    // All three share the exact key of the next rules: anna joins one of two that may not be one.
    expect(after.entitiesBefore - before.entitiesBefore).toBe(3);
    expect(after.entitiesAfter - before.entitiesAfter).toBe(2);

    for (const id of ['ada', 'anna', 'ada2']) await erase(id);
  });

  it('counts each record once when entities are united while it reads them', async () => {
    const [one, other] = [
      { id: 'late1', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', postcode: 'ZZ1 1ZZ' },
      { id: 'late2', firstName: 'Grace', lastName: 'Murray', phone: '+44 20 7946 9999', dateOfBirth: '1906-12-09' },
    ];
    await caller.submit(one);
    await caller.submit(other);
    let joined = false;
    proxy.interfere = async ({ number }) => {
      if (joined || number % 4 !== 0) return undefined;
      joined = true;
      await caller.query('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records: [one, other], linkTogether: true },
      });
      return undefined;
    };

    const figures = await figuresOf('threshold.json', ...proxy.options, '--concurrency', '1');

    expect(joined).toBe(true);
    expect(figures.records).toBe(people.length + 2);
    for (const id of ['late1', 'late2']) await erase(id);
  });

  it('ends with exit code 130 when it is interrupted, and prints no figures', async () => {
    let command: CommandProcess | undefined;
    proxy.interfere = async ({ number }) => {
      if (command !== undefined && number % 3 === 0) command.child.kill('SIGINT');
      return undefined;
    };
    command = run('rules', 'preview', 'exact.json', '--quiet', ...proxy.options, '--concurrency', '1');

    expect(await command.finished).toEqual({
      code: 130,
      signal: null,
      stdout: '',
      stderr: 'Interrupted. Nothing was written; the command begins anew when you repeat it.\n',
    });
  });

  it('refuses a file that does not have the rules in force, and names both', async () => {
    const { code, stderr } = await run('rules', 'preview', 'exact.json', '--against', 'threshold.json', ...local())
      .finished;

    expect(code).toBe(1);
    expect(stderr).toContain('RULES_FILE_INVALID: threshold.json does not have the rules that are in force');
    expect(stderr).toContain(documentName(peopleRulesText));
    expect(stderr).toContain(documentName(editedText(edits.threshold)));
  });

  it('says what a client without the scopes may not do', async () => {
    const { clientId, clientSecret, apiUrl, tokenUrl } = await service.description();
    const connection = ['--api-url', apiUrl, '--token-url', tokenUrl, '--client-id', clientId];
    const asking = (scope: string) =>
      runCommand(
        ['rules', 'preview', 'exact.json', ...connection, '--scope', scope, '--examples', '1'],
        { XDG_CACHE_HOME: folder.path('cache'), ENTITY_DATA_CLIENT_SECRET: clientSecret },
        [],
        folder.path(),
      ).finished;

    const withoutMetrics = await asking('svc/query.entity');
    const withoutEntities = await asking('svc/query.metrics');

    expect(withoutMetrics.code).toBe(1);
    expect(withoutMetrics.stderr).toContain('may not ask the service which rules are in force');
    expect(withoutMetrics.stderr).toContain('--against');
    expect(withoutEntities.code).toBe(1);
    expect(withoutEntities.stderr).toContain('svc/query.entity');
  });

  it('refuses a service without records', async () => {
    const empty = await startServiceProcess(
      ['--data-dir', 'empty', '--rule-config', 'rule-config.json', '--schema', 'schema.graphqls'],
      [],
      folder.path(),
    );
    const { code, stderr } = await run('rules', 'preview', 'exact.json', '--data-dir', 'empty').finished;
    const statistics = await run('rules', 'statistics', '--data-dir', 'empty').finished;
    await empty.end('SIGTERM');

    expect([code, statistics.code]).toEqual([1, 1]);
    expect(stderr).toContain('RULES_SERVICE_UNSUITABLE: The service has no stored records.');
    expect(statistics.stderr).toContain('The service has no stored records.');
  });
});

describe('rules statistics', () => {
  it('counts the values of the stored records as it does those of a file', async () => {
    await folder.write('people.jsonl', people.map((person) => JSON.stringify(person)).join('\n'));

    const ofFile = await run('rules', 'statistics', '--json', '--records', 'people.jsonl').finished;
    const ofService = await run('rules', 'statistics', '--json', ...proxy.options).finished;

    expect(ofService).toMatchObject({ code: 0, stdout: ofFile.stdout });
    const { records, resolvers } = JSON.parse(ofFile.stdout);
    expect(records).toBe(people.length);
    expect(resolvers[0]).toMatchObject({ resolverID: 'FIRST_NAME', records: 120, distinct: 6 });
  });

  it('prints values as a reference list, and refuses an unknown resolver', async () => {
    const { stdout } = await run('rules', 'statistics', '--list', 'LAST_NAME', ...local()).finished;
    const unknown = await run('rules', 'statistics', '--list', 'LASTNAME', ...local()).finished;

    const [list] = JSON.parse(stdout).referenceLists;
    expect(list.id).toBe('FREQUENT_LAST_NAME');
    expect(list.rows.map(([name]: string[]) => name)).toContain('lovelace');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('Did you mean LAST_NAME?');
  });
});
