import { createResolution } from '../../src/entities/create.ts';
import { isOverFrequent, readPostings } from '../../src/entities/read/candidates.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { IndexPlan } from '../../src/rules/compile/index-plan.ts';
import type { Store } from '../../src/store/port.ts';
import { inStore } from '../own-store.ts';
import { runWorkers } from '../workers.ts';
import { payloadOf } from './key-shares.ts';
import { Population, type SimulatedRecord } from './population.ts';
import { Random } from './random.ts';
import { type Forecast, isLinking, spreadOf } from './simulate.ts';

const BATCH = 100;
const SAMPLES = 5_000;
/** The load is always at this moment, in milliseconds since 1970: however slow the disk is, no submit takes too long. */
const MOMENT = 1_800_000_000_000;

/** What a real store of the same population holds: the part of a forecast that it can be held to. */
export interface Loaded {
  readonly records: number;
  readonly plans: readonly {
    readonly ruleIDs: readonly string[];
    readonly keys: number;
    readonly capped: number;
    readonly hubRecords: number;
  }[];
  readonly submitCandidates: number;
}

/** Loads so many records into an embedded store of its own, through submit, and counts the postings of some of them. */
export async function load(
  rules: CompiledRules,
  records: number,
  { cap, seed = 7 }: { readonly cap: number; readonly seed?: number },
): Promise<Loaded> {
  return inStore(async (store) => {
    const population = new Population(records);
    const random = new Random(seed);
    const drawn: SimulatedRecord[] = [];
    while (drawn.length < records) drawn.push(...population.household(random));
    // In the order of households one of them would be in one batch; a store meets its members at different times.
    for (let at = drawn.length - 1; at > 0; at--) {
      const other = random.integer(at + 1);
      [drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!];
    }
    const resolution = createResolution({ store, rules, genericKeyRecords: cap, now: () => MOMENT });
    await runWorkers(4, Math.ceil(drawn.length / BATCH), async (index) => {
      await resolution.submit(drawn.slice(index * BATCH, (index + 1) * BATCH).map(payloadOf));
    });
    return await count(store, rules, drawn, cap);
  });
}

async function count(
  store: Store,
  rules: CompiledRules,
  records: readonly SimulatedRecord[],
  cap: number,
): Promise<Loaded> {
  const { plans } = rules.parts;
  const holders = new Map<IndexPlan, number[]>(plans.map((plan) => [plan, []]));
  const candidates: number[] = [];
  const samples = records.slice(0, SAMPLES);
  for (const record of samples) {
    const found = new Set<string>();
    const keys = rules.indexKeys(rules.resolve(payloadOf(record)));
    const hashes = keys.map(({ hash }) => hash);
    for (const [index, read] of (await readPostings(store, hashes, { consistent: true, cap })).entries()) {
      const { plan } = keys[index]!;
      const postings = isOverFrequent(read) ? undefined : read;
      holders.get(plan as IndexPlan)!.push(postings?.length ?? cap + 1);
      if (isLinking(plan as IndexPlan)) for (const { recordID } of postings ?? []) found.add(recordID);
    }
    found.delete(record.id);
    candidates.push(found.size);
  }
  return {
    records: records.length,
    plans: plans.map((plan) => {
      const counts = holders.get(plan)!;
      return {
        ruleIDs: plan.ruleIDs,
        keys: counts.length / samples.length,
        capped: spreadOf(counts).mean,
        hubRecords: counts.filter((one) => one > cap).length / Math.max(1, counts.length),
      };
    }),
    submitCandidates: spreadOf(candidates).mean,
  };
}

export interface Comparison {
  readonly what: string;
  readonly expected: number;
  readonly counted: number;
  readonly isClose: boolean;
}

/** Means may differ by so much of themselves, as the samples do; shares by so many of a hundred as well. */
const MEAN_TOLERANCE = 0.12;
const SHARE_TOLERANCE = 0.01;

/** Holds a forecast to what was counted. */
export function compare(expected: Forecast, counted: Loaded): Comparison[] {
  const near = (a: number, b: number, slack: number) => Math.abs(a - b) <= MEAN_TOLERANCE * Math.max(a, b) + slack;
  const rows: Comparison[] = [];
  const add = (what: string, e: number, c: number, slack: number) =>
    rows.push({ what, expected: e, counted: c, isClose: near(e, c, slack) });
  expected.plans.forEach(({ ruleIDs, keys, capped, hubRecords }, index) => {
    const real = counted.plans[index]!;
    const name = ruleIDs.join(', ');
    add(`${name}: keys of a record`, keys, real.keys, 0);
    add(`${name}: holders of a key, to the cap`, capped, real.capped, 0);
    add(`${name}: share of keys above the cap`, hubRecords, real.hubRecords, SHARE_TOLERANCE);
  });
  add('candidates of a submit', expected.submitCandidates.mean, counted.submitCandidates, 0);
  return rows;
}
