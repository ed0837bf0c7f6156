import { mkdir, readFile, rm } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { storeDirectory } from '../../apps/service/data-directory.ts';
import type { Service, ServiceOptions } from '../../apps/service/service.ts';
import { defaultRuleChangeOptions } from '../../src/entities/rule-changes/types.ts';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import { backUpStore } from '../../src/store/embedded/database-file.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { exampleFile, startExample } from './example-service.ts';

/** People with one e-mail address, whom only their birthdays keep apart. */
const twins = ['1990-01-01', '1991-02-02', '1992-03-03'].map((dateOfBirth, index) => ({
  id: `twin-${index}`,
  firstName: 'Ann',
  dateOfBirth,
  email: 'twins@example.org',
}));

/** A service that tells what its change of the rules comes to. */
class ChangingService {
  readonly dataDirectory: string;
  private service: Service | undefined;
  private caller: ApiCaller | undefined;
  private readonly told: string[] = [];
  private waiting: { readonly text: string; readonly resolve: () => void } | undefined;

  constructor(dataDirectory: string) {
    this.dataDirectory = dataDirectory;
  }

  async start(ruleConfigFile: string, options: Partial<ServiceOptions> = {}): Promise<void> {
    this.told.length = 0;
    this.service = await startExample(this.dataDirectory, {
      ruleConfigFile,
      verbose: true,
      writeLog: (line) => this.hear(line),
      ...options,
    });
    this.caller = await createCaller(this.service);
  }

  /** Resolves when the service has told this of a change, since its start or since the last call. */
  async heard(text: string): Promise<void> {
    const known = this.told.findIndex((line) => line.includes(text));
    if (known !== -1) {
      this.told.splice(0, known + 1);
      return;
    }
    await new Promise<void>((resolve) => {
      this.waiting = { text, resolve };
    });
    this.told.length = 0;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async ask(query: string, variables: object = {}): Promise<any> {
    const { body } = await this.caller!.query(query, variables);
    if (body.errors !== undefined) throw new Error(JSON.stringify(body.errors));
    return body.data;
  }

  submit(...records: object[]) {
    return this.caller!.submit(...records);
  }

  async entities(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { id } of twins) {
      const data = await this.ask('query ($id: ID!) { entityByRecord(input: { id: $id }) { entity { id } } }', { id });
      found.push(data.entityByRecord.entity.id);
    }
    return found;
  }

  get warnings(): readonly string[] {
    return this.service!.warnings.map(({ code }) => code);
  }

  async close(): Promise<void> {
    await this.service?.close(0);
    this.service = undefined;
  }

  private hear(line: string): void {
    if (!line.includes('"message":"rule change"')) return;
    this.told.push(line);
    if (this.waiting === undefined || !line.includes(this.waiting.text)) return;
    this.waiting.resolve();
    this.waiting = undefined;
  }
}

