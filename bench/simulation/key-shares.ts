import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { IndexPlan } from '../../src/rules/compile/index-plan.ts';
import { FIELDS, type Field, type Population, type SimulatedRecord } from './population.ts';
import { Random } from './random.ts';

const LIMIT = 1_000;
/** Households whose values stand for those that are not listed. */
const SAMPLES = 12_000;
/** Names below this rank are too rare to weigh in what sounds alike. */
const RANKS = 30_000;
const FIRST_RANKS = 10_000;
/** Values per part of a key below which a part is taken for the value itself. */
const MANY_TO_ONE = 1.2;

/** One part of a plan's keys: which fields it is made of and how often each of its parts occurs. */
interface Source {
  readonly fields: readonly Field[];
  /** Share of records that have the part; undefined where parts are as rare as the values they are made of. */
  readonly shares: ReadonlyMap<string, number> | undefined;
}

/** A key of a record, with the probability that a record of another household has it. */
export interface SharedKey {
  readonly hash: string;
  readonly plan: IndexPlan;
  readonly share: number;
}

/** Knows, for each index key of a record, how many of all records have it. */
export class KeyShares {
  private readonly rules: CompiledRules;
  private readonly sources = new Map<IndexPlan, readonly Source[]>();

  constructor(rules: CompiledRules, population: Population) {
    this.rules = rules;
    const random = new Random(97);
    const samples = Array.from({ length: SAMPLES }, () => population.household(random)[0]!);
    const bySignature = new Map<string, Source>();
    for (const plan of rules.parts.plans) {
      this.sources.set(
        plan,
        plan.sources.map((source) => {
          const known = bySignature.get(source.signature);
          if (known !== undefined) return known;
          const parts = (record: object) => source.parts(rules.resolve(record as { id: string }), LIMIT) ?? [];
          const found = sourceOf(parts, samples, population);
          bySignature.set(source.signature, found);
          return found;
        }),
      );
    }
  }

  keysOf(record: SimulatedRecord): SharedKey[] {
    const values = this.rules.resolve(payloadOf(record));
    const keys: SharedKey[] = [];
    for (const [plan, sources] of this.sources) {
      const positions = plan.sources.map((source) => source.parts(values, LIMIT) ?? []);
      const hashes: { hash: string }[] = [];
      plan.addKeys(values, hashes as never, LIMIT);
      // Hashes come in the order of the combinations of parts, the last source's the fastest.
      combine(positions).forEach((chosen, index) => {
        let share = 1;
        chosen.forEach((part, at) => {
          const { fields, shares } = sources[at]!;
          share *=
            shares?.get(part) ?? fields.reduce((product, field) => product * (record.values[field]?.share ?? 0), 1);
        });
        keys.push({ hash: hashes[index]!.hash, plan, share });
      });
    }
    return keys;
  }

  /** The share of the most frequent key that the plan can have. */
  largestShare(plan: IndexPlan, samples: readonly SharedKey[]): number {
    const sources = this.sources.get(plan)!;
    const seen = samples.reduce((most, key) => (key.plan === plan && key.share > most ? key.share : most), 0);
    if (sources.some(({ shares }) => shares === undefined)) return seen;
    // A value that is no name or day, such as a placeholder, is in no list.
    return Math.max(
      seen,
      sources.reduce((product, { shares }) => product * Math.max(...shares!.values()), 1),
    );
  }
}

export const payloadOf = ({ id, values }: SimulatedRecord) => ({
  id,
  ...Object.fromEntries(FIELDS.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field].text]]))),
});

function combine(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((rows, parts) => rows.flatMap((row) => parts.map((part) => [...row, part])), [[]]);
}

/** What a part of a key depends on: seen by leaving fields out, one at a time. */
function sourceOf(
  parts: (record: object) => readonly string[],
  samples: readonly SimulatedRecord[],
  population: Population,
): Source {
  const complete = samples.filter(({ values }) => FIELDS.every((field) => values[field] !== undefined)).slice(0, 20);
  const fields = FIELDS.filter((field) =>
    complete.some((record) => {
      const whole = payloadOf(record);
      const { [field]: _, ...rest } = whole as Record<string, string>;
      return String(parts(whole)) !== String(parts(rest));
    }),
  );
  const { shares, values } =
    fields.length === 1
      ? sharesByValues(parts, fields[0]!, samples, population)
      : sharesBySamples(parts, fields, samples);
  return { fields, shares: values / shares.size < MANY_TO_ONE ? undefined : shares };
}

interface PartShares {
  /** Share of records that have a part. */
  readonly shares: ReadonlyMap<string, number>;
  /** How many distinct values the parts are made of. */
  readonly values: number;
}

function sharesBySamples(
  parts: (record: object) => readonly string[],
  fields: readonly Field[],
  samples: readonly SimulatedRecord[],
): PartShares {
  const shares = new Map<string, number>();
  const distinct = new Set<string>();
  for (const record of samples) {
    const present = Object.fromEntries(fields.map((field) => [field, record.values[field]?.text]));
    if (fields.some((field) => present[field] === undefined)) continue;
    distinct.add(JSON.stringify(present));
    for (const part of parts({ id: 'x', ...present })) shares.set(part, (shares.get(part) ?? 0) + 1 / samples.length);
  }
  return { shares, values: distinct.size };
}

function sharesByValues(
  parts: (record: object) => readonly string[],
  field: Field,
  samples: readonly SimulatedRecord[],
  population: Population,
): PartShares {
  const shares = new Map<string, number>();
  const distinct = new Set<string>();
  let listed = 0;
  for (const { text, share } of valuesOf(field, samples, population)) {
    distinct.add(text);
    listed += share;
    for (const part of parts({ id: 'x', [field]: text })) shares.set(part, (shares.get(part) ?? 0) + share);
  }
  // Values that are not listed sound like those that are.
  const scale = givenShare(field, samples) / listed;
  return { shares: new Map(Array.from(shares, ([part, share]) => [part, share * scale])), values: distinct.size };
}

const givenShare = (field: Field, samples: readonly SimulatedRecord[]): number =>
  samples.filter(({ values }) => values[field] !== undefined).length / samples.length;

/** The values of a field with their shares; where there are too many, those of a sample, each as frequent as in it. */
function valuesOf(
  field: Field,
  samples: readonly SimulatedRecord[],
  { lastNames, men, women, birthdays }: Population,
): readonly { readonly text: string; readonly share: number }[] {
  if (field === 'dateOfBirth') return birthdays;
  if (field === 'lastName') {
    return Array.from({ length: RANKS }, (_, rank) => ({
      text: lastNames.nameOf(rank),
      share: lastNames.shareOf(rank),
    }));
  }
  if (field === 'firstName') {
    return [men, women].flatMap((names) =>
      Array.from({ length: Math.min(FIRST_RANKS, names.count) }, (_, rank) => ({
        text: names.nameOf(rank),
        share: names.shareOf(rank) / 2,
      })),
    );
  }
  return samples.flatMap(({ values }) =>
    values[field] === undefined ? [] : [{ text: values[field].text, share: 1 / samples.length }],
  );
}
