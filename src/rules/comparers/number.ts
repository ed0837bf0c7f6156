import * as z from 'zod/mini';
import { noteIf } from '../document/definition.ts';
import { bucketPair, type Comparer, defineComparer, powerOfTwoWidth } from './comparer.ts';

const attributes = z.object({
  tolerance: z
    ._default(z.union([z.number().check(z.minimum(0)), z.string().check(z.regex(/^\d+(?:\.\d+)?%$/))]), 0)
    .check(
      z.describe('Largest difference: a number, or a text such as "5%" of the number farther from zero. Default 0.'),
    ),
});

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a text as a number; undefined for any other text. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed)) return undefined;
  const number = Number(trimmed);
  // Adding 0 turns −0 into 0.
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** Below this share, the logarithms of the buckets are too coarse. */
const LEAST_INDEXED_SHARE = 1e-9;
const ROUNDING = 1e-12;

export const number = defineComparer<z.infer<typeof attributes>>({
  type: 'number',
  summary: 'Satisfied when both texts are numbers and not farther apart than tolerance.',
  attributes,
  lint: ({ tolerance }) =>
    noteIf(typeof tolerance === 'string' && Number.parseFloat(tolerance) >= 100, {
      severity: 'warning',
      code: 'ACCEPTS_EVERYTHING',
      message: `a tolerance of ${tolerance} is satisfied by any two numbers of one sign, and finds no candidates`,
      hint: 'Write a tolerance below 100%.',
      pointer: '/tolerance',
    }),
  compile({ tolerance }) {
    if (typeof tolerance === 'number') return absolute(tolerance);
    const share = Number.parseFloat(tolerance) / 100;
    return share === 0 ? absolute(0) : relative(share);
  },
  examples: [
    { attributes: {}, a: '1.50', b: '1.5', satisfied: true },
    { attributes: { tolerance: 0.5 }, a: '10', b: '10.5', satisfied: true },
    { attributes: { tolerance: 0.5 }, a: '10', b: '10.6', satisfied: false },
    { attributes: { tolerance: '10%' }, a: '100', b: '90', satisfied: true },
    { attributes: { tolerance: '10%' }, a: '100', b: '89', satisfied: false },
    { attributes: { tolerance: 0.5 }, a: 'ten', b: 'ten', satisfied: false },
  ],
});

function comparerOf(
  close: (a: number, b: number) => boolean,
  keyParts: ((number: number) => readonly string[]) | undefined,
  decides: boolean,
): Comparer {
  const satisfied = (a: string, b: string): boolean => {
    const left = parseNumber(a);
    const right = parseNumber(b);
    return left !== undefined && right !== undefined && close(left, right);
  };
  return {
    satisfied,
    compare(a, b) {
      const left = parseNumber(a);
      const right = parseNumber(b);
      if (left === undefined || right === undefined) return { satisfied: false, similarity: 0 };
      const largest = Math.max(Math.abs(left), Math.abs(right));
      const similarity = largest === 0 ? 1 : Math.max(0, 1 - Math.abs(left / largest - right / largest));
      return { satisfied: close(left, right), similarity };
    },
    keyParts:
      keyParts === undefined
        ? undefined
        : (text) => {
            const parsed = parseNumber(text);
            return parsed === undefined ? [] : keyParts(parsed);
          },
    decides,
    equivalence: decides,
  };
}

function absolute(tolerance: number): Comparer {
  if (tolerance === 0)
    return comparerOf(
      (a, b) => a === b,
      (value) => [String(value)],
      true,
    );
  const width = powerOfTwoWidth(tolerance * 2);
  const indexable = width > 0 && Number.isFinite(width);
  return comparerOf(
    (a, b) => Math.abs(a - b) <= tolerance,
    indexable ? (value) => bucketPair(value, width).map(String) : undefined,
    false,
  );
}

/**
 * Compares by relative difference. The key parts are buckets of logarithms, separate for each sign; 0 matches only
 * itself.
 */
function relative(share: number): Comparer {
  const close = (a: number, b: number): boolean =>
    a === b || Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));
  if (share >= 1 - LEAST_INDEXED_SHARE || share < LEAST_INDEXED_SHARE) return comparerOf(close, undefined, false);
  const width = powerOfTwoWidth(-Math.log1p(-share) * 1.001 + ROUNDING);
  return comparerOf(
    close,
    (value) => {
      if (value === 0) return ['0'];
      const sign = value < 0 ? '-' : '+';
      return bucketPair(Math.log(Math.abs(value)), width).map((bucket) => `${sign}${bucket}`);
    },
    false,
  );
}
