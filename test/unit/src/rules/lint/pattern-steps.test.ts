import { describe, expect, it } from '@jest/globals';
import { patternSteps } from '../../../../../src/rules/lint/pattern-steps.ts';

describe('patternSteps', () => {
  it.each([
    ['abc', 3],
    ['a{10}', 10],
    ['a{2,10}b', 11],
    ['(a{10}){10}', 150],
    ['(a{10', 9],
    [')))', 3],
    ['[]a]{10}', 800],
    ['[^]a]', 80],
    ['\\d{10}', 800],
    ['\\{{3}', 3],
    ['\\p{Greek}{7}', 560],
    ['(?:\\Q[\\Eab){10}', 120],
    ['(?:ab)(?i){10}', 70],
  ])('counts %s as %i', (pattern, steps) => {
    expect(patternSteps(pattern)).toBe(steps);
  });

  it('stays finite however often a pattern multiplies', () => {
    expect(patternSteps(`${'('.repeat(100)}a${'){1000}'.repeat(100)}`)).toBeLessThanOrEqual(2e9);
  });
});
