import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import { listenLocally } from '../setup/local-server.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { allScopes, apiEvent, createTestApi } from '../unit/functions/api/exchange.ts';
import { FakeEntity } from '../unit/functions/api/fake-resolution.ts';
import { held, steady } from '../unit/functions/api/fake-rule-changes.ts';
import { type Finished, runCommand } from './service-process.ts';

const pin = (sourceID: string) => ({ sourceID, sourcePin: 'default' });
const field = (path: string) => ({ id: `read-${path}`, type: 'field', attributes: { path, caseSensitive: false } });

/** A rule-config that links records which agree in these fields. */
const linkedBy = (...fields: string[]) =>
  JSON.stringify({
    transformers: fields.map(field),
    resolvers: fields.map((name) => ({ id: name, inputPin: pin(`read-${name}`) })),
    comparers: [],
    tokenizers: [],
    matchers: fields.map((name) => ({ id: `same-${name}`, type: 'simple', attributes: { resolverID: name } })),
    rules: [{ id: 'SAME', matcherIDs: fields.map((name) => `same-${name}`), attributes: { score: 0.9 } }],
    ruleSets: [{ id: 'link', ruleIDs: ['SAME'] }],
    searchRuleSetIDs: { default: 'link' },
    mutationRuleSetGroups: { default: { indexRuleSetID: 'link', linkRuleSetID: 'link' } },
    scores: {},
  });

const ann = { id: 'ann', name: 'Ann Example', age: 40 };
const anne = { id: 'anne', name: 'ann example', age: 41 };

/** The API in front of changes of rules that do what they are told, and a token endpoint. */
async function startFakeService(scope = allScopes) {
  const fakes = createTestApi();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') {
      response.end('{"access_token":"token","expires_in":3600,"token_type":"Bearer"}');
      return;
    }
    const answer = await fakes.api(apiEvent({ body, scope }));
    response.statusCode = answer.statusCode ?? 200;
    response.end(answer.body);
  });
  return { ...fakes, ...(await listenLocally(server)) };
}

