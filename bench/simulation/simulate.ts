import { append, byNames } from '../../src/multimap.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { IndexPlan } from '../../src/rules/compile/index-plan.ts';
import { percentile } from '../percentile.ts';
import { type KeyShares, payloadOf, type SharedKey } from './key-shares.ts';
import { Population, type SimulatedRecord } from './population.ts';
import { Random } from './random.ts';

export interface Spread {
  readonly mean: number;
  readonly p95: number;
  readonly p99: number;
}

/** The keys that the records of one plan have. */
export interface PlanForecast {
  readonly ruleIDs: readonly string[];
  /** False for a plan that only searches use. */
  readonly links: boolean;
  /** Records that have the same key as a record, itself included. */
  readonly holders: Spread;
  /** The mean of them with no more than one above the cap counted. */
  readonly capped: number;
  /** Share of the distinct keys, and of the keys of all records, that more records have than the cap. */
  readonly hubKeys: number;
  readonly hubRecords: number;
  /** Keys of a record. */
  readonly keys: number;
  /** Share of records that have the most frequent key. */
  readonly largestShare: number;
}

/** What to expect when so many records are stored. */
export interface Forecast {
  readonly records: number;
  readonly plans: readonly PlanForecast[];
  /** Stored records that a submit, and a search by names, birthday and postcode, has to judge. */
  readonly submitCandidates: Spread;
  readonly searchCandidates: Spread;
}

export interface ForecastOptions {
  /** More holders than this make a key generic. */
  readonly cap: number;
  readonly households?: number;
  readonly seed?: number;
}

const HOUSEHOLDS = 4_000;

/**
 * Expects what a store of so many records would hold, without holding it: households are drawn, their keys are made by
 * the real rules and counted; how many records of other households have the same key follows from the key's share, in
 * clumps as large as in the households drawn, because one person has several records.
 */
export function forecast(
  rules: CompiledRules,
  shares: KeyShares,
  records: number,
  { cap, households = HOUSEHOLDS, seed = 1 }: ForecastOptions,
): Forecast {
  const population = new Population(records);
  const random = new Random(seed);
  const drawn = Array.from({ length: households }, () => {
    const members = population.household(random);
    const keys = members.map((member) => shares.keysOf(member));
    return { members, keys, inside: insideOf(keys) };
  });
  const clumps = clumpsOf(drawn);
  const holders = new Map<IndexPlan, number[]>(rules.parts.plans.map((plan) => [plan, []]));
  const sampled = new Map<IndexPlan, SharedKey[]>(rules.parts.plans.map((plan) => [plan, []]));
  const submits: number[] = [];
  const searches: number[] = [];
  let recordCount = 0;
  for (const { members, keys, inside } of drawn) {
    const outside = new Map<string, number>();
    for (const own of keys) {
      for (const { hash, plan, share } of own) {
        if (!outside.has(hash)) {
          const mean = share * Math.max(0, records - members.length);
          outside.set(hash, clumped(random, mean, clumps.get(plan)!));
        }
      }
    }
    members.forEach((member, index) => {
      recordCount += 1;
      for (const key of keys[index]!) {
        holders.get(key.plan)!.push(inside.get(key.hash)!.length + outside.get(key.hash)!);
        sampled.get(key.plan)!.push(key);
      }
      const candidates = (chosen: readonly { hash: string }[]): number => {
        const near = new Set<number>();
        let far = 0;
        for (const { hash } of chosen) {
          const own = inside.get(hash);
          if (own === undefined) continue;
          if (own.length + outside.get(hash)! > cap) continue;
          for (const other of own) near.add(other);
          far += outside.get(hash)!;
        }
        near.delete(index);
        return near.size + far;
      };
      submits.push(candidates(keys[index]!.filter(({ plan }) => isLinking(plan))));
      searches.push(candidates(searchKeys(rules, member)));
    });
  }
  return {
    records,
    plans: rules.parts.plans.map((plan): PlanForecast => {
      const found = holders.get(plan)!;
      // Every key is met as often as it has holders: each counts by its inverse to count keys.
      const distinct = found.reduce((sum, count) => sum + 1 / count, 0);
      const hubs = found.filter((count) => count > cap);
      return {
        ruleIDs: plan.ruleIDs,
        links: isLinking(plan),
        holders: spreadOf(found),
        capped: spreadOf(found.map((count) => Math.min(count, cap + 1))).mean,
        hubKeys: hubs.reduce((sum, count) => sum + 1 / count, 0) / distinct,
        hubRecords: hubs.length / Math.max(1, found.length),
        keys: found.length / recordCount,
        largestShare: shares.largestShare(plan, sampled.get(plan)!),
      };
    }),
    submitCandidates: spreadOf(submits),
    searchCandidates: spreadOf(searches),
  };
}

/** Whether a submit looks for candidates under the plan's keys. */
export const isLinking = ({ exact, carried }: IndexPlan): boolean => !exact && carried.length > 0;

/** The keys of a search by what identifies a person without a number or address. */
export function searchKeys(rules: CompiledRules, record: SimulatedRecord): readonly { readonly hash: string }[] {
  const { firstName, lastName, dateOfBirth, postcode } = payloadOf(record) as Record<string, string>;
  const given = { firstName, lastName, dateOfBirth, postcode };
  const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return rules.prepareSearch(parameters, rules.searchRuleNames[0]!).keys;
}

export function spreadOf(values: readonly number[]): Spread {
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: sum / Math.max(1, values.length), p95: percentile(values, 0.95), p99: percentile(values, 0.99) };
}

/** For each key of a household the positions of its records that have it. */
const insideOf = (keys: readonly (readonly SharedKey[])[]): Map<string, number[]> =>
  byNames(keys.keys(), (index) => keys[index]!.map(({ hash }) => hash));

/** How many records of one household have one key of a plan, for each key that was drawn. */
interface Clumps {
  readonly sizes: readonly number[];
  readonly mean: number;
}

function clumpsOf(drawn: readonly { readonly keys: readonly (readonly SharedKey[])[] }[]): Map<IndexPlan, Clumps> {
  const sizes = new Map<IndexPlan, number[]>();
  for (const { keys } of drawn) {
    const counts = new Map<string, { plan: IndexPlan; count: number }>();
    for (const { hash, plan } of keys.flat()) {
      const found = counts.get(hash);
      if (found === undefined) counts.set(hash, { plan, count: 1 });
      else found.count += 1;
    }
    for (const { plan, count } of counts.values()) append(sizes, plan, count);
  }
  return new Map([...sizes].map(([plan, counts]) => [plan, { sizes: counts, mean: spreadOf(counts).mean }]));
}

/** Clumps are summed one by one as long as they are few. */
const MANY_CLUMPS = 200;

function clumped(random: Random, records: number, { sizes, mean }: Clumps): number {
  const clumps = random.poisson(records / mean);
  if (clumps > MANY_CLUMPS) return Math.round(clumps * mean);
  let sum = 0;
  for (let clump = 0; clump < clumps; clump++) sum += sizes[random.integer(sizes.length)]!;
  return sum;
}
