import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import { scopesOf } from '../../src/scopes.ts';
import { type Instance, startInstance } from '../setup/applied/instance.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { type StandInIssuer, startStandInIssuer } from '../setup/applied/stand-in-issuer.ts';
import { emittedMetrics } from '../setup/applied/watched-metrics.ts';
import { createWorkspace, type TerraformDirectory, type Workspace } from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { deployedSchema, peopleDocument } from './api-people.ts';
import { type Finished, runCommand } from './service-process.ts';

const PREFIX = 'changing';

/** Records with one e-mail address are one if their names agree too; or whatever their names. */
function rulesOf(...matcherIDs: string[]): string {
  const { rules, ...document } = peopleDocument();
  return JSON.stringify({
    ...document,
    rules: rules.map((rule) => (rule.id === 'EMAIL' ? { ...rule, matcherIDs } : rule)),
  });
}
const former = rulesOf('sameEmail', 'sameName');
const next = rulesOf('sameEmail');

const client = {
  name: 'owner',
  clientId: 'entity-data-api',
  clientSecret: 'a-secret-that-is-long-enough',
  allowedScopes: scopesOf('svc').all,
  accessTokenValidityMinutes: 60,
};

const one = [{ address: 'one@example.com' }];
const records = [
  { id: 'ann', name: 'Ann', emails: one },
  { id: 'bob', name: 'Bob', emails: one },
];

/** What a command writes to standard error that has nothing to say but which service it uses. */
const SERVICE_ONLY = /^Service: http:\/\/[\d.:]+\/\n$/;

describeWith('a changed rule-config of an applied instance', await appliedServices(), changed);

