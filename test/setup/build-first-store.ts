import { dirname } from 'node:path';
import { crewOfOne } from '../../src/batch/crew.ts';
import { beginStore, placeStore, type StorePlace, type WrittenStore, writeStore } from '../../src/batch/first-store.ts';
import { BatchPart } from '../../src/batch/part.ts';
import { resolveBatch } from '../../src/batch/resolve.ts';
import { rowTasks, StoreNotes } from '../../src/batch/store-rows.ts';
import { WorkDirectory } from '../../src/batch/work-directory.ts';
import { SubmitRefusedError } from '../../src/entities/errors.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import type { DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RecordPayload } from '../../src/rules/types.ts';

const buckets = 8;

/** Makes a first store of records, in this thread. @param before what happens before it gets its place */
export async function buildFirstStore(
  deployed: DeployedRules,
  list: readonly RecordPayload[],
  place: StorePlace,
  cap: number,
  before: () => Promise<unknown> = async () => {},
  entityEvents = false,
): Promise<WrittenStore> {
  const work = new WorkDirectory(dirname(place.directory));
  try {
    const { target, heritage, former } = await beginStore(work.path(), place, deployed);
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
    const written = await writeStore(batch, crew, {
      work: work.path(),
      target,
      buckets,
      genericKeyRecords: cap,
      reviewPairs: 100_000,
      entityEvents,
      now: Date.now,
    });
    await before();
    placeStore(work.path(), place, { former });
    return written;
  } finally {
    work.remove();
  }
}

/** Submits records in batches, and those of a refused batch one by one. */
export async function submitAll(resolution: Resolution, list: readonly RecordPayload[], atOnce: number): Promise<void> {
  for (let at = 0; at < list.length; at += atOnce) {
    const batch = list.slice(at, at + atOnce);
    try {
      await resolution.submit(batch);
    } catch (error) {
      if (!(error instanceof SubmitRefusedError)) throw error;
      if (batch.length > 1) await submitAll(resolution, batch, 1);
    }
  }
}