describe('a change of the rules of a local service', () => {
  let service: ChangingService;
  const folder = temporaryDirectory('beforeAll', () => service.close());
  let apart: readonly string[];
  const names: { former: string; next: string } = { former: '', next: '' };
  const fileOf = (name: keyof typeof names) => folder.path(`${name}.json`);
  const CHANGE = '{ ruleChange { state heldBecause inForce from to phase recordsChanged } }';

  beforeAll(async () => {
    const former = await readFile(exampleFile('rule-config.json'), 'utf8');
    // The next rules link records by the e-mail address alone.
    const document = JSON.parse(former);
    document.rules.find(({ id }: { id: string }) => id === 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL'];
    const next = JSON.stringify(document);
    await folder.write('former.json', former);
    await folder.write('next.json', next);
    Object.assign(names, { former: documentName(former), next: documentName(next) });
    service = new ChangingService(folder.path('data'));
    await service.start(fileOf('former'));
    await service.submit(...twins.slice(0, 2));
    await service.close();
  });

  it('waits after it has indexed and counted, while the former rules link and find', async () => {
    await service.start(fileOf('next'));
    await service.heard('"HELD"');
    await service.submit(twins[2]!);
    apart = await service.entities();

    const { ruleChange } = await service.ask(CHANGE);

    expect(ruleChange).toEqual({
      state: 'HELD',
      heldBecause: 'MODE',
      inForce: names.former,
      from: names.former,
      to: names.next,
      phase: 'READY',
      recordsChanged: 0,
    });
    // Beside the rule that links by the e-mail address alone, the one that also compares birthdays is useless.
    expect(service.warnings).toEqual(['USELESS_RULE', 'RULES_NOT_IN_FORCE']);
    expect(new Set(apart).size).toBe(3);
  });

  it('goes on after a restart where it stood', async () => {
    await service.close();
    await service.start(fileOf('next'));
    await service.heard('"HELD"');

    expect((await service.ask(CHANGE)).ruleChange).toMatchObject({ state: 'HELD', to: names.next });
    expect(await service.entities()).toEqual(apart);
  });

  it('goes on from a backup that was made in the middle of it', async () => {
    const copy = new ChangingService(folder.path('copy'));
    await mkdir(copy.dataDirectory);
    backUpStore(storeDirectory(service.dataDirectory), storeDirectory(copy.dataDirectory));
    await copy.start(fileOf('next'));
    await copy.heard('"HELD"');

    await copy.ask('mutation ($to: ID!) { continueRuleChange(input: { to: $to }) { state } }', { to: names.next });
    await copy.heard('"CLEAN"');

    const { entityByRecord } = await copy.ask(
      '{ entityByRecord(input: { id: "twin-0" }) { entity { id records { id } } } }',
    );
    await copy.close();
    expect(entityByRecord.entity.id).toBe(apart[0]);
    expect(entityByRecord.entity.records.map(({ id }: { id: string }) => id).sort()).toEqual(twins.map(({ id }) => id));
    // What was copied from has its own change.
    expect((await service.ask(CHANGE)).ruleChange).toMatchObject({ state: 'HELD', inForce: names.former });
  });

  it('puts the next rules into force without a restart once its owner continues it', async () => {
    await service.ask('mutation ($to: ID!) { continueRuleChange(input: { to: $to }) { state } }', { to: names.next });
    await service.heard('"CLEAN"');

    const { search, metrics } = await service.ask(
      '{ search(input: { parameters: { email: "twins@example.org" } }) { totalCount } metrics { rules { inForce findings { code } } } }',
    );

    expect(new Set(await service.entities()).size).toBe(1);
    // The oldest entity keeps its id.
    expect(await service.entities()).toContain(apart[0]);
    expect(search.totalCount).toBe(1);
    expect(metrics.rules).toEqual({ inForce: names.next, findings: [] });
  });

  it('is taken back without a restart, and every former id leads to its record', async () => {
    const united = await service.ask(CHANGE);
    await service.ask('mutation { rollBackRuleChange { state } }');
    await service.heard('"CLEAN"');

    const { ruleChange } = await service.ask(CHANGE);

    // The entities of two of the three went into the oldest, and left it again.
    expect(united.ruleChange).toMatchObject({ inForce: names.next, recordsChanged: 2 });
    expect(ruleChange).toMatchObject({ inForce: names.former, to: names.former, recordsChanged: 2 });
    expect(new Set(await service.entities()).size).toBe(3);
    for (const id of apart) {
      const { entity } = await service.ask('query ($id: ID!) { entity(input: { id: $id }) { entity { id } } }', { id });
      expect(entity.entity).not.toBeNull();
    }
  });

  it('goes on by itself where that is asked for and little changes, and waits where much does', async () => {
    const automatic = new ChangingService(folder.path('automatic'));
    await automatic.start(fileOf('former'));
    await automatic.submit(...twins);
    await automatic.close();
    const within = (largestChangePercent: number) =>
      ({ ruleChanges: { ...defaultRuleChangeOptions, mode: 'automatic', largestChangePercent } }) as const;

    await automatic.start(fileOf('next'), within(50));
    await automatic.heard('"HELD"');
    const { ruleChange } = await automatic.ask('{ ruleChange { heldBecause report { merging recordsTouched } } }');
    await automatic.close();
    await rm(folder.path('automatic'), { recursive: true });
    await automatic.start(fileOf('former'));
    await automatic.submit(...twins);
    await automatic.close();
    await automatic.start(fileOf('next'), within(100));
    await automatic.heard('"CLEAN"');
    const entities = await automatic.entities();
    await automatic.close();

    expect(ruleChange).toEqual({ heldBecause: 'MANY_RECORDS', report: { merging: 3, recordsTouched: 3 } });
    expect(new Set(entities).size).toBe(1);
  });

  it('begins no change in the mode that refuses until its owner says so', async () => {
    const refusing = new ChangingService(folder.path('refusing'));
    await refusing.start(fileOf('former'));
    await refusing.submit(twins[0]!);
    await refusing.close();
    const options = {
      ruleChanges: { ...defaultRuleChangeOptions, mode: 'refuse' },
    } as const;
    await refusing.start(fileOf('next'), options);
    await refusing.heard('"HELD"');
    const { ruleChange } = await refusing.ask('{ ruleChange { state phase waiting } }');

    await refusing.ask('mutation ($to: ID!) { continueRuleChange(input: { to: $to }) { state } }', { to: names.next });
    await refusing.heard('"state":"HELD","phase":"READY"');
    await refusing.close();

    expect(ruleChange).toEqual({ state: 'HELD', phase: null, waiting: names.next });
  });
});
