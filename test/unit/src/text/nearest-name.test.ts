import { describe, expect, it } from '@jest/globals';
import { NameSuggester } from '../../../../src/text/nearest-name.ts';

describe('NameSuggester', () => {
  const names = ['email', 'phone', 'firstName', 'lastName'];

  it.each([
    ['emial', 'email'],
    ['EMAIL', 'email'],
    ['phon', 'phone'],
    ['fistName', 'firstName'],
    ['address', undefined],
    ['', undefined],
    ['x', undefined],
    ['e'.repeat(1000), undefined],
  ])('finds for %p the name %p', (written, meant) => {
    expect(new NameSuggester().nearest(written, names)).toBe(meant);
  });

  it('stops suggesting when its steps are used up', () => {
    const suggester = new NameSuggester(60);

    suggester.nearest('emial', names);

    expect(suggester.nearest('emial', names)).toBeUndefined();
  });
});
