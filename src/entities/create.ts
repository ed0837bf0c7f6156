import { setTimeout } from 'node:timers/promises';
import { type LoadProgress, readLoads } from '../loads/load-progress.ts';
import { endless } from '../request-time.ts';
import { gatherReads } from '../store/gathered-reads.ts';
import { queryAll } from '../store/port.ts';
import { REDO_AGE } from './deadline.ts';
import { readCounts } from './items/counters.ts';
import { GENERIC_KEY_RECORDS } from './items/generic-keys.ts';
import { isID } from './items/ids.ts';
import { GENERIC_KEYS, isFrequentOnly, readRecord, recordKey } from './items/layout.ts';
import { withoutReservations } from './items/reservation.ts';
import { Slates } from './items/slate.ts';
import { noObserver } from './observer.ts';
import { createExplain, pathsReadBy } from './read/explain.ts';
import { LOOKS, readTrees } from './read/read-entities.ts';
import { search } from './read/search.ts';
import { viewOfTree } from './read/view-of-tree.ts';
import { underRegister } from './rule-versions/under-register.ts';
import type { AssemblyStatus, EntityView, FrequentKey, Resolution, ResolutionDependencies } from './types.ts';
import { recordIdProblem } from './validate.ts';
import { removeConnectionBan } from './write/connection-bans.ts';
import { disassemble } from './write/disassemble.ts';
import { submitWithPreview } from './write/preview.ts';
import { submit } from './write/submit.ts';
import { ageOfOldestWork, sweep } from './write/sweep.ts';

/** A lock's holder writes at least every second while it lives. */
const LOCK_TIME = 5_000;
/** Entities of no more records are read whole: to judge by some of the records would cost as much. */
const READ_WHOLE = 100;

/** Joins the rules to a store. Holds no state of its own: any number of instances may work on one store. */
export function createResolution({
  store: everything,
  rules,
  register,
  now = Date.now,
  updateRecords = false,
  entityEvents = false,
  genericKeyRecords = GENERIC_KEY_RECORDS,
  onGenericKey = () => undefined,
  observer = noObserver,
  pause = (milliseconds) => setTimeout(milliseconds),
  timeLeft = endless,
  lockTime = LOCK_TIME,
  readWhole = READ_WHOLE,
}: ResolutionDependencies): Resolution {
  const store = withoutReservations(everything);
  const context = {
    store,
    rules,
    now,
    updateRecords,
    entityEvents,
    genericKeyRecords,
    onGenericKey,
    observer,
    pause,
    timeLeft,
    random: Math.random,
    lockTime,
    readWhole,
    slates: new Slates(),
    beforeStoring: async () => register?.beforeStoring(),
  };
  // Reading operations of one request run side by side: what they look up at the same moment goes to the store in one call.
  const reads = gatherReads(store);
  const entityOfFragment = async (fragment: string): Promise<EntityView | undefined> => {
    const [found] = await readTrees(reads, [fragment]);
    return found && viewOfTree(reads, rules, ...found);
  };
  const assemblyStatus = async (): Promise<AssemblyStatus> => {
    // Work younger than the redo age is being done; older work waits for the sweeper, which comes every minute.
    const oldest = await ageOfOldestWork(store, now(), REDO_AGE);
    return oldest === null
      ? { state: 'READY', estimatedTimeRemaining: null }
      : { state: 'IN_PROGRESS', estimatedTimeRemaining: 1 };
  };
  const resolution: Resolution = {
    submit: (records, options) => submit(context, records, options),
    submitWithPreview: (records, options) => submitWithPreview(context, records, options),
    disassemble: (request) => disassemble(context, request),
    removeConnectionBan: (request) => removeConnectionBan(context, request),
    search: (request) => search({ ...context, store: reads }, request),
    entity: async (id) => (isID(id) ? entityOfFragment(id) : undefined),
    entityByRecord: async (recordID) => {
      if (recordID === '' || recordIdProblem(recordID) !== undefined) return undefined;
      let view: EntityView | undefined;
      // The entity may be taken apart between the look at the record and the look at the entity.
      for (let look = 0; look < LOOKS; look++) {
        const [item] = await reads.getMany([recordKey(recordID)]);
        if (item === undefined) return undefined;
        view = await entityOfFragment(readRecord(item).fragment);
        if (view?.records.some((record) => record['id'] === recordID)) return view;
      }
      return view;
    },
    explain: createExplain(reads, rules),
    pathsRead: pathsReadBy(rules),
    assemblyStatus,
    metrics: async () => {
      const genericKeys: FrequentKey[] = [];
      const tooFrequentKeys: FrequentKey[] = [];
      for await (const item of queryAll(store, GENERIC_KEYS)) {
        const keys = isFrequentOnly(item) ? tooFrequentKeys : genericKeys;
        keys.push({ hash: item.sk, ruleIDs: item['r'] as readonly string[] });
      }
      const { records, entities } = await readCounts(store);
      const loads = await readLoads(store, now());
      return {
        assemblyStatus: withLoads(await assemblyStatus(), loads),
        loads,
        recordCount: records,
        entityCount: entities,
        oldestUnfinished: await ageOfOldestWork(store, now(), 0),
        genericKeys,
        tooFrequentKeys,
        rules: register?.status ?? null,
      };
    },
    oldestInterrupted: () => ageOfOldestWork(store, now(), REDO_AGE),
    sweep: () => sweep(context),
  };
  return register === undefined ? resolution : underRegister(resolution, register);
}

/** The service is at work also while a bulk load is: then it takes as long as the slowest of them. */
function withLoads(status: AssemblyStatus, loads: readonly LoadProgress[]): AssemblyStatus {
  const minutes = [status.estimatedTimeRemaining, ...loads.map((load) => load.estimatedTimeRemaining)].filter(
    (estimate) => estimate !== null,
  );
  return minutes.length === 0 ? status : { state: 'IN_PROGRESS', estimatedTimeRemaining: Math.max(...minutes) };
}
