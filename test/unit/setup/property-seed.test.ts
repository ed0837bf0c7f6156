import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertySeed } from '../../setup/read-property-seed.ts';

describe('the seed of the property tests', () => {
  it('is fixed, so that two runs see the same cases', () => {
    expect(propertySeed({})).toBe(propertySeed({ ENTITY_DATA_SEED: '' }));
  });

  it('is the one of this run', () => {
    expect(fc.readConfigureGlobal()?.seed).toBe(propertySeed(process.env));
  });

  it('comes from ENTITY_DATA_SEED', () => {
    expect(propertySeed({ ENTITY_DATA_SEED: '-17' })).toBe(-17);
    expect(propertySeed({ ENTITY_DATA_SEED: 'random' })).toBeUndefined();
    expect(() => propertySeed({ ENTITY_DATA_SEED: 'dice' })).toThrow('"random" or a whole number');
    expect(() => propertySeed({ ENTITY_DATA_SEED: '1e99' })).toThrow('"random" or a whole number');
  });
});
