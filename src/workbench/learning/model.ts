import type { Evidence } from '../design/evidence.ts';
import { best, onlyContradicts } from '../design/weights.ts';
import { type KeyPart, keyPartOf } from './blocking.ts';
import { type CandidatePairs, candidatePairs, plansOf } from './candidates.ts';
import { mostByErrors } from './errors-shown.ts';
import type { BandedEvidence } from './frequency-bands.ts';
import type { Judge } from './judge.ts';
import { type LevelTables, learnMixture, type Mixture, type MixtureOptions, normalized } from './mixture.ts';
import { PatternCounter, type Patterns } from './patterns.ts';
import { fitWeights, monotone, type Weights } from './weights.ts';

/** What is learned from the pairs of a sample. */
export interface Model {
  readonly candidates: CandidatePairs;
  /** By candidate, the number of its pattern. */
  readonly numbers: Int32Array;
  readonly patterns: Patterns;
  readonly mixture: Mixture;
  readonly weights: Weights;
  readonly keyParts: readonly KeyPart[];
  /** The numbers of the patterns of random pairs that are no candidates. */
  readonly unrelated: Int32Array;
  readonly evidence: readonly BandedEvidence[];
  /** The sum of weights over the even odds. */
  readonly excess: (a: number, b: number) => number;
}

export interface ModelOptions {
  readonly evidence: readonly BandedEvidence[];
  readonly judge: Judge;
  /** The matchers that may find candidates, each with the position of its evidence. */
  readonly keys: ReadonlyMap<string, number>;
  readonly sortTexts: readonly string[];
  readonly random: () => number;
  /** The number of pairs of all records. */
  readonly population: number;
  /** The number of all records. */
  readonly total: number;
  /** So many of the first records of the sample are random. */
  readonly randomRecords: number;
  /** True if the records are about people, who move; two sites of one name are two. */
  readonly moves: boolean;
  /** Candidates of a sample of whole blocks; undefined to find them by keys. */
  readonly pairs: CandidatePairs | undefined;
}

/** Candidates for each record of the sample, and in all. */
const candidatesPerRecord = 40;
const mostCandidates = 1_500_000;
/** Random pairs that show how strangers agree. */
const randomPairs = 40_000;
/** What experience is worth, in matches for each record. */
const strengthPerRecord = 0.1;
/** What the beginning of related pairs is worth, for each record. */
const relatedStrengthPerRecord = 0.1;
/** Of experience's bits against a match, so much is kept whatever the pairs say. */
const heldShare = 0.65;
/** So many bits more than experience says may be learned for the same value. */
const mostMoreBits = 4;
/** Items of fewer bits relate too many pairs to be a group, and each group costs time. */
const leastBitsAlone = 6;
const mostAlone = 6;
/** From so many bits on, experience speaks against a match. */
const against = -2;
const rounds = 12;
/** More matches for each record are not believed. */
export const mostMatchesPerRecord = 60;
/** A weight from the mixture is worth so many pairs. */
const fitStrength = 20;

