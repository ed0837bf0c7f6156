import { describe, expect, it } from '@jest/globals';
import { ruleChangeFindings } from '../../../../../apps/cli/doctor/rule-change.ts';

const NOW = Date.parse('2026-01-02T03:00:00.000Z');

const steady = {
  state: 'STEADY',
  phase: null,
  progress: 0,
  to: null,
  failure: null,
  since: null,
  lastHeartbeat: null,
  problemCount: 0,
};
const running = {
  ...steady,
  state: 'RUNNING',
  phase: 'INDEX',
  progress: 0.126,
  to: 'b'.repeat(64),
  since: '2026-01-02T02:00:00.000Z',
  lastHeartbeat: '2026-01-02T02:59:30.000Z',
};

/** The findings about a service that answers this. */
const findingsOf = (json: unknown) =>
  ruleChangeFindings(
    async () => ({ status: 200, text: '', json, contentType: 'application/json', milliseconds: 1 }) as never,
    NOW,
  );
const changeFinding = async (change: object) => (await findingsOf({ data: { ruleChange: change } }))[0];

describe('the doctor on changes of the rules', () => {
  it('finds nothing to do in a steady state', async () => {
    expect(await findingsOf({ data: { ruleChange: steady } })).toMatchObject([
      { check: 'rules.change', status: 'ok' },
      { check: 'rules.leftovers', status: 'ok' },
    ]);
  });

  it.each([
    ['ok', running, 'the change of the rules to bbbbbbbbbbbb… runs: INDEX, 12 %'],
    ['failed', { ...running, lastHeartbeat: '2026-01-02T02:44:00.000Z' }, 'no worker has gone on for 16 min'],
    ['failed', { ...running, lastHeartbeat: null }, 'no worker has gone on for 60 min'],
    ['warning', { ...running, state: 'HELD' }, 'waits for you (begun 2026-01-02T02:00:00.000Z)'],
    [
      'warning',
      { ...running, state: 'HELD', phase: null, waiting: 'c'.repeat(64) },
      'to cccccccccccc… waits for you, and',
    ],
    ['warning', { ...running, state: 'PAUSED' }, 'is paused: INDEX, 12 %'],
    ['failed', { ...running, state: 'FAILED', failure: 'no such field' }, 'has failed: no such field'],
  ])('finds %s: %j', async (status, change, message) => {
    expect(await changeFinding(change)).toMatchObject({ status, message: expect.stringContaining(message) });
  });

  it('finds records that a change left without keys', async () => {
    const [, leftovers] = await findingsOf({ data: { ruleChange: { ...steady, problemCount: 3 } } });

    expect(leftovers).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('3 stored records could not be taken in'),
      hint: expect.stringContaining('rules preview FILE'),
    });
  });

  it.each([
    [
      'lacks the scope',
      {
        errors: [{ message: 'access denied, required privilege: crm/query.rules', extensions: { code: 'FORBIDDEN' } }],
      },
      'not looked at: the token lacks crm/query.rules',
    ],
    [
      'asks an older service',
      { errors: [{ message: 'Cannot query field', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
      'the service does not tell of changes of the rules',
    ],
  ])('looks at nothing where the caller %s', async (_what, answer, message) => {
    expect(await findingsOf({ data: null, ...answer })).toMatchObject([
      { check: 'rules.change', status: 'skipped', message },
      { check: 'rules.leftovers', status: 'skipped', message },
    ]);
  });
});
