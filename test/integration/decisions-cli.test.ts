import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiCaller } from './api-caller.ts';
import { runningService } from './running-service.ts';

const service = runningService('--history-retention-in-days', '30');
let caller: ApiCaller;

beforeAll(async () => {
  caller = await service.caller();
  await caller.submit(
    { id: 'a', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' },
    { id: 'b', firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1906-12-09' },
  );
});

const run = (...args: string[]) => service.command(...args).finished;
const membersOf = async (id: string): Promise<string[]> =>
  (await caller.entityByRecord(id)).body.data.entityByRecord.entity.records.map((record: { id: string }) => record.id);

describe('the review queue on the command line', () => {
  it('lists pairs and skips one', async () => {
    const phone = '+44 20 7946 0011';
    await caller.submit(
      { id: 'q1', firstName: 'Georgina', lastName: 'Babbage', dateOfBirth: '1791-12-26', phone },
      { id: 'q2', firstName: 'Georgiana', lastName: 'Whitmore', dateOfBirth: '1797-07-28', phone },
      { id: 'q3', firstName: 'Georgia', lastName: 'Provost', dateOfBirth: '1832-03-09', phone },
    );
    const first = await run('reviews', '--first', '1');
    expect(first.stdout).toMatch(/^0\.750 {2}q\d q\d\n {2}PHONE_FIRST_NAME, found \S+\n$/);
    expect(first.stderr).toMatch(/^More follow, 3 in all: --after (\S+)\n$/);

    const skipped = await run('skip', 'q2', 'q1', '--user', 'jane');
    expect(skipped.stdout).toBe('Skipped.\n');
    expect((await run('skip', 'q1', 'q2')).stdout).toBe('Nothing changed: it is not in the queue.\n');
    const left = JSON.parse((await run('reviews', '--json')).stdout);
    expect(left).toMatchObject({ count: 2, after: null });
    expect(left.reviews.map(({ a, b }: { a: { id: string }; b: { id: string } }) => `${a.id} ${b.id}`).sort()).toEqual([
      'q1 q3',
      'q2 q3',
    ]);
    expect((await run('reviews', '--min-score', '0.9')).stderr).toBe('There is nothing to review.\n');
    expect((await run('reviews', '--min-score', '2')).code).toBe(1);
  });
});

describe('decisions on the command line', () => {
  it('link, separate, list and take back', async () => {
    const linked = await run('link', 'a', 'b', '--reason', 'same\u001b[31m passport', '--user', 'jane');
    expect(linked).toMatchObject({ code: 0, stderr: '' });
    expect(linked.stdout).toMatch(/^\S{26} {2}link a b\n {2}\S+ by jane \(\S+\): same passport\n/);
    expect(await membersOf('a')).toEqual(['a', 'b']);

    const separated = await run('separate', 'a', 'b', '--reason', 'two people', '--json');
    const { decision } = JSON.parse(separated.stdout);
    expect(decision).toMatchObject({ kind: 'SEPARATE', removedLinks: [{ a: 'a', b: 'b' }] });
    expect(await membersOf('a')).toEqual(['a']);

    const refused = await run('link', 'a', 'b', '--reason', 'again');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(decision.id);

    expect((await run('undo', decision.id)).code).toBe(0);
    expect(await membersOf('a')).toEqual(['a', 'b']);
    expect((await run('undo', decision.id)).stdout).toContain('Nothing changed: this was done before.');

    const listed = await run('decisions', '--record', 'a', '--first', '1');
    expect(listed.stdout).toContain(`${decision.id}  separate a b, 1 removed link\n`);
    expect(listed.stdout).toContain('taken back');
    expect(listed.stderr).toContain(`--after ${decision.id}`);

    const history = await run('history', '--record', 'a', '--first', '1');
    expect(history.stdout).toMatch(/^\S+ {2}decided {2}by separate \S{26} {2}a\n$/);
    expect(history.stdout).toContain(decision.id);
    expect(history.stderr).toMatch(/^More follow: --after \S+\n$/);
    expect((await run('history', '--record', 'a', '--entity', 'b')).stderr).toContain('BAD_HISTORY_INPUT');
    expect((await run('history', '--record', 'c')).stderr).toBe('There are no events.\n');
    expect((await run('decisions', '--record', 'c')).stderr).toBe('There are no decisions.\n');
  });
});
