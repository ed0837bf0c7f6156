import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { Comparer } from '../../src/rules/comparers/comparer.ts';
import { comparers } from '../../src/rules/comparers/registry.ts';
import { closestPairs, pairsAtLeast } from '../../src/rules/matchers/token-pairing.ts';
import { readInternational } from '../../src/rules/transformers/international-number.ts';
import { type EditAlgorithm, editDistance } from '../../src/text/edit-distance.ts';
import { editedPair } from './edited-text.ts';

/** The definitions, word for word: the cheapest way to rewrite the front of a into the front of b. */
function reference(a: string, b: string, algorithm: EditAlgorithm): number {
  const known = new Map<number, number>();
  const cost = (i: number, j: number): number => {
    if (i === 0 || j === 0) return Math.max(i, j);
    const at = i * 1_000 + j;
    const found = known.get(at);
    if (found !== undefined) return found;
    let best = Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
    if (algorithm === 'osa' && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
      best = Math.min(best, cost(i - 2, j - 2) + 1);
    }
    if (algorithm === 'damerauLevenshtein') best = Math.min(best, ...transpositions(i, j));
    known.set(at, best);
    return best;
  };
  /** Costs of swapping two letters and editing what stands between them. */
  function* transpositions(i: number, j: number): Generator<number> {
    for (let k = 1; k < i; k++) {
      for (let l = 1; l < j; l++) {
        if (a[k - 1] === b[j - 1] && a[i - 1] === b[l - 1]) yield cost(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1);
      }
    }
  }
  return cost(a.length, b.length);
}

describe.each(['levenshtein', 'osa', 'damerauLevenshtein'] as const)('editDistance %s', (algorithm) => {
  it('is what the definition says, up to the limit', () => {
    fc.assert(
      fc.property(editedPair({ maxLength: 12, maxEdits: 5, letters: 'abc' }), fc.nat(8), ([a, b], limit) => {
        const expected = reference(a, b, algorithm);
        const found = editDistance(a, b, algorithm, limit);
        if (expected <= limit) expect(found).toBe(expected);
        else expect(found).toBeGreaterThan(limit);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is what the definition says for texts longer than a machine word', () => {
    fc.assert(
      fc.property(
        editedPair({ minLength: 34, maxLength: 70, maxEdits: 6, letters: 'ab' }),
        fc.nat(10),
        ([a, b], limit) => {
          const expected = reference(a, b, algorithm === 'damerauLevenshtein' ? 'osa' : algorithm);
          const found = editDistance(a, b, algorithm, limit);
          if (algorithm === 'damerauLevenshtein') {
            if (found <= limit) expect(found).toBeLessThanOrEqual(expected);
            else expect(expected).toBeGreaterThan(limit);
          } else if (expected <= limit) expect(found).toBe(expected);
          else expect(found).toBeGreaterThan(limit);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('editDistance', () => {
  it('compares texts beyond the longest length for equality only', () => {
    const long = 'a'.repeat(5_000);
    expect(editDistance(long, long, 'levenshtein', 3)).toBe(0);
    expect(editDistance(long, `${long}b`, 'levenshtein', 3)).toBe(Number.POSITIVE_INFINITY);
  });
});

/** Every way to pair tokens up, one after the other. */
function mostPairs(a: readonly string[], b: readonly string[], comparer: Comparer): number {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  let most = mostPairs(rest, b, comparer);
  b.forEach((token, index) => {
    if (comparer.satisfied(first, token)) most = Math.max(most, 1 + mostPairs(rest, b.toSpliced(index, 1), comparer));
  });
  return most;
}

const tokens = fc.array(fc.constantFrom('anna', 'hanna', 'anne', 'ann', 'johanna', 'lea', 'leah', 'meier', 'meyer'), {
  maxLength: 5,
});

describe.each([
  ['exact', {}],
  ['distance', { allowedDistance: 1 }],
  ['distance', { allowedDistance: 2 }],
  ['phonetic', { algorithm: 'cologne' }],
  ['phonetic', { algorithm: 'doubleMetaphone' }],
  ['similarity', { algorithm: 'jaroWinkler', threshold: 0.85 }],
])('pairing tokens by %s %j', (type, attributes) => {
  const definition = comparers.get(type)!;
  const comparer = definition.compile(definition.attributes.parse(attributes));

  it('finds as many pairs as trying every way does', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.integer({ min: 1, max: 5 }), (a, b, count) => {
        const most = mostPairs(a, b, comparer);
        expect(pairsAtLeast(a, b, comparer, count)).toBe(most >= count);
        expect(closestPairs(a, b, comparer, false).pairs).toHaveLength(most);
      }),
      { numRuns: 300 },
    );
  });

  it('shows pairs that are satisfied and use no token twice', () => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        const { pairs } = closestPairs(a, b, comparer, false);
        const left: string[] = [...a];
        const right: string[] = [...b];
        for (const pair of pairs) {
          expect(comparer.satisfied(pair.a, pair.b)).toBe(true);
          expect(left).toContain(pair.a);
          expect(right).toContain(pair.b);
          left.splice(left.indexOf(pair.a), 1);
          right.splice(right.indexOf(pair.b), 1);
        }
      }),
      { numRuns: 200 },
    );
  });
});

const countries = getCountries();

/** What the library says, as the reader says it; undefined for what it refuses. */
function readByLibrary(text: string): readonly string[] | undefined {
  const parsed = parsePhoneNumberFromString(text);
  return parsed?.isPossible() ? [parsed.number, parsed.country ?? '', parsed.nationalNumber] : undefined;
}

describe('readInternational', () => {
  it('says of random digits behind every calling code what the library says, or nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        fc.stringMatching(/^\d{4,12}$/),
        fc.option(fc.constantFrom('0', '1', '8', '00'), { nil: '' }),
        (country, digits, front) => {
          const text = `+${getCountryCallingCode(country)}${front}${digits}`;
          const read = readInternational(text);
          if (read !== undefined) expect(read).toEqual(readByLibrary(text));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('says of numbers near the example of every country what the library says, or nothing', () => {
    const country = fc.constantFrom(...countries.filter((code) => getExampleNumber(code, examples) !== undefined));
    fc.assert(
      fc.property(country, fc.nat(14), fc.nat(9), (code: CountryCode, at, digit) => {
        const example = getExampleNumber(code, examples)!.number;
        const place = 2 + (at % (example.length - 2));
        const text = example.slice(0, place) + String(digit) + example.slice(place + 1);
        const read = readInternational(text);
        if (read !== undefined) expect(read).toEqual(readByLibrary(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads the example of nearly every country by itself', () => {
    const read = countries.filter((code) => {
      const example = getExampleNumber(code, examples);
      return example !== undefined && readInternational(example.number)?.[1] === code;
    });

    expect(read.length).toBeGreaterThan(countries.length * 0.8);
  });

  it('reads numbers of ranges that are not assigned, without a country', () => {
    expect(readInternational('+442700003559')).toEqual(['+442700003559', '', '2700003559']);
  });

  it.each(['+', '+44', '+0044770090012', '447700900123', '+44 7700 900123', '+999123456789', '+1234567890123456'])(
    'leaves %s to the library',
    (text) => {
      expect(readInternational(text)).toBeUndefined();
    },
  );
});
