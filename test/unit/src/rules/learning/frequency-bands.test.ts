import { describe, expect, it } from '@jest/globals';
import { draftDesign } from '../../../../../src/rules/design/design.ts';
import { withFrequencyBands } from '../../../../../src/rules/learning/frequency-bands.ts';

const draft = draftDesign({ fields: [{ name: 'city' }, { name: 'last_name' }] });
/** Half of the records are of London, and the others of a city of their own. */
const records = Array.from({ length: 60 }, (_, index) => ({
  id: String(index),
  city: index % 2 === 0 ? 'London' : `Town${index}`,
  last_name: `Name${index}`,
}));

const banded = withFrequencyBands(draft.evidence, draft.parts, records);
const city = banded.find(({ id }) => id === 'CITY')!;

describe('withFrequencyBands', () => {
  it('divides the same value into a rare and a frequent level', () => {
    expect(city.levels.map(([matcherID]) => matcherID).slice(0, 2)).toEqual(['SAME_CITY_RARE', 'SAME_CITY']);
    expect([...city.frequentLevels]).toEqual(['SAME_CITY']);
    expect(city.commonValues).toBe(1);
  });

  it('expects less of a frequent value', () => {
    expect(city.levels[0]![1]).toBeGreaterThan(city.levels[1]![1]);
  });

  it('finds candidates by rare values', () => {
    expect(city.keys[0]!.rare).toBe('SAME_CITY_RARE');
  });

  it('leaves levels as they are where no value is frequent', () => {
    const name = banded.find(({ id }) => id === 'FAMILY_NAME')!;
    expect(name.levels).toEqual(draft.evidence.find(({ id }) => id === 'FAMILY_NAME')!.levels);
  });
});
