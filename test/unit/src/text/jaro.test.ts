import { describe, expect, it } from '@jest/globals';
import { jaro, jaroWinkler } from '../../../../src/text/jaro.ts';

// Values as published by Winkler (1990, 1994).
describe.each([
  ['shackleford', 'shackelford', 0.97, 0.982],
  ['dunningham', 'cunnigham', 0.896, 0.896],
  ['nichleson', 'nichulson', 0.926, 0.956],
  ['jones', 'johnson', 0.79, 0.832],
  ['massey', 'massie', 0.889, 0.933],
  ['abroms', 'abrams', 0.889, 0.922],
  ['jeraldine', 'geraldine', 0.926, 0.926],
  ['marhta', 'martha', 0.944, 0.961],
  ['michelle', 'michael', 0.869, 0.921],
  ['julies', 'julius', 0.889, 0.933],
  ['tanya', 'tonya', 0.867, 0.88],
  ['dwayne', 'duane', 0.822, 0.84],
  ['sean', 'susan', 0.783, 0.805],
  ['jon', 'john', 0.917, 0.933],
  ['jon', 'jan', 0.778, 0.8],
])('jaro of %s and %s', (a, b, plain, winkler) => {
  it('is as published', () => {
    expect(jaro(a, b)).toBeCloseTo(plain, 2);
    expect(jaroWinkler(a, b)).toBeCloseTo(winkler, 2);
  });
});

describe('jaro', () => {
  it('is 0 without a common character and 1 for equal texts', () => {
    expect(jaro('abc', 'xyz')).toBe(0);
    expect(jaro('', 'a')).toBe(0);
    expect(jaro('anna', 'anna')).toBe(1);
  });

  it('returns 0 for texts that are too long to compare', () => {
    expect(jaro('a'.repeat(2_000), 'a'.repeat(2_001))).toBe(0);
  });
});
