import type { RecordPayload } from '../../functions/core/matching/compiled.ts';
import type { createResolution } from '../../functions/core/resolution/create.ts';
import { SubmitRefusedError } from '../../functions/core/resolution/errors.ts';
import { Interleaving, seededRandom } from '../setup/interleaving.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';
import { type HistoryOptions, journalEntries } from './history.ts';
import { historyClock } from './history-clock.ts';

/**
 * Random histories of concurrent submits, with crashes at any store step, against the definition of an entity: the
 * connected components of the links between the stored records.
 */
export interface SubmitsReached {
  readonly crashed: number;
  readonly acknowledged: number;
  readonly merged: number;
}

export async function runSubmitHistory(seed: number, { create, redoAge }: HistoryOptions): Promise<SubmitsReached> {
  const random = seededRandom(seed * 7919 + 1);
  const pick = (size: number) => Math.floor(random() * size);
  const interleaving = new Interleaving(seed);
  const now = () => historyClock.now;
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
  submits.forEach((records, actor) => {
    const resolution = create({ store: interleaving.storeOf(actor), rules: toyRules, now });
    resolution.submit(records).then(
      () => {
        for (const payload of records) acknowledged.set(payload['id'] as string, payload);
      },
      (error: unknown) => {
        if (!(error instanceof SubmitRefusedError)) failures.push(error);
      },
    );
  });
  const crashes = random() < 0.5 ? 0.01 : 0;
  await interleaving.run((draw, actor) => {
    if (draw() < crashes) {
      interleaving.kill(actor);
      crashed += 1;
    }
  });

  if (failures.length > 0) throw new Error(`seed ${seed}: an actor failed`, { cause: failures[0] });
  const after = create({ store: interleaving.store, rules: toyRules, now });
  await expectComponents(seed, after, interleaving, (id) => acknowledged.has(id), acknowledged);
  historyClock.now += 2 * redoAge;
  await after.sweep();
  const merged = await expectComponents(seed, after, interleaving, () => true, acknowledged);
  const leftovers = journalEntries(interleaving).map(({ operation }) => operation);
  if (leftovers.length > 0) throw new Error(`seed ${seed}: the sweep left ${leftovers.join(', ')}`);
  return { crashed, acknowledged: acknowledged.size, merged };
}

/** Compares entities with components among the records that count; answers how many records are not alone. */
async function expectComponents(
  seed: number,
  resolution: ReturnType<typeof createResolution>,
  interleaving: Interleaving,
  counts: (id: string) => boolean,
  acknowledged: ReadonlyMap<string, RecordPayload>,
): Promise<number> {
  const stored = new Map<string, RecordPayload>();
  for (const item of interleaving.store.items.values()) {
    if (item.pk.startsWith('R#')) stored.set(item.pk.slice(2), JSON.parse(item['d'] as string) as RecordPayload);
  }
  for (const [id, payload] of acknowledged) {
    if (JSON.stringify(stored.get(id)) !== JSON.stringify(payload)) throw new Error(`seed ${seed}: lost record ${id}`);
  }
  const ids = [...stored.keys()].filter(counts).sort();
  let merged = 0;
  for (const id of ids) {
    const component = new Set([id]);
    for (const member of component) {
      for (const other of ids) if (toyLinked(stored.get(member)!, stored.get(other)!)) component.add(other);
    }
    const entity = await resolution.entityByRecord(id);
    const members = (entity?.records ?? []).map((record) => record['id'] as string).filter(counts);
    if (new Set(members).size !== members.length) throw new Error(`seed ${seed}: a record twice in ${members}`);
    const expected = [...component].sort().join();
    const linkedThroughOthers = counts('\u0000')
      ? members.sort().join() === expected
      : [...component].every((m) => members.includes(m));
    if (!linkedThroughOthers) {
      throw new Error(`seed ${seed}: the entity of ${id} is ${members.sort().join()}, not ${expected}`);
    }
    if (component.size > 1) merged += 1;
  }
  return merged;
}
