import { setImmediate } from 'node:timers/promises';
import { append } from '../../../src/multimap.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import type { RuleConfig } from '../../../src/rules/document/types.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import type { Matcher } from '../../../src/rules/matchers/matcher.ts';
import type { RecordPayload, ResolvedValues } from '../../../src/rules/types.ts';
import type { Design } from '../../../src/workbench/design/design.ts';
import type { Evidence } from '../../../src/workbench/design/evidence.ts';
import { round } from '../../../src/workbench/design/weights.ts';
import type { PairPart, SamplePair } from '../../../src/workbench/learning/learned-design.ts';
import { valuesAt } from '../files/file-table.ts';
import { InterruptedError } from '../interrupted.ts';
import type { TrialOptions } from './trial.ts';

const shownPairs = 20;
/** Records under one key beyond which only neighbours are compared. */
const mostUnderKey = 100;
/** Milliseconds of work after which other events get their turn. */
const turn = 100;

/** What the weighted matcher of a design says, as its document has it. */
interface Weighing {
  readonly threshold: number;
  readonly evidence: readonly {
    readonly otherwise: number;
    readonly weights: readonly number[];
    readonly group?: string;
  }[];
  readonly limits: Readonly<
    Record<string, { readonly most?: number; readonly least?: number; readonly within?: string }>
  >;
}

interface WeighedPair {
  readonly a: number;
  readonly b: number;
  readonly bits: number;
}

/** The values of each record, and the records under each key. */
async function blocksOf(
  rules: CompiledRules,
  records: readonly RecordPayload[],
  pause: () => false | Promise<boolean>,
  onProgress: (share: number) => void,
): Promise<{ readonly values: readonly ResolvedValues[]; readonly blocks: ReadonlyMap<string, readonly number[]> }> {
  const values: ResolvedValues[] = [];
  const blocks = new Map<string, number[]>();
  for (const [index, record] of records.entries()) {
    const resolved = rules.resolve(record);
    values.push(resolved);
    for (const { hash } of rules.indexKeys(resolved)) append(blocks, hash, index);
    if (await pause()) onProgress((index / records.length) * 0.5);
  }
  return { values, blocks };
}

/**
 * The pairs of a sample whose sums are closest to the threshold: the close calls. None if the keys of the design link by
 * themselves.
 */
export async function closestPairs(
  design: Design,
  records: readonly RecordPayload[],
  { signal, onProgress = () => {} }: TrialOptions = {},
): Promise<readonly SamplePair[]> {
  const { rules, parts: partsOf } = compileTrial(design);
  if (partsOf === undefined) return [];
  const pause = pauses(signal);
  const { values, blocks } = await blocksOf(rules, records, pause, onProgress);
  const closest = new Closest(design.threshold);
  const seen = new Set<number>();
  let done = 0;
  for (const block of blocks.values()) {
    for (const [a, b] of pairsOf(block)) {
      const number = a * records.length + b;
      if (seen.has(number)) continue;
      seen.add(number);
      closest.add({ a, b, bits: sumOf(partsOf(values[a]!, values[b]!)) });
    }
    done += 1;
    if (await pause()) onProgress(0.5 + (done / blocks.size) * 0.5);
  }
  return closest.pairs().map(({ a, b, bits }) => {
    const counted = partsOf(values[a]!, values[b]!);
    return {
      a: records[a]!,
      b: records[b]!,
      bits,
      parts: shownParts(design.evidence, counted, records[a]!, records[b]!),
    };
  });
}

/** What each piece of evidence counts, and what limits of groups take away. */
interface CountedParts {
  readonly counts: readonly number[];
  /** Bits by the group's name; negative where a limit cuts. */
  readonly limits: readonly (readonly [group: string, bits: number])[];
}

const sumOf = ({ counts, limits }: CountedParts): number =>
  round(counts.reduce((sum, bits) => sum + bits, 0) + limits.reduce((sum, [, bits]) => sum + bits, 0));

function compileTrial({ ruleConfig, evidence }: Design) {
  const document = loadRuleConfig(JSON.stringify(ruleConfig), undefined, 'the designed rule-config');
  const weighing = weighingOf(document);
  // A design whose keys link by themselves has no matchers of evidence.
  const weighed = weighing === undefined ? [] : evidence;
  const levelIDs = [...new Set(weighed.flatMap(({ levels }) => levels.map(([id]) => id)))];
  const rules = compileRuleConfig({ ...document, rules: [...document.rules, ...levelIDs.map(ruleOfMatcher)] });
  const matchers = new Map(rules.parts.rules.map(({ id, matchers: [first] }) => [id, first!]));
  const items = weighed.map(({ levels }) => levels.map(([id]): Matcher => matchers.get(levelRuleID(id))!));
  return {
    rules,
    parts:
      weighing &&
      ((a: ResolvedValues, b: ResolvedValues): CountedParts => {
        const counts = items.map((levels, index) => countOf(levels, weighing.evidence[index]!, a, b));
        return { counts, limits: cutsOf(counts, weighing) };
      }),
  };
}