describe('the commands for changes of the rules', () => {
  const folder = temporaryDirectory();
  let service: Awaited<ReturnType<typeof startFakeService>>;

  beforeEach(async () => {
    service = await startFakeService();
  });
  afterEach(() => service.stop());

  const run = (...args: string[]): Promise<Finished> =>
    runCommand(
      [
        ...['rules', ...args, '--api-url', `${service.url}/`, '--token-url', `${service.url}/token`],
        ...['--client-id', 'client', '--client-secret', 'secret'],
      ],
      { XDG_CACHE_HOME: folder.path('cache') },
    ).finished;
  const ruleConfig = (text: string): Promise<string> => folder.write(`${documentName(text)}.json`, text);

  it('tell the state, and follow it to where nothing moves any more', async () => {
    const { code, stdout } = await run('status');
    const watched = await run('status', '--watch', '--json');

    expect([code, stdout]).toEqual([0, 'state:     STEADY\nin force:  former\n']);
    expect([watched.code, watched.stderr]).toEqual([0, `Service: ${service.url}/\nsteady\n`]);
    expect(JSON.parse(watched.stdout)).toMatchObject({ state: 'STEADY', inForce: 'former', report: null });
  });

  it('name records that the next rules cannot take in', async () => {
    service.ruleChanges.current = { ...held, problems: 2 };
    service.ruleChanges.listedProblems = [{ recordID: 'ann', code: 'FIELD_DOES_NOT_EXIST' }];

    const { stdout } = await run('status');

    expect(stdout).toContain('problems:  2 records that the next rules cannot take in\n  ann: FIELD_DOES_NOT_EXIST\n');
    expect(stdout).toContain('take back: entity-data rules rollback\n');
  });

  it('end with 4 where a change has failed', async () => {
    service.ruleChanges.current = { ...held, state: 'FAILED', failure: 'no rule' };

    const { code, stdout } = await run('status');

    expect(code).toBe(4);
    expect(stdout).toContain('failure:   no rule');
  });

  it('continue the change to the file that was examined, after showing what it does', async () => {
    const next = linkedBy('name');
    service.ruleChanges.current = { ...held, to: documentName(next) };

    const { code, stdout } = await run('apply', await ruleConfig(next), '--yes');

    expect(code).toBe(0);
    expect(stdout).toContain('  unchanged 890, merged 4, split 2, both 4');
    expect(stdout).toContain('state:     RUNNING');
    expect(service.ruleChanges.asked.filter((one) => !one.startsWith('problems'))).toEqual([
      'status',
      `continue ${documentName(next)}`,
    ]);
  });

  it('continue nothing without a confirmation', async () => {
    service.ruleChanges.current = held;

    const { code, stderr } = await run('apply');

    expect(code).toBe(1);
    expect(stderr).toContain('NOT_CONFIRMED: there is no terminal');
    expect(service.ruleChanges.current).toEqual(held);
  });

  it('continue no change to another file', async () => {
    service.ruleChanges.current = held;

    const { code, stderr } = await run('apply', await ruleConfig(linkedBy('name')), '--yes');

    expect(code).toBe(1);
    expect(stderr).toContain('RULE_CHANGE_REFUSED: the change of the rules leads to ');
    expect(service.ruleChanges.current).toEqual(held);
  });

  it('pause a change and let it go on, more slowly', async () => {
    service.ruleChanges.current = { ...held, state: 'RUNNING' };

    const paused = await run('pause');
    const resumed = await run('resume', '--write-units', '50', '--json');

    expect(paused.stdout).toContain('state:     PAUSED');
    expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'RUNNING', options: { writeUnitsPerSecond: 50 } });
  });

  it('refuse a pace that is none', async () => {
    const { code, stderr } = await run('resume', '--write-units', '0');

    expect(code).toBe(1);
    expect(stderr).toContain('It must be a whole number from 1 to 1000000.');
  });

  it('take a change back', async () => {
    service.ruleChanges.current = held;

    const { code, stdout } = await run('rollback', '--yes', '--json');

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'RUNNING', phase: 'CLEAN' });
  });

  it('take nothing back where there was no change', async () => {
    service.ruleChanges.current = steady;

    const { code, stderr } = await run('rollback', '--yes');

    expect(code).toBe(1);
    expect(stderr).toContain('RULE_CHANGE_REFUSED: there is no change of the rules to take back');
    expect(service.ruleChanges.asked).toEqual(['status', 'problems 5']);
  });

  describe('examples', () => {
    beforeEach(() => {
      service.ruleChanges.current = held;
      service.ruleChanges.documents = { former: linkedBy('name', 'age'), next: linkedBy('name') };
      service.ruleChanges.listedExamples = [
        { kind: 'merge', records: ['ann', 'anne'], entities: ['E1', 'E2'], rules: ['SAME'] },
        { kind: 'split', records: ['ann', 'gone'], entities: ['E1', 'E1'], rules: ['SAME'] },
      ];
      service.resolution.entities = [new FakeEntity('E1', [ann]), new FakeEntity('E2', [anne])];
    });

    it('are explained by both rule-configs, without records that are gone', async () => {
      const { code, stdout, stderr } = await run('examples');

      expect(code).toBe(0);
      expect(stdout).toContain('merge: ann and anne come together\n');
      expect(stdout).toMatch(/ {2}former: .*(NO_MATCH|NOT_FOUND)/);
      expect(stdout).toMatch(/ {2}next: {3}.*LINK by SAME/);
      expect(stdout).toContain('name: ann example | ann example');
      expect(stderr).toBe(`Service: ${service.url}/\n1 example; 1 left out, because a record is stored no more\n`);
    });

    it('can be those of one kind, as JSON', async () => {
      const { stdout } = await run('examples', '--splits', '--json', '--first', '3');

      expect(JSON.parse(stdout)).toEqual({ from: 'former', to: 'next', erased: 1, examples: [] });
      expect(service.ruleChanges.asked).toContain('examples 3');
    });

    it('are there only after the change was counted', async () => {
      service.ruleChanges.current = { ...held, state: 'RUNNING', phase: 'INDEX', report: undefined };

      const { code, stderr } = await run('examples');

      expect(code).toBe(1);
      expect(stderr).toContain('RULE_CHANGE_REFUSED: there are no examples yet');
    });
  });

  it('say which scope is missing', async () => {
    await service.stop();
    service = await startFakeService('svc/query.search');

    const { code, stderr } = await run('status');

    expect(code).toBe(1);
    expect(stderr).toContain('access denied, required privilege: svc/query.rules');
  });
});
