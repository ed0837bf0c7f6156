import { describe } from '@jest/globals';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { componentOf } from '../setup/component.ts';
import { Interleaving, seededRandom } from '../setup/interleaving.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';
import { historyClock } from './history-clock.ts';
import { inRandomHistories } from './random-histories.ts';

const CAP = 3;

const decided = (a: RecordPayload, b: RecordPayload): boolean =>
  (a['exact'] as string[]).some((value) => (b['exact'] as string[]).includes(value));

async function runHistory(seed: number): Promise<{ marked: number }> {
  const random = seededRandom(seed * 7919 + 5);
  const pick = (size: number) => Math.floor(random() * size);
  const interleaving = new Interleaving(seed);
  const resolutionOf = (store: Parameters<typeof createResolution>[0]['store']) =>
    createResolution({ store, rules: toyRules, genericKeyRecords: CAP, now: () => historyClock.now });
  let next = 0;
  const acknowledged = new Set<string>();
  for (let actor = 0; actor < 3 + pick(4); actor++) {
    const records = Array.from({ length: 1 + pick(3) }, () => {
      next += 1;
      const near = Array.from({ length: 1 + pick(2) }, () => `${'xy'[pick(2)]}${pick(4)}`);
      return { id: `r${next}`, exact: random() < 0.3 ? [`e${pick(3)}`] : [], near };
    });
    // A process that was killed answers nothing.
    void resolutionOf(interleaving.storeOf(actor))
      .submit(records)
      .then(() => records.forEach(({ id }) => void acknowledged.add(id)));
  }
  const crashes = random() < 0.5 ? 0.01 : 0;
  await interleaving.run((draw, actor) => {
    if (draw() < crashes) interleaving.kill(actor);
  });
  historyClock.now += 2 * REDO_AGE;
  const after = resolutionOf(interleaving.store);
  await after.sweep();

  const stored = new Map<string, RecordPayload>();
  for (const { pk, d } of interleaving.store.items.values()) {
    // A process that died may leave a mere reservation.
    if (pk.startsWith('R#') && d !== undefined) stored.set(pk.slice(2), JSON.parse(d as string) as RecordPayload);
  }
  for (const id of acknowledged) if (!stored.has(id)) throw new Error(`seed ${seed}: lost record ${id}`);
  const component = (id: string, isLink: typeof toyLinked) =>
    componentOf(id, [...stored.keys()], (a, b) => isLink(stored.get(a)!, stored.get(b)!));
  for (const id of stored.keys()) {
    const members = (await after.entityByRecord(id))!.records.map((record) => String(record['id']));
    const may = component(id, toyLinked);
    const must = [...component(id, decided)];
    const fits = members.every((member) => may.has(member)) && must.every((member) => members.includes(member));
    if (!fits || new Set(members).size !== members.length) {
      throw new Error(
        `seed ${seed}: the entity of ${id} is ${members}; it must hold ${must}, and may hold ${[...may]}`,
      );
    }
    const other = (await after.entityByRecord(members[0]!))!;
    if (!other.records.some((record) => record['id'] === id)) throw new Error(`seed ${seed}: ${id} is in two entities`);
  }
  return { marked: (await after.metrics()).genericKeys.length };
}

describe('keys that become over-frequent under concurrency and crashes', () => {
  inRandomHistories('lose no record and no link of a deciding key', runHistory, { marked: 1 / 2 });
});
