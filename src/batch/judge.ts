import { UNITS_OF_PAIR } from '../entities/pace.ts';
import type { CompiledRules } from '../rules/compile/compiled-rules.ts';
import { postedValues } from '../rules/compile/index-plan.ts';
import { piecewise } from '../rules/matchers/long-comparison.ts';
import type { KeyPlan, ResolvedValues } from '../rules/types.ts';
import type { Work } from '../work.ts';
import type { KeyBucket, KeyGroup } from './key-entries.ts';

/** Who joins records, by position. */
export interface Joins {
  /** Whether the two are apart, and nothing forbids their link. */
  isOpen(a: number, b: number): boolean;
  join(a: number, b: number): void;
  /** Joins all that hold an exact key. */
  joinHolders(holders: readonly number[]): void;
  /** Of the holders of an over-frequent key, those that it links: in parts, each by places in the list. */
  partsOfMany(holders: readonly number[]): readonly (readonly number[])[];
}

/** A blocking key that more records share than it links. */
export interface OverFrequentHolders {
  readonly hash: string;
  readonly ruleIDs: readonly string[];
  readonly records: number;
}

/** Two records that a review rule holds for, by position. They may be one entity by another key. */
export interface NearPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

export interface Judged {
  readonly overFrequent: OverFrequentHolders[];
  readonly near: NearPair[];
  pairs: number;
}

export interface JudgeOptions {
  readonly rules: CompiledRules;
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  readonly joins: Joins;
  /** Whether near pairs are looked for. */
  readonly findsNear?: boolean;
  /** True to rest also inside of long comparisons: for threads that do something else as well. */
  readonly rests?: boolean;
}

/** Joins the records of one bucket of keys, those of exact keys first: they need not be judged. */
export function* judgeBucket(bucket: KeyBucket, options: JudgeOptions): Work<Judged> {
  const { genericKeyRecords, joins } = options;
  const judged: Judged = { overFrequent: [], near: [], pairs: 0 };
  const blocking: KeyGroup[] = [];
  for (const group of bucket.groups(2)) {
    const { plan, entries } = group;
    if (plan.exact) joins.joinHolders(entries.map((entry) => bucket.position(entry)));
    // A key without carried values serves searches only.
    else if (plan.carried.length > 0) blocking.push(group);
  }
  for (const { plan, entries } of blocking) {
    if (entries.length <= genericKeyRecords) {
      yield* judgeHolders(bucket, plan, entries, options, judged);
      continue;
    }
    judged.overFrequent.push({ hash: bucket.hash(entries[0]!), ruleIDs: plan.ruleIDs, records: entries.length });
    for (const part of joins.partsOfMany(entries.map((entry) => bucket.position(entry)))) {
      const of = part.map((place) => entries[place]!);
      yield* judgeHolders(bucket, plan, of, options, judged);
    }
  }
  return judged;
}

/** Judges pairs of holders until all are joined; with near pairs, all that are apart. */
function* judgeHolders(
  bucket: KeyBucket,
  plan: KeyPlan,
  entries: readonly number[],
  options: JudgeOptions,
  judged: Judged,
): Work<void> {
  const { rules, joins, rests = false } = options;
  const positions = entries.map((entry) => bucket.position(entry));
  const valuesOf = valuesIn(bucket, plan, entries, rules.resolverIDs.length);
  const isNear = nearScore(plan, options);
  for (let second = 1; second < entries.length; second++) {
    const before = judged.pairs;
    const b = positions[second]!;
    for (let first = 0; first < second; first++) {
      const a = positions[first]!;
      if (!joins.isOpen(a, b)) continue;
      judged.pairs += 1;
      const [one, other] = [valuesOf(first), valuesOf(second)];
      const isLinked = rests ? yield* piecewise(() => rules.linked(plan, other, one)) : rules.linked(plan, other, one);
      if (isLinked) {
        joins.join(a, b);
        continue;
      }
      const score = isNear?.(plan, other, one);
      if (score !== undefined) judged.near.push({ a, b, score });
    }
    yield (judged.pairs - before) * UNITS_OF_PAIR;
  }
}

/** Undefined if no review rule finds pairs by the keys of the plan, or the caller asks for none. */
const nearScore = (plan: KeyPlan, { rules, findsNear }: JudgeOptions): CompiledRules['nearMatch'] =>
  findsNear === true && rules.mayBeNear(plan) ? rules.nearMatch : undefined;

/** The values that postings of the key would carry, by place among the holders: each is read once. */
function valuesIn(
  bucket: KeyBucket,
  plan: KeyPlan,
  entries: readonly number[],
  resolvers: number,
): (place: number) => ResolvedValues {
  const read: (ResolvedValues | undefined)[] = new Array(entries.length);
  return (place) => {
    const known = read[place] ?? postedValues(plan, JSON.parse(bucket.values(entries[place]!)), resolvers);
    read[place] = known;
    return known;
  };
}
