import { join } from 'node:path';
import { crewOfOne } from '../../src/batch/crew.ts';
import { beginStore, placeStore, writeStore } from '../../src/batch/first-store.ts';
import { BatchPart } from '../../src/batch/part.ts';
import { resolveBatch } from '../../src/batch/resolve.ts';
import { rowTasks, StoreNotes } from '../../src/batch/store-rows.ts';
import { WorkDirectory } from '../../src/batch/work-directory.ts';
import { noObserver } from '../../src/entities/observer.ts';
import type { DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RecordPayload } from '../../src/rules/types.ts';

const buckets = 8;

/** Makes the first store of a directory from records, in this thread. @param before what happens before it gets its place */
export async function buildFirstStore(
  deployed: DeployedRules,
  list: readonly RecordPayload[],
  directory: string,
  cap: number,
  before = async () => {},
) {
  const work = new WorkDirectory(directory);
  const place = join(directory, 'store');
  try {
    const { target, heritage } = await beginStore(work.path(), place, deployed);
    const part = new BatchPart<readonly RecordPayload[]>({
      rules: compileRuleConfig(deployed.config, {}, heritage),
      genericKeyRecords: cap,
      read: (some) => some.map((record, at) => ({ at, record })),
      directory: work.path,
      buckets,
      part: 0,
      parts: 1,
      seed: target.seed,
      forStore: true,
      findsNear: true,
      notes: [new StoreNotes(work.path, 0, buckets)],
    });
    const pieces = async function* () {
      if (list.length > 0) yield { content: list, span: list.length };
    };
    const crew = crewOfOne(part, undefined, rowTasks(part));
    const batch = await resolveBatch(pieces(), crew, { buckets });
    await writeStore(batch, crew, {
      work: work.path(),
      target,
      buckets,
      genericKeyRecords: cap,
      reviewPairs: 100_000,
      observer: noObserver,
      now: Date.now,
    });
    await before();
    placeStore(work.path(), place);
  } finally {
    work.remove();
  }
}