const levelRuleID = (matcherID: string): string => `level ${matcherID}`;

const ruleOfMatcher = (matcherID: string): RuleConfig['rules'][number] => ({
  id: levelRuleID(matcherID),
  matcherIDs: [matcherID],
  attributes: { ignoreErrors: true, disableIndexMatcherIDs: [], indexMatcherIDs: [], score: 1 },
});

/** Undefined for a design whose keys link by themselves. */
function weighingOf({ matchers }: RuleConfig): Weighing | undefined {
  const weighted = matchers.find(({ type }) => type === 'weighted');
  if (weighted === undefined) return undefined;
  const { limits = {}, ...rest } = weighted.attributes as unknown as Weighing;
  return { ...rest, limits };
}

function countOf(
  levels: readonly Matcher[],
  { weights, otherwise }: Weighing['evidence'][number],
  a: ResolvedValues,
  b: ResolvedValues,
): number {
  const resolvers = new Set(levels.flatMap((matcher) => matcher.resolvers));
  const hasValue = (values: ResolvedValues) => [...resolvers].some((position) => values[position]!.length > 0);
  if (!hasValue(a) || !hasValue(b)) return 0;
  const level = levels.findIndex((matcher) => matcher.satisfied(a, b));
  return level === -1 ? otherwise : weights[level]!;
}

/** What the limits of groups add to the plain sum, inner groups first. */
function cutsOf(counts: readonly number[], { evidence, limits }: Weighing): CountedParts['limits'] {
  const sums = new Map<string, number>();
  evidence.forEach(({ group }, index) => {
    if (group !== undefined) sums.set(group, (sums.get(group) ?? 0) + counts[index]!);
  });
  const depth = (name: string): number => (limits[name]?.within === undefined ? 0 : 1 + depth(limits[name].within));
  const names = [...new Set([...sums.keys(), ...Object.keys(limits)])].sort((x, y) => depth(y) - depth(x));
  return names.flatMap((name) => {
    const sum = sums.get(name) ?? 0;
    const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY, within } = limits[name] ?? {};
    const counted = Math.min(most, Math.max(least, sum));
    if (within !== undefined) sums.set(within, (sums.get(within) ?? 0) + counted);
    return counted === sum ? [] : [[name, counted - sum] as const];
  });
}

function shownParts(
  evidence: readonly Evidence[],
  { counts, limits }: CountedParts,
  a: RecordPayload,
  b: RecordPayload,
): PairPart[] {
  const shown = evidence.map(
    ({ title, fields }, index): PairPart => ({
      title,
      bits: round(counts[index]!),
      valueA: fields.flatMap((field) => valuesAt(a, field)).join(' '),
      valueB: fields.flatMap((field) => valuesAt(b, field)).join(' '),
    }),
  );
  const cut = limits.map(
    ([group, bits]): PairPart => ({
      title: `limit of ${group} evidence`,
      bits: round(bits),
      valueA: '',
      valueB: '',
    }),
  );
  return [...shown, ...cut];
}

/** All pairs of a small block; in a large one, each record with its successors. */
function* pairsOf(block: readonly number[]): Generator<readonly [number, number]> {
  const reach = block.length <= mostUnderKey ? block.length : 5;
  for (let i = 0; i < block.length; i++) {
    for (let j = i + 1; j < Math.min(block.length, i + 1 + reach); j++) yield [block[i]!, block[j]!];
  }
}

/** The pairs whose sums are closest to the threshold, half of them below it. */
class Closest {
  readonly #threshold: number;
  readonly #above: WeighedPair[] = [];
  readonly #below: WeighedPair[] = [];

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  add(pair: WeighedPair): void {
    const side = pair.bits >= this.#threshold ? this.#above : this.#below;
    const distance = (one: WeighedPair) => Math.abs(one.bits - this.#threshold);
    const last = side.at(-1);
    if (side.length >= shownPairs && last !== undefined && distance(last) <= distance(pair)) return;
    const at = side.findIndex((one) => distance(one) > distance(pair));
    side.splice(at === -1 ? side.length : at, 0, pair);
    if (side.length > shownPairs) side.pop();
  }

  pairs(): readonly WeighedPair[] {
    const half = shownPairs / 2;
    const above = this.#above.slice(0, Math.max(half, shownPairs - this.#below.length));
    const below = this.#below.slice(0, shownPairs - above.length);
    return [...above, ...below].sort((x, y) => y.bits - x.bits);
  }
}

/** Answers true each time that it let other events have their turn. */
function pauses(signal: AbortSignal | undefined): () => Promise<boolean> | false {
  let last = performance.now();
  const pause = async () => {
    await setImmediate();
    if (signal?.aborted) throw new InterruptedError('interrupted');
    last = performance.now();
    return true;
  };
  return () => performance.now() - last > turn && pause();
}
