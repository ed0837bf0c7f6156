import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Person, people } from '../../bench/people.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { root, type ServiceProcess, startServiceProcess } from './service-process.ts';

let service: ServiceProcess;
const data = temporaryDirectory('beforeEach', () => service.end('SIGKILL'));

async function start() {
  service = await startServiceProcess(['--data-dir', data.path()]);
  return createCaller(await service.description());
}

/** The pairs of records that a link rule of the example instance joins. */
async function linkedPairs(records: readonly Person[]): Promise<[string, string][]> {
  const rules = compileRuleConfig(
    loadRuleConfig(await readFile(join(root, 'examples/people/rule-config.json'), 'utf8')),
  );
  const values = records.map((record) => rules.resolve({ ...record }));
  const pairs: [string, string][] = [];
  for (let b = 0; b < records.length; b++) {
    for (let a = 0; a < b; a++) {
      if (rules.links(values[a]!, values[b]!).length > 0) pairs.push([records[a]!.id, records[b]!.id]);
    }
  }
  return pairs;
}

describe('a service that is killed during a load', () => {
  it('has lost no acknowledged record and no link', async () => {
    const before = await start();
    const acknowledged: Person[] = [];
    const stream = people(7);
    const load = async () => {
      for (;;) {
        const record = stream.next().value;
        const answer = await before.submit(record);
        if (answer.body.data?.submit?.recordsAdded === 1) acknowledged.push(record);
        // In the middle of what the other clients have under way.
        if (acknowledged.length === 330) service.child.kill('SIGKILL');
      }
    };
    const clients = await Promise.allSettled(Array.from({ length: 16 }, load));
    const { signal } = await service.finished;

    const after = await start();
    const entities = new Map<string, { id: string; records: { id: string }[] }>();
    for (const { id } of acknowledged) {
      entities.set(id, (await after.entityByRecord(id)).body.data.entityByRecord.entity);
    }
    const pairs = await linkedPairs(acknowledged);

    expect(signal).toBe('SIGKILL');
    expect(clients.every(({ status }) => status === 'rejected')).toBe(true);
    expect(acknowledged.length).toBeGreaterThanOrEqual(330);
    expect(acknowledged.filter(({ id }) => !entities.get(id)?.records.some((record) => record.id === id))).toEqual([]);
    expect(pairs.length).toBeGreaterThan(15);
    expect(pairs.filter(([a, b]) => entities.get(a)?.id !== entities.get(b)?.id)).toEqual([]);
  });
});
