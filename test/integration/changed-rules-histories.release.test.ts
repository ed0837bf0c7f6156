import { describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { chooseRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { RetryableError } from '../../src/errors.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import type { Write } from '../../src/store/port.ts';
import { deployedPeople, edits } from '../setup/edited-people.ts';
import { seededRandom } from '../setup/interleaving.ts';
import { MemoryStore } from '../setup/memory-store.ts';

const HISTORIES = 25;
const STEPS = 24;
const HOUR = 3_600_000;

/** The process dies when so many writes were made. */
class DyingStore extends MemoryStore {
  left = Number.POSITIVE_INFINITY;
  override async write(writes: readonly Write[]) {
    // A process that dies has made some of the writes of a call.
    const made = writes.slice(0, Math.max(0, this.left));
    this.left -= writes.length;
    const outcomes = await super.write(made);
    if (made.length < writes.length) throw new Died();
    return outcomes;
  }
  override async transact(writes: Parameters<MemoryStore['transact']>[0]) {
    this.left -= 1;
    if (this.left < 0) throw new Died();
    return super.transact(writes);
  }
  override async discard(...given: Parameters<MemoryStore['discard']>) {
    this.left -= 1;
    if (this.left < 0) throw new Died();
    return super.discard(...given);
  }
}

class Died extends Error {}

/** Never goes back: ids of this process ascend with it. */
let clock = Date.parse('2026-02-03T04:05:06Z');

const firstNames = ['Ada', 'Aida', 'Charles', 'Mary'];
const lastNames = ['Lovelace', 'Loveless', 'Babbage'];
const IDS = 6;
const deployments = [undefined, ...Object.values(edits)].map((edit) => deployedPeople(edit));

interface HistoryOptions {
  /** Whether changed rules come into force all the same. */
  readonly adoptChanged: boolean;
  /** Whether processes die in the middle of a step. */
  readonly dies: boolean;
}

/**
 * A random history: people of few values come, change, are linked together, parted and erased; between the steps the
 * process starts again with other rules, or dies in the middle of a step. Answers the store when all of them are erased.
 */
async function run(seed: number, { adoptChanged, dies }: HistoryOptions): Promise<MemoryStore> {
  const random = seededRandom(seed);
  const below = (most: number) => (random() * 2 ** 32) % most;
  const store = new DyingStore();
  clock += HOUR;
  const start = async (): Promise<Resolution> => {
    const chosen = await chooseRules(store, deployments[below(deployments.length)]!, { adoptChanged });
    const options = {
      updateRecords: true,
      genericKeyRecords: 10,
      now: () => clock,
      // Who waits for a process that died sees the time pass.
      pause: async (milliseconds: number) => {
        clock += milliseconds;
      },
    };
    return createResolution({ store, ...chosen, ...options });
  };
  const idOf = () => `person-${below(IDS)}`;
  const person = (id = idOf()): RecordPayload => ({
    id,
    firstName: firstNames[below(firstNames.length)],
    lastName: lastNames[below(lastNames.length)],
    dateOfBirth: below(3) === 0 ? '' : `181${below(2)}-12-10`,
    email: `secret${below(3)}@example.com`,
    postcode: `AB1 ${below(2)}CD`,
    phone: `+44 20 7946 000${below(2)}`,
    city: Array.from({ length: below(4) === 0 ? 25 : 1 }, (_, index) => `secretword${index}`).join(' '),
  });
  let last = person();
  const step = async (resolution: Resolution): Promise<unknown> => {
    switch (below(6)) {
      case 0:
        last = person();
        return resolution.submit([last]);
      case 1:
        // Its answer was lost, maybe with the process.
        return resolution.submit([last]);
      case 2:
        return resolution.submit([person('person-0'), person('person-1')], { linkTogether: true });
      case 3:
        return resolution.disassemble({ edges: [{ a: idOf(), b: idOf() }], createConnectionBan: below(2) === 0 });
      case 4:
        clock += HOUR;
        return resolution.sweep();
      default:
        return resolution.disassemble({ recordIDs: [idOf()] });
    }
  };
  let resolution = await start();
  for (let count = 0; count < STEPS; count++) {
    if (below(4) === 0) resolution = await start();
    const isLast = dies && below(4) === 0;
    if (isLast) store.left = below(12);
    try {
      await step(resolution);
    } catch (error) {
      const isAnswered = (error as { code?: unknown }).code !== undefined && !(error instanceof RetryableError);
      if (!(error instanceof Died) && !isAnswered) throw error;
    }
    store.left = Number.POSITIVE_INFINITY;
    if (isLast) resolution = await start();
  }
  for (let round = 0; round < 2; round++) {
    clock += HOUR;
    await resolution.sweep();
    for (let id = 0; id < IDS; id++) await resolution.disassemble({ recordIDs: [`person-${id}`] });
  }
  clock += HOUR;
  await resolution.sweep();
  expect(await resolution.metrics()).toMatchObject({ recordCount: 0, oldestUnfinished: null });
  return store;
}

describe.each([
  { way: 'held back', adoptChanged: false, dies: false },
  { way: 'adopted', adoptChanged: true, dies: false },
  { way: 'held back, by processes that die', adoptChanged: false, dies: true },
  { way: 'adopted, by processes that die', adoptChanged: true, dies: true },
])('random histories of rules that change, $way', (options) => {
  it('leave no value, no key and no id of an erased record anywhere in the table', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const items = [...(await run(seed, options)).items.values()];

      const ofRecords = items.filter(({ pk }) => /^[RBKG]#/.test(pk));
      expect({ seed, ofRecords }).toEqual({ seed, ofRecords: [] });
      expect(items.filter(({ pk }) => pk.startsWith('Q#')).length).toBeGreaterThan(1);
      const table = JSON.stringify(items);
      expect(table).not.toMatch(/secret|Lovel|Babbage|181\d-12-10/);
      // A process that died before it stored a record has said where that would stand.
      if (!options.dies) expect(table).not.toContain('person-');
    }
  });
});
