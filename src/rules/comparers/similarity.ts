import * as z from 'zod/mini';
import { digest } from '../../text/digest.ts';
import { editDistance, jaro, jaroWinkler, leastJaroOf } from '../../text/edit-distance.ts';

import { letterMarks, textMarks } from '../../text/normal-form.ts';
import { type ShingleMeasure, shingleSimilarity, shingles } from '../../text/shingle-similarity.ts';
import { noteIf } from '../document/definition.ts';
import { type Bound, type Comparer, defineComparer, type Sketch } from './comparer.ts';

const attributes = z.object({
  algorithm: z
    ._default(
      z.enum(['levenshtein', 'osaDamerauLevenshtein', 'jaro', 'jaroWinkler', 'cosine', 'jaccard', 'dice']),
      'levenshtein',
    )
    .check(
      z.describe(
        'levenshtein and osaDamerauLevenshtein: 1 − edits / length of the longer text. jaro, jaroWinkler: common characters near each other. cosine, jaccard, dice: common runs of characters.',
      ),
    ),
  threshold: z.number().check(z.minimum(0), z.maximum(1), z.describe('Least similarity, 0 to 1.')),
  shingleSize: z
    ._default(z.int().check(z.minimum(1), z.maximum(64)), 2)
    .check(z.describe('Characters of a run, for cosine, jaccard and dice; the others do not use it.')),
});

/** The rounding error of decimal thresholds as binary numbers is smaller than this. */
const ROUNDING = 1e-9;

/**
 * Only verifies: no finite set of key parts finds all texts above a threshold for all lengths. Another matcher of the
 * rule must find the candidates.
 */
export const similarity = defineComparer<z.infer<typeof attributes>>({
  type: 'similarity',
  summary: 'Satisfied when the similarity of the two texts is at least threshold. Verifies only: finds no candidates.',
  attributes,
  lint: ({ threshold }) => [
    ...noteIf(threshold === 0, {
      severity: 'error',
      code: 'ACCEPTS_EVERYTHING',
      message: 'a threshold of 0 is satisfied by any two texts',
      hint: 'Write a threshold above 0; for names 0.85 is a beginning.',
      pointer: '/threshold',
    }),
    ...noteIf(threshold === 1, {
      severity: 'warning',
      code: 'SAME_AS_EXACT',
      message: 'a threshold of 1 accepts next to nothing but equal texts',
      hint: 'Use the comparer exact, which also finds candidates, or lower the threshold.',
      pointer: '/threshold',
    }),
  ],
  compile({ algorithm, threshold, shingleSize }) {
    const bound = { family: digest(['similarity', algorithm, shingleSize]), level: threshold };
    if (algorithm === 'levenshtein') return byDistance('levenshtein', bound);
    if (algorithm === 'osaDamerauLevenshtein') return byDistance('osa', bound);
    if (algorithm === 'jaro') return byMeasure(jaro, bound, letterSketch(threshold));
    if (algorithm === 'jaroWinkler') return byMeasure(jaroWinkler, bound, letterSketch(leastJaroOf(threshold)));
    const measure = (a: string, b: string): number =>
      a === b ? 1 : shingleSimilarity(shingles(a, shingleSize), shingles(b, shingleSize), algorithm);
    const least = leastShare(algorithm, threshold);
    return byMeasure(measure, bound, (text) => {
      const counts = shingles(text, shingleSize);
      return { marks: textMarks(counts.keys()), foreign: foreignShingles(counts, algorithm, least) };
    });
  },
  examples: [
    { attributes: { algorithm: 'levenshtein', threshold: 0.8 }, a: 'jonathan', b: 'johnathan', satisfied: true },
    { attributes: { algorithm: 'levenshtein', threshold: 0.8 }, a: 'jon', b: 'jan', satisfied: false },
    { attributes: { algorithm: 'jaroWinkler', threshold: 0.95 }, a: 'martha', b: 'marhta', satisfied: true },
    { attributes: { algorithm: 'jaro', threshold: 0.95 }, a: 'martha', b: 'marhta', satisfied: false },
    { attributes: { algorithm: 'dice', threshold: 0.25 }, a: 'night', b: 'nacht', satisfied: true },
    { attributes: { algorithm: 'jaccard', threshold: 0.25 }, a: 'night', b: 'nacht', satisfied: false },
  ],
});

/** Texts of this Jaro similarity have this share of the characters of each in common: 3j ≤ m/|a| + 1 + 1. */
const letterSketch =
  (leastJaro: number) =>
  (text: string): Sketch => ({
    marks: letterMarks(text),
    foreign: Math.floor((1 - Math.max(0, 3 * leastJaro - 2)) * text.length + ROUNDING),
  });

/** The least share of the shingles of a text that the other one has, so that they are similar enough; of cosine, squared. */
function leastShare(measure: ShingleMeasure, threshold: number): number {
  if (measure === 'jaccard') return threshold;
  return measure === 'dice' ? threshold / (2 - threshold) : threshold * threshold;
}

/** For cosine, common shingles have at least this share of the sum of squares, and each other one has at least 1 of it. */
function foreignShingles(counts: ReadonlyMap<string, number>, measure: ShingleMeasure, least: number): number {
  let whole = counts.size;
  if (measure === 'cosine') {
    whole = 0;
    for (const count of counts.values()) whole += count * count;
  }
  return Math.floor((1 - least) * whole + ROUNDING);
}

function byMeasure(
  measure: (a: string, b: string) => number,
  bound: Bound,
  sketch: (text: string) => Sketch,
): Comparer {
  const least = bound.level - ROUNDING;
  return {
    bound,
    sketch,
    satisfied: (a, b) => measure(a, b) >= least,
    compare(a, b) {
      const found = measure(a, b);
      return { satisfied: found >= least, similarity: found };
    },
    decides: false,
  };
}

/** Converts the threshold to a maximum distance, beyond which the computation stops. */
function byDistance(algorithm: 'levenshtein' | 'osa', bound: Bound): Comparer {
  const satisfied = (a: string, b: string): boolean => {
    const limit = Math.floor((1 - bound.level) * Math.max(a.length, b.length) + ROUNDING);
    return editDistance(a, b, algorithm, limit) <= limit;
  };
  return {
    bound,
    satisfied,
    // d edits are at most (1 − t) × the longer length, and that is at most the length / t.
    sketch: (text) => ({
      marks: letterMarks(text),
      foreign: bound.level === 0 ? text.length : Math.floor(((1 - bound.level) * text.length) / bound.level + ROUNDING),
    }),
    compare(a, b) {
      const longest = Math.max(a.length, b.length);
      const distance = editDistance(a, b, algorithm, longest);
      return { satisfied: satisfied(a, b), similarity: longest === 0 ? 1 : Math.max(0, 1 - distance / longest) };
    },
    decides: false,
  };
}
