import { describe, expect, it } from '@jest/globals';
import type { GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { readServedRules, rulesInForce, servedPace } from '../../../../../apps/cli/rules/read-rules.ts';
import {
  changeTarget,
  nextStepsText,
  progressText,
  ruleChangeText,
  watchRuleChange,
} from '../../../../../apps/cli/rules/rule-change.ts';
import { documentName } from '../../../../../src/entities/rule-changes/versions/documents.ts';
import type { DetailedRuleChange as RuleChange } from '../../../../../src/graphql/queries/rule-change.generated.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { exampleReport } from '../../../functions/api/fake-rule-changes.ts';

const steadyChange: RuleChange = {
  state: 'STEADY',
  heldBecause: null,
  inForce: 'a'.repeat(64),
  from: null,
  to: null,
  waiting: null,
  failure: null,
  phase: null,
  progress: 0,
  estimatedMinutes: null,
  since: null,
  lastHeartbeat: null,
  writeUnits: 0,
  recordsChanged: 0,
  problemCount: 0,
  problems: [],
  options: { mode: 'HOLD', largestChangePercent: 2, largestEntity: 1_000, writeUnitsPerSecond: 2_000 },
  report: null,
};

const heldChange: RuleChange = {
  ...steadyChange,
  state: 'HELD',
  heldBecause: 'MANY_RECORDS',
  from: 'a'.repeat(64),
  to: 'b'.repeat(64),
  phase: 'READY',
  progress: 1,
  since: '2026-01-02T03:04:05.000Z',
  lastHeartbeat: '2026-01-02T03:05:05.000Z',
  writeUnits: 1_200,
  problemCount: 2,
  problems: [{ recordID: 'r1', code: 'FIELD_DOES_NOT_EXIST' }],
  report: { ...exampleReport, isEstimate: false },
};

describe('the text of a change of the rules', () => {
  it('is short in a steady state', () => {
    expect(ruleChangeText(steadyChange)).toBe(`state:     STEADY\nin force:  ${'a'.repeat(64)}\n`);
  });

  it('tells of a held change what it does, and why it waits', () => {
    expect(ruleChangeText(heldChange)).toBe(`state:     HELD: more records would change than the limit permits
in force:  ${'a'.repeat(64)}
from:      ${'a'.repeat(64)}
to:        ${'b'.repeat(64)}
phase:     READY, 100 %: the scan has counted what the change does
since:     2026-01-02T03:04:05.000Z
worked at: 2026-01-02T03:05:05.000Z
used:      1,200 write units
problems:  2 records that the next rules cannot take in
  r1: FIELD_DOES_NOT_EXIST
report on 1,000 records
  entities: 900 → 899
  unchanged 890, merged 4, split 2, both 4
  records touched: 25 (3 %)
  largest changed entity: 7 records
  over-frequent keys: 1
  records that the next rules refuse: 2
`);
  });

  it('tells what waits and why a change failed', () => {
    const text = ruleChangeText({ ...heldChange, state: 'FAILED', waiting: 'c'.repeat(64), failure: 'no rule' });

    expect(text).toContain(`waiting:   ${'c'.repeat(64)}\n`);
    expect(text).toContain('failure:   no rule\n');
  });

  it.each([
    ['a held change', heldChange, 'go on:     entity-data rules apply FILE, of the rule-config bbbbbbbbbbbb…'],
    [
      'rules that wait to begin',
      { ...steadyChange, state: 'HELD' as const, waiting: 'c'.repeat(64) },
      'begin it:  entity-data rules apply FILE, of the rule-config cccccccccccc…',
    ],
    ['a paused change', { ...heldChange, state: 'PAUSED' as const }, 'entity-data rules resume'],
    ['a change under way', { ...heldChange, state: 'RUNNING' as const }, 'entity-data rules status --watch'],
  ])('names the commands that come next for %s', (_what, change, command) => {
    expect(nextStepsText(change)).toContain(command);
  });

  it('names no command for a change that is over', () => {
    expect(nextStepsText(steadyChange)).toBe('');
  });

  it('is one line for a terminal', () => {
    expect(progressText(steadyChange)).toBe('steady');
    expect(
      progressText({
        ...heldChange,
        state: 'RUNNING',
        phase: 'UNITE',
        progress: 0.999,
        recordsChanged: 1,
        estimatedMinutes: 3,
      }),
    ).toBe('running, UNITE 99 %; 1 record changed; about 3 minutes left');
  });
});

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

describe('what a change goes on to', () => {
  it.each([
    ['the rules of the held change', heldChange, A, B],
    ['the rules of the held change, whatever waits for it', { ...heldChange, waiting: C }, C, B],
    [
      'rules that wait for their owner',
      { ...steadyChange, state: 'HELD' as const, waiting: B, from: C, to: A },
      undefined,
      B,
    ],
    ['deployed rules', steadyChange, B, B],
    ['the rules in force, with the keys of another release', { ...heldChange, to: A }, A, A],
    ['the held change for a caller who may not read metrics', heldChange, undefined, B],
  ])('is %s', (_what, change, deployed, expected) => {
    expect(changeTarget(change, deployed)).toBe(expected);
  });

  it.each([
    ['while nothing waits', steadyChange, A],
    ['after the last change is done', { ...steadyChange, from: B, to: A }, A],
  ])('is refused %s', (_what, change, deployed) => {
    expect(() => changeTarget(change, deployed)).toThrow('no change of the rules waits to go on');
  });

  it('is the file that was named', () => {
    expect(changeTarget({ ...heldChange, to: documentName('{}') }, A, '{}')).toBe(documentName('{}'));
  });

  it('is refused for a file that the change does not lead to', () => {
    expect(() => changeTarget(heldChange, A, '{}')).toThrow(
      'the change of the rules leads to bbbbbbbbbbbb…, and the file is',
    );
    expect(() => changeTarget(steadyChange, A, '{}')).toThrow('no change of the rules to 44136fa355b3… is under way');
  });

  it('is refused for a file whose rules are in force', () => {
    expect(() => changeTarget({ ...heldChange, inForce: documentName('{}') }, A, '{}')).toThrow('in force already');
  });
});

const text = '{"the": "rules in force"}';
const inForce = documentName(text);

/** A service whose API has these fields of `RuleChange`, and answers their document with `document`. */
function clientOf({
  fields = [],
  document = null,
  options = { writeUnitsPerSecond: 500 },
}: {
  fields?: readonly string[];
  document?: string | null;
  options?: object;
}) {
  const asked: unknown[] = [];
  const types = [
    { name: 'Record', kind: 'OBJECT', fields: [] },
    {
      name: 'RuleChange',
      kind: 'OBJECT',
      fields: fields.map((name) => ({ name, type: { kind: 'SCALAR', name: 'ID' } })),
    },
  ];
  const client: GraphqlClient = {
    async execute<Data>(query: string, variables: unknown) {
      asked.push(variables);
      const data = query.includes('__schema') ? { __schema: { types } } : { ruleChange: { document, options } };
      return { data: data as Data };
    },
  };
  return { client, asked };
}

describe('the rules in force', () => {
  const directory = temporaryDirectory('beforeEach');

  it('have a pace, if the service tells it', async () => {
    expect(await servedPace(clientOf({ fields: ['options'] }).client)).toBe(500);
    expect(await servedPace(clientOf({ fields: ['state'] }).client)).toBeUndefined();
  });

  const place = (file?: string) => ({ beside: directory.path(), file, option: '--against' });

  it('come from the service, if it gives them', async () => {
    const { client, asked } = clientOf({ fields: ['state', 'document'], document: text });

    expect(await rulesInForce(client, place(), inForce)).toEqual({ name: 'the rules in force', text });
    expect(asked.at(-1)).toEqual({ name: inForce });
  });

  it.each([{ fields: [] }, { fields: ['document'], document: null }])(
    'come from the rule-config in the directory otherwise',
    async (service) => {
      const file = await directory.write('rule-config.json', text);

      expect(await rulesInForce(clientOf(service).client, place(), inForce)).toEqual({ name: file, text });
    },
  );

  it('are not those of a file with another content', async () => {
    const file = await directory.write('rule-config.json', `${text}\n`);
    const { client } = clientOf({});

    await expect(rulesInForce(client, place(), inForce)).rejects.toThrow(
      `The rules in force (SHA-256 ${inForce}) are not in`,
    );
    await expect(rulesInForce(client, place(file), inForce)).rejects.toThrow(
      `${file} does not have the rules that are in force: their SHA-256 is ${inForce}`,
    );
  });

  it('are those of the named file where the client may not ask which they are', async () => {
    const file = await directory.write('any.json', text);
    const { client } = clientOf({});

    expect(await rulesInForce(client, place(file), undefined)).toEqual({ name: file, text });
    await expect(rulesInForce(client, place(), undefined)).rejects.toThrow('may not ask the service');
  });

  it('are unknown to a client that may not read metrics', async () => {
    const client: GraphqlClient = { execute: async () => ({ data: null, errors: [{ message: 'no scope' }] }) };

    expect(await readServedRules(client)).toEqual({ inForce: undefined, recordCount: undefined });
  });
});

async function watched(...changes: RuleChange[]) {
  const lines: string[] = [];
  let pauses = 0;
  const last = await watchRuleChange({
    read: async () => changes.shift()!,
    tell: (line) => lines.push(line),
    pause: async () => {
      pauses += 1;
    },
  });
  return { last, lines, pauses };
}

const running: RuleChange = { ...heldChange, state: 'RUNNING', phase: 'INDEX', progress: 0.25 };

describe('watching a change of the rules', () => {
  it('ends at once in a steady state', async () => {
    expect(await watched(steadyChange)).toEqual({ last: steadyChange, lines: ['steady'], pauses: 0 });
  });

  it('tells every change of the state once, until it is held', async () => {
    const { lines, pauses, last } = await watched(running, running, { ...running, progress: 0.5 }, heldChange);

    expect(lines).toEqual(['running, INDEX 25 %', 'running, INDEX 50 %', 'held, READY 100 %']);
    expect(pauses).toBe(3);
    expect(last).toBe(heldChange);
  });

  it.each(['PAUSED', 'FAILED'] as const)('ends when the change is %s', async (state) => {
    expect((await watched(running, { ...running, state })).last.state).toBe(state);
  });

  it('goes on while a change waits for another one', async () => {
    expect((await watched({ ...running, state: 'WAITING' }, steadyChange)).pauses).toBe(1);
  });
});