function changed({ endpoint, database }: AppliedServices): void {
  let workspace: Workspace;
  let directory: TerraformDirectory;
  let archives: string;
  let issuer: StandInIssuer;
  let instance: Instance;
  let caller: ApiCaller;
  let apart: readonly string[];

  /** Applies a rule-config, and starts the functions as they are then. */
  async function apply(ruleConfig: string): Promise<void> {
    writeFileSync(join(directory.directory, 'rule-config.json'), ruleConfig);
    await directory.apply();
    await instance?.stop();
    instance = await startInstance({
      awsUrl: endpoint.url,
      dynamodbUrl: database.endpoint,
      prefix: PREFIX,
      archives,
    });
    caller = await createCaller({ ...client, apiUrl: instance.url(`${PREFIX}-api`), tokenUrl: issuer.tokenUrl });
  }

  const change = async () => (await caller.query('{ ruleChange { state phase inForce to } }')).body.data.ruleChange;

  /** Calls the sweeper as its schedule does, until the change is there. */
  async function sweepUntil(reached: (change: { state: string; phase: string | null }) => boolean): Promise<void> {
    do await instance.invoke(`${PREFIX}-sweeper`, {});
    while (!reached(await change()));
  }

  async function entities(): Promise<readonly string[]> {
    const answers = await Promise.all(records.map(({ id }) => caller.entityByRecord(id)));
    return answers.map(({ body }) => body.data.entityByRecord.entity.id);
  }

  const rules = (...args: string[]): Promise<Finished> =>
    runCommand(
      [
        ...['rules', ...args, '--api-url', instance.url(`${PREFIX}-api`), '--token-url', issuer.tokenUrl],
        ...['--client-id', client.clientId, '--client-secret', client.clientSecret],
      ],
      { XDG_CACHE_HOME: join(directory.directory, 'cache') },
    ).finished;

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    archives = await workspace.bundle('api', 'authorizer', 'sweeper');
    issuer = await startStandInIssuer('/pool');
    await issuer.setClients([client]);
    directory = workspace.directory(PREFIX, {
      'main.tf': configuration(workspace.module, issuer.issuer),
      'schema.graphqls': deployedSchema,
    });
    writeFileSync(join(directory.directory, 'rule-config.json'), former);
    await directory.init();
    await apply(former);
    await caller.submit(...records);
    apart = await entities();
  });
  afterAll(async () => {
    await instance?.stop();
    await issuer?.stop();
    workspace?.remove();
    await database.stop();
    await endpoint.stop();
  });

  it('is compared and previewed before it is applied', async () => {
    const [here, there] = ['former', 'next'].map((name) => join(directory.directory, `${name}.json`));
    writeFileSync(here!, former);
    writeFileSync(there!, next);

    const compared = await runCommand(['rules', 'diff', here!, there!]).finished;
    const previewed = await rules('preview', there!);

    expect(compared.stdout).toContain('loosened: linked records stay linked, and more may be');
    expect([previewed.code, previewed.stderr]).toEqual([0, expect.stringMatching(SERVICE_ONLY)]);
    for (const line of [
      'the rules in force → ',
      'loosened: ',
      '2 records\n',
      'entities: 2 → 1\n',
      '  unchanged 0, merged 2, split 0, both 0\n',
      '  records touched: 2 (100 %)\n',
      '  largest changed entity: 2 records\n',
      'over-frequent keys: none\n',
      'records that the next rules refuse: 0\n',
    ]) {
      expect(previewed.stdout).toContain(line);
    }
    // By the order of their entities, whose ids are made up.
    expect(previewed.stdout).toMatch(/^merge: (ann and bob|bob and ann) come together$/m);
    expect(previewed.stdout).toMatch(/cost on DynamoDB: about \d+ write units and \d+ read units; 1 minute\n/);
    expect(previewed.stdout).toMatch(
      / {2}former: NO_MATCH; nearest EMAIL lacks sameName 0\.\d\d\n {2}next: {3}LINK by EMAIL\n/,
    );
    expect(await entities()).toEqual(apart);
  });

  it('ends in a change that is held, while the former rules serve', async () => {
    await apply(next);
    await sweepUntil(({ state }) => state === 'HELD');

    const status = await rules('status');
    const held = emittedMetrics(instance.log(`${PREFIX}-sweeper`)).filter(({ name }) => name.startsWith('RuleChange'));

    expect(new Set(apart).size).toBe(2);
    expect(await entities()).toEqual(apart);
    expect(status.stdout).toContain('state:     HELD');
    expect(status.stdout).toContain(`in force:  ${documentName(former)}\n`);
    expect(status.stdout).toContain(`to:        ${documentName(next)}\n`);
    expect(new Set(held.map(({ name }) => name))).toEqual(
      new Set(['RuleChangePhase', 'RuleChangeProgress', 'RuleChangeChanged', 'RuleChangeAge']),
    );
  });

  it('plans nothing while its change waits', async () => {
    expect(await directory.plan()).toEqual([]);
  });

  it('is put into force by rules apply, in functions that go on running', async () => {
    const applied = await rules('apply', join(directory.directory, 'rule-config.json'), '--yes');
    await sweepUntil(({ phase }) => phase === 'CLEAN');
    await caller.submit({ id: 'eve', name: 'Eve', emails: one });
    const { body } = await caller.entityByRecord('eve');

    expect([applied.code, applied.stderr]).toEqual([0, expect.stringMatching(SERVICE_ONLY)]);
    expect(await change()).toMatchObject({ inForce: documentName(next), to: documentName(next) });
    expect(body.data.entityByRecord.entity.id).toBe([...apart].sort()[0]);
    expect(body.data.entityByRecord.entity.records.map(({ id }: { id: string }) => id)).toEqual(['ann', 'bob', 'eve']);
  });
}

const configuration = (module: string, issuer: string): string => `
provider "aws" {
  region = "eu-central-1"
}

module "entity_data" {
  source = "${module}"

  resource_prefix        = "${PREFIX}"
  rule_config_file       = "\${path.module}/rule-config.json"
  schema_file            = "\${path.module}/schema.graphqls"
  authorizer_issuer_url  = "${issuer}"
  authorizer_audience    = ["entity-data-api"]
  create_guidance_server = false
  # So that a call that waits for readers ends soon.
  functions              = { sweeper = { timeout = 15 } }
}
`;
