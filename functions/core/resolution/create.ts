import { REDO_AGE } from './deadline.ts';
import { ComputedEntityView } from './entity-view.ts';
import { createExplain, pathsReadBy } from './explain.ts';
import { gatherReads } from './gathered-reads.ts';
import { isID } from './ids.ts';
import { readRecord, recordKey } from './layout.ts';
import { submitWithPreview } from './preview.ts';
import { readEntities } from './read-entities.ts';
import type { EntityView, Resolution, ResolutionDependencies } from './resolution.ts';
import { search } from './search.ts';
import { submit } from './submit.ts';
import { sweep, unfinishedWork } from './sweep.ts';
import { recordIdProblem } from './validate.ts';

/** Joins the rules to a store. Holds no state of its own: any number of instances may work on one store. */
export function createResolution({ store, rules, now = Date.now }: ResolutionDependencies): Resolution {
  // Reading operations of one request run side by side: what they look up at the same moment goes to the store in one call.
  const reads = gatherReads(store);
  const entityOfFragment = async (fragment: string): Promise<EntityView | undefined> => {
    const [found] = await readEntities(reads, [fragment]);
    return found === undefined ? undefined : new ComputedEntityView(found[0], found[1], rules);
  };
  return {
    submit: (records) => submit({ store, rules, now }, records),
    submitWithPreview: (records, { dryRun }) => submitWithPreview({ store, rules, now }, records, dryRun),
    search: (request) => search(reads, rules, request),
    entity: async (id) => (isID(id) ? entityOfFragment(id) : undefined),
    entityByRecord: async (recordID) => {
      if (recordID === '' || recordIdProblem(recordID) !== undefined) return undefined;
      const [item] = await reads.getMany([recordKey(recordID)]);
      return item === undefined ? undefined : entityOfFragment(readRecord(item).fragment);
    },
    explain: createExplain(reads, rules),
    pathsRead: pathsReadBy(rules),
    assemblyStatus: async () => {
      // Work younger than the redo age is being done; older work waits for the sweeper, which comes every minute.
      for await (const _ of unfinishedWork(store, now() - REDO_AGE)) {
        return { state: 'IN_PROGRESS', estimatedTimeRemaining: 1 };
      }
      return { state: 'READY', estimatedTimeRemaining: null };
    },
    sweep: () => sweep({ store, rules, now }),
  };
}