export function learnModel(options: ModelOptions): Model {
  const { evidence, judge, keys, sortTexts, population, total, randomRecords } = options;
  const records = judge.records.length;
  const keyParts = [...keys].flatMap(([matcherID, item]) => keyPartOf(judge, matcherID, item, randomRecords) ?? []);
  const budget = Math.min(candidatesPerRecord * records, mostCandidates);
  const candidates = options.pairs ?? candidatePairs(plansOf(keyParts, records), records, budget, sortTexts);
  const counter = new PatternCounter(evidence.length);
  const numbers = new Int32Array(candidates.first.length);
  const row = new Uint8Array(evidence.length);
  for (let i = 0; i < numbers.length; i++) {
    judge.pattern(candidates.first[i]!, candidates.second[i]!, row);
    numbers[i] = counter.add(row, candidates.weights[i]!);
  }
  const unrelated = addRandomPairs(options, counter, candidates);
  const patterns = counter.patterns();
  const experience = experienceOf(evidence, patterns);
  const mixture = learnTwice(patterns, evidence, population, {
    levels: judge.levels,
    experience,
    most: evidence.map(mostOf),
    mostBits: evidence.map(mostBitsOf),
    shared: evidence.map(({ shared }) => shared),
    places: evidence.map(({ place }) => options.moves && place === true),
    strength: strengthPerRecord * total,
    alone: itemsAgreedOnAlone(evidence),
    relatedStrength: relatedStrengthPerRecord * total,
    matches: 0.4 * total,
    mostMatches: mostMatchesPerRecord * total,
    rounds,
  });
  const naive = naiveWeights(mixture, population, evidence);
  const alone = withMonotoneLevels(naive, patterns, evidence);
  const fitted = fitWeights(patterns, mixture.probabilities, { alone, strength: fitStrength });
  const weights = withSilentDifferences(withMonotoneLevels(fitted, patterns, evidence), evidence);
  const pattern = new Uint8Array(evidence.length);
  return {
    candidates,
    numbers,
    patterns,
    mixture,
    weights,
    keyParts,
    unrelated,
    evidence,
    excess(a, b) {
      judge.pattern(a, b, pattern);
      let sum = weights.begin;
      for (let item = 0; item < pattern.length; item++) sum += weights.bits[item]![pattern[item]!]!;
      return sum;
    },
  };
}

/** Learns once more where the first result shows errors that experience did not expect. */
function learnTwice(
  patterns: Patterns,
  evidence: readonly Evidence[],
  population: number,
  options: MixtureOptions,
): Mixture {
  const first = learnMixture(patterns, options);
  const most = mostByErrors(options.most, patterns, { evidence, mixture: first, population });
  return most === options.most ? first : learnMixture(patterns, { ...options, most });
}

/**
 * Adds random pairs that are no candidates. Together they stand for all such pairs.
 *
 * @returns the numbers of their patterns
 */
function addRandomPairs(
  { judge, random, randomRecords, population }: ModelOptions,
  counter: PatternCounter,
  candidates: CandidatePairs,
): Int32Array {
  const records = judge.records.length;
  const known = new Set<number>();
  let found = 0;
  for (let i = 0; i < candidates.first.length; i++) {
    known.add(pairNumber(candidates.first[i]!, candidates.second[i]!, records));
    found += candidates.weights[i]!;
  }
  const pairs: [number, number][] = [];
  for (let tries = Math.min(randomPairs, randomRecords * (randomRecords - 1)); tries > 0; tries--) {
    const a = Math.floor(random() * randomRecords);
    const b = Math.floor(random() * randomRecords);
    if (a !== b && !known.has(pairNumber(a, b, records))) pairs.push([a, b]);
  }
  const weight = Math.max(0, population - found) / Math.max(1, pairs.length);
  const row = new Uint8Array(counter.items);
  return Int32Array.from(pairs, ([a, b]) => {
    judge.pattern(a, b, row);
    return counter.add(row, weight);
  });
}

const pairNumber = (a: number, b: number, records: number): number => (a < b ? a * records + b : b * records + a);

/** How matches agree, by the designer's weights: half of that share is a general guess where the kind is unknown. */
function experienceOf(evidence: readonly Evidence[], { items, levels, weights }: Patterns): LevelTables {
  return evidence.map((item, index) => {
    const bits = bitsOf(item);
    const shares = new Float64Array(bits.length).fill(1e-9);
    for (let row = 0; row < weights.length; row++) shares[levels[row * items + index]!]! += weights[row]!;
    shares[0] = 0;
    const population = normalized(shares);
    const known = normalized(population.map((share, level) => (level === 0 ? 0 : share * 2 ** bits[level]!)));
    const last = bits.length - 1;
    const guess = normalized(
      Float64Array.from(bits, (_, level) => (level === 0 ? 0 : level === last ? 0.12 : 0.88 * 0.6 ** (level - 1))),
    );
    return normalized(known.map((share, level) => share + 0.2 * guess[level]!));
  });
}

const bitsOf = ({ levels, otherwise }: Evidence): number[] => [0, ...levels.map(([, bits]) => bits), otherwise];

/** Experience keeps its say against a match: without labels, pairs cannot tell a contradiction from an error. */
function mostOf(item: Evidence): Float64Array {
  return Float64Array.from(bitsOf(item), (bits) =>
    bits < against ? 2 ** (bits * heldShare) : Number.POSITIVE_INFINITY,
  );
}

