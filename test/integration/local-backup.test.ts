import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../../apps/service/service.ts';
import type { Person } from '../../bench/people.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { startExample } from './example-service.ts';
import { runCommand } from './service-process.ts';

const person = { id: 'p-1', firstName: 'Ada', lastName: 'Lovelace', dateOfBirth: '1815-12-10' };

describe('entity-data backup', () => {
  let service: Service;
  const directory = temporaryDirectory('beforeAll', () => service.close());
  beforeAll(async () => {
    service = await startExample(directory.path('data'));
    await (await createCaller(service)).submit(person as Person);
  });

  it('copies the data of a running service, from which another one starts', async () => {
    const name = directory.path('copy');
    const { code, stdout } = await runCommand(['backup', name, '--data-dir', directory.path('data')]).finished;

    expect([code, stdout]).toEqual([0, `The backup is complete: ${name}\n`]);
    const copy = await startExample(name);
    const answer = await (await createCaller(copy)).entityByRecord(person.id);
    expect(answer.body.data.entityByRecord.entity.records).toEqual([expect.objectContaining({ id: person.id })]);
    await copy.close();
  });

  it('copies nothing of a record that was erased', async () => {
    const caller = await createCaller(service);
    await caller.submit({
      ...person,
      id: 'p-erased',
      lastName: 'Quizzacious',
      email: 'q@quizzacious.example',
    } as Person);
    await runCommand(['backup', directory.path('with'), '--data-dir', directory.path('data')]).finished;
    await caller.query('mutation ($id: ID!) { disassemble(input: {recordIDs: [$id]}) { triggered } }', {
      id: 'p-erased',
    });
    await runCommand(['backup', directory.path('without'), '--data-dir', directory.path('data')]).finished;

    expect(bytesBelow(directory.path('with'))).toMatch(/quizzacious/i);
    expect(bytesBelow(directory.path('without'))).not.toMatch(/quizzacious|p-erased/i);
  });

  it.each([
    ['a directory that exists', 'data', 'data', 'exists already'],
    ['data that do not exist', 'none', 'other', 'There is no data in'],
  ])('refuses %s', async (_, from, to, reason) => {
    const { code, stderr } = await runCommand(['backup', directory.path(to), '--data-dir', directory.path(from)])
      .finished;

    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  it('leaves data that the doctor finds intact, and the doctor sees damage', async () => {
    const name = directory.path('checked');
    await runCommand(['backup', name, '--data-dir', directory.path('data')]).finished;
    const storage = async () => {
      const { stdout } = await runCommand(['doctor', '--json', '--data-dir', name]).finished;
      return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'storage');
    };

    expect(await storage()).toMatchObject({ status: 'ok' });
    truncateSync(directory.path('checked', 'store/entity-data.sqlite'), 8_192);
    expect(await storage()).toMatchObject({ status: 'failed', message: expect.stringContaining('is damaged') });
  });
});

/** Of all files of a directory. */
const bytesBelow = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');
