import { existsSync, mkdirSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type Crew, startCrew } from '../../../../src/batch/crew.ts';
import { type ResolvedBatch, resolveBatch, resolveRecords } from '../../../../src/batch/resolve.ts';
import { WorkDirectory } from '../../../../src/batch/work-directory.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import type { RecordPayload } from '../../../../src/rules/types.ts';
import type { BatchThreadSetup } from '../../../setup/batch-thread.ts';
import { deployedPeople } from '../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../setup/made-up-people.ts';
import { temporaryDirectory } from '../../../setup/temporary-directory.ts';

const script = pathToFileURL(`${import.meta.dirname}/../../../setup/batch-thread.ts`);
const { config } = deployedPeople();
const people = madeUpPeople(2_000);
const buckets = 16;

async function* piecesOf(records: readonly RecordPayload[]) {
  for (let at = 0; at < records.length; at += 150) {
    const content = records.slice(at, at + 150);
    yield { content, span: content.length };
  }
}

const partition = ({ table, sets }: ResolvedBatch) =>
  Array.from({ length: table.span }, (_, position) => [table.id(position), table.id(sets.find(position))]);

describe('threads of a batch', () => {
  const files = temporaryDirectory('beforeEach');

  async function withThreads<Answer>(
    setup: Partial<BatchThreadSetup>,
    work: (crew: Crew<readonly RecordPayload[]>) => Promise<Answer>,
  ): Promise<Answer> {
    const given: BatchThreadSetup = { config, directory: files.path(), buckets, ...setup };
    const crew = await startCrew<readonly RecordPayload[], BatchThreadSetup>(script, 2, given);
    try {
      return await work(crew);
    } finally {
      await crew.close();
    }
  }

  it('make the same of records as one thread, near pairs and refusals included', async () => {
    const records = people.map((one, index) => (index % 100 === 7 ? { ...one, id: `a:${index}` } : one));
    const refused: number[] = [];
    const many = await withThreads({}, (crew) =>
      resolveBatch(piecesOf(records), crew, {
        buckets,
        onRefused: (some) => void refused.push(...some.map(({ position }) => position)),
      }),
    );
    const one = await resolveRecords(records, compileRuleConfig(config), { directory: files.path(), findsNear: true });
    expect(partition(many)).toEqual(partition(one));
    expect(many.near).toEqual(one.near);
    expect(many.near.length).toBeGreaterThan(0);
    expect({ entities: many.entities, keys: many.keys }).toEqual({ entities: one.entities, keys: one.keys });
    expect(refused).toEqual(Array.from({ length: 20 }, (_, index) => index * 100 + 7));
  });

  it('end the batch with the error of one of them', async () => {
    const run = withThreads({ breaksAt: 'p700' }, (crew) => resolveBatch(piecesOf(people), crew, { buckets }));
    await expect(run).rejects.toThrow('broken at p700');
  });

  it('end the batch when one of them ends', async () => {
    const run = withThreads({ endsAt: 'p700' }, (crew) => resolveBatch(piecesOf(people), crew, { buckets }));
    await expect(run).rejects.toMatchObject({ code: 'BATCH_THREAD_FAILED' });
  });

  it('say why one of them does not start', async () => {
    const broken = { ...config, matchers: [] };
    await expect(withThreads({ config: broken }, async () => {})).rejects.toThrow('there is no matcher');
  });
});

describe('WorkDirectory', () => {
  const files = temporaryDirectory('beforeEach');

  it('is only made when it is needed, for this user alone, and goes', () => {
    const work = new WorkDirectory(files.path());
    work.remove();
    const path = work.path();
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(work.path()).toBe(path);
    work.remove();
    expect(existsSync(path)).toBe(false);
  });

  it('removes those that processes left which are no more, and no others', () => {
    const other = new WorkDirectory(files.path());
    const inUse = other.path();
    const dead = [`entity-data-batch.${process.pid}.0123abcd`, 'entity-data-batch.4194305.0123abcd'];
    const kept = ['entity-data-batch.1.0123abcd', 'entity-data-batch.4194305'];
    for (const name of [...dead, ...kept]) mkdirSync(files.path(name));
    const work = new WorkDirectory(files.path());
    work.path();
    expect(dead.filter((name) => existsSync(files.path(name)))).toEqual([]);
    expect(kept.filter((name) => existsSync(files.path(name)))).toEqual(kept);
    expect(existsSync(inUse)).toBe(true);
    work.remove();
    other.remove();
  });
});