/**
 * A value that agrees counts at most some bits more than experience says, and nothing more where experience says next to
 * nothing: the number in a title only contradicts, because the title has it too. Without labels, pairs that share a
 * frequent value look like matches.
 */
function mostBitsOf(item: Evidence): Float64Array {
  const all = bitsOf(item);
  const more = onlyContradicts(item) ? 0 : mostMoreBits;
  return Float64Array.from(all, (bits) =>
    bits > 0 || more === 0 ? Math.max(0, bits + more) : Number.POSITIVE_INFINITY,
  );
}

/** The items with most bits that find candidates: pairs that share nothing else are related. */
function itemsAgreedOnAlone(evidence: readonly Evidence[]): number[] {
  return evidence
    .map((item, index) => ({ index, bits: best(item), keys: item.keys.length }))
    .filter(({ bits, keys }) => bits >= leastBitsAlone && keys > 0)
    .sort((a, b) => b.bits - a.bits)
    .slice(0, mostAlone)
    .map(({ index }) => index);
}

function naiveWeights(
  { same, strangers, matches }: Mixture,
  population: number,
  evidence: readonly Evidence[],
): Weights {
  return {
    begin: Math.log2(matches / population),
    bits: evidence.map((item, index) => {
      const [most, experience] = [mostBitsOf(item), bitsOf(item)];
      return same[index]!.map((share, level) => {
        if (level === 0) return 0;
        const bits = Math.log2(Math.max(share, 1e-7) / Math.max(strangers[index]![level]!, 1e-12));
        const bounded = Math.max(-12, Math.min(25, most[level]!, bits));
        // What agrees by experience is no evidence against a match, however rare it is among matches.
        return experience[level]! > 0 ? Math.max(0, bounded) : bounded;
      });
    }),
  };
}

/**
 * A difference that says nothing by experience counts nothing: names are not exchanged in most matches. What it was found
 * to count moves into the begin, so that sums over the even odds stay.
 */
function withSilentDifferences({ begin, bits }: Weights, evidence: readonly Evidence[]): Weights {
  const moved = bits.map((own, item) => (evidence[item]!.otherwise === 0 ? own.at(-1)! : 0));
  return {
    begin: moved.reduce((sum, own) => sum + own, begin),
    bits: bits.map((own, item) => own.map((counted, level) => (level === 0 ? counted : counted - moved[item]!))),
  };
}

/** Levels count no more than stricter ones. Those of the same frequent value may count less than looser levels. */
function withMonotoneLevels(
  { begin, bits }: Weights,
  patterns: Patterns,
  evidence: readonly BandedEvidence[],
): Weights {
  return {
    begin,
    bits: bits.map((own, item) => {
      const counts = new Float64Array(own.length);
      for (let row = 0; row < patterns.counts.length; row++) {
        counts[patterns.levels[row * patterns.items + item]!]! += patterns.counts[row]!;
      }
      const { levels, frequentLevels } = evidence[item]!;
      const isFrequent = (level: number): boolean => frequentLevels.has(levels[level - 1]?.[0] ?? '');
      const usual = [...own.keys()].filter((level) => level > 0 && !isFrequent(level));
      const falling = monotone(
        usual.map((level) => own[level]!),
        usual.map((level) => counts[level]!),
      );
      const result = own.slice();
      usual.forEach((level, index) => {
        result[level] = falling[index]!;
      });
      for (let level = 2; level < own.length; level++) {
        if (isFrequent(level)) result[level] = Math.min(own[level]!, result[level - 1]!);
      }
      return result;
    }),
  };
}

/** The matchers that give keys, each with the position of its evidence. */
export function keyMatchers(evidence: readonly Evidence[]): Map<string, number> {
  const keys = new Map<string, number>();
  evidence.forEach((item, index) => {
    for (const { matcherID, rare } of item.keys) {
      keys.set(matcherID, index);
      if (rare !== undefined) keys.set(rare, index);
    }
    if (item.exact !== undefined) keys.set(item.exact, index);
  });
  return keys;
}
