import { SubmitRefusedError } from '../../src/entities/errors.ts';
import type { createResolution } from '../../src/entities/operations.ts';
import { RetryableError } from '../../src/errors.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { componentOf } from '../setup/component.ts';
import { Interleaving, seededRandom } from '../setup/interleaving.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';
import { Disturbance } from './disturbance.ts';
import { type HistoryOptions, isStoredRecord, journalEntries } from './history.ts';
import { historyClock } from './history-clock.ts';

/**
 * Random histories of concurrent submits, with crashes at any store step, processes that stop there and sweepers, against the definition of an entity: the
 * connected components of the links between the stored records.
 */
export interface SubmitsReached {
  readonly crashed: number;
  readonly acknowledged: number;
  readonly merged: number;
  readonly stopped: number;
  readonly swept: number;
}

/** So many redo ages after its beginning everything of a history is old, also what clocks that were ahead made. */
const AFTER_ALL = 60;

export async function runSubmitHistory(seed: number, { create, redoAge }: HistoryOptions): Promise<SubmitsReached> {
  const random = seededRandom(seed * 7919 + 1);
  const pick = (size: number) => Math.floor(random() * size);
  const interleaving = new Interleaving(seed);
  const start = historyClock.now;
  historyClock.now += AFTER_ALL * redoAge;
  const acknowledged = new Map<string, RecordPayload>();
  let crashed = 0;
  const failures: unknown[] = [];
  const record = (): RecordPayload => {
    const exact = Array.from({ length: pick(3) }, () => String.fromCharCode(97 + pick(6)));
    const near = Array.from({ length: pick(3) }, () => `x${pick(9)}`);
    // Few ids: repeats of one record, and now and then another content under a known id.
    const id = `r${pick(12)}`;
    return { id, exact: exact.length + near.length === 0 ? ['a'] : exact, near };
  };
  const contents = new Map<string, RecordPayload>();
  const submits = Array.from({ length: 3 + pick(6) }, () =>
    Array.from({ length: 1 + pick(3) }, () => {
      const fresh = record();
      const id = fresh['id'] as string;
      if (!contents.has(id) || random() < 0.1) contents.set(id, fresh);
      return contents.get(id)!;
    }),
  );
  let actors = 0;
  const disturbance = new Disturbance(seed, {
    create,
    interleaving,
    newActor: () => actors++,
    start,
    redoAge,
    lockTime: 0,
    fail: (what) => failures.push(new Error(what)),
  });
  submits.forEach((records) => {
    const actor = actors++;
    const clock = { offset: 0 };
    disturbance.admit({ actor, clock });
    const resolution = create({
      store: interleaving.storeOf(actor),
      rules: toyRules,
      now: () => start + clock.offset,
      pause: (milliseconds) =>
        interleaving.step(actor, () => {
          clock.offset += milliseconds;
        }),
    });
    resolution.submit(records).then(
      () => {
        for (const payload of records) acknowledged.set(payload['id'] as string, payload);
      },
      (error: unknown) => {
        if (!(error instanceof SubmitRefusedError) && !(error instanceof RetryableError)) failures.push(error);
      },
    );
  });
  const crashes = random() < 0.5 ? 0.01 : 0;
  disturbance.beginBatch(start);
  do {
    await interleaving.run((draw, actor) => {
      if (draw() < crashes && disturbance.mayDie(actor)) {
        interleaving.kill(actor);
        crashed += 1;
      } else disturbance.beforeStep(actor);
    });
  } while (disturbance.wakeOne());

  if (failures.length > 0) throw new Error(`seed ${seed}: an actor failed`, { cause: failures[0] });
  const after = create({ store: interleaving.store, rules: toyRules, now: () => start + AFTER_ALL * redoAge });
  await expectComponents(seed, after, interleaving, (id) => acknowledged.has(id), acknowledged);
  await after.sweep();
  const merged = await expectComponents(seed, after, interleaving, () => true, acknowledged);
  const leftovers = journalEntries(interleaving).map(({ operation }) => operation);
  if (leftovers.length > 0) throw new Error(`seed ${seed}: the sweep left ${leftovers.join(', ')}`);
  return { crashed, acknowledged: acknowledged.size, merged, stopped: disturbance.stopped, swept: disturbance.swept };
}

/** Compares entities with components among the records that count. Returns how many records are not alone. */
async function expectComponents(
  seed: number,
  resolution: ReturnType<typeof createResolution>,
  interleaving: Interleaving,
  counts: (id: string) => boolean,
  acknowledged: ReadonlyMap<string, RecordPayload>,
): Promise<number> {
  const stored = new Map<string, RecordPayload>();
  for (const item of interleaving.store.items.values()) {
    if (isStoredRecord(item)) stored.set(item.pk.slice(2), JSON.parse(item['d'] as string) as RecordPayload);
  }
  for (const [id, payload] of acknowledged) {
    if (JSON.stringify(stored.get(id)) !== JSON.stringify(payload)) throw new Error(`seed ${seed}: lost record ${id}`);
  }
  const ids = [...stored.keys()].filter(counts).sort();
  let merged = 0;
  for (const id of ids) {
    const component = componentOf(id, ids, (a, b) => toyLinked(stored.get(a)!, stored.get(b)!));
    const entity = await resolution.entityByRecord(id);
    const members = (entity?.records ?? []).map((record) => record['id'] as string).filter(counts);
    if (new Set(members).size !== members.length) throw new Error(`seed ${seed}: a record twice in ${members}`);
    // Records that do not count may link those that do.
    const isExpected = [...component].every((member) => members.includes(member));
    const isExact = members.length === component.size;
    if (!isExpected || (counts('\u0000') && !isExact)) {
      const expected = [...component].sort().join();
      throw new Error(`seed ${seed}: the entity of ${id} is ${members.sort().join()}, not ${expected}`);
    }
    if (component.size > 1) merged += 1;
  }
  return merged;
}
