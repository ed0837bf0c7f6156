import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/create.ts';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { Interleaving, seededRandom } from '../setup/interleaving.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';
import { historyClock } from './history-clock.ts';

/** ENTITY_DATA_HISTORIES sets how many histories run. */
const HISTORIES = Number(process.env['ENTITY_DATA_HISTORIES'] ?? 100);
const CAP = 3;

const decided = (a: RecordPayload, b: RecordPayload): boolean =>
  (a['exact'] as string[]).some((value) => (b['exact'] as string[]).includes(value));

/** Ids that are connected with a record by links. */
function component(
  id: string,
  records: ReadonlyMap<string, RecordPayload>,
  isLink: (a: RecordPayload, b: RecordPayload) => boolean,
): string[] {
  const found = new Set([id]);
  for (const member of found) {
    for (const [other, payload] of records) if (isLink(records.get(member)!, payload)) found.add(other);
  }
  return [...found];
}

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
  for (const id of stored.keys()) {
    const members = (await after.entityByRecord(id))!.records.map((record) => String(record['id']));
    const may = new Set(component(id, stored, toyLinked));
    const must = component(id, stored, decided);
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
  it(`lose no record and no link of a deciding key in ${HISTORIES} random histories`, async () => {
    let marked = 0;
    for (let seed = 1; seed <= HISTORIES; seed++) marked += (await runHistory(seed)).marked;

    // The histories must reach what they are for.
    expect(marked).toBeGreaterThan(HISTORIES / 2);
  }, 600_000);
});
