import { describe, expect, it } from '@jest/globals';
import { BrokenInvariantError } from '../../../../../../src/assert.ts';
import { generationInForce } from '../../../../../../src/entities/rule-changes/versions/generations.ts';

type Change = Parameters<typeof generationInForce>[0];

describe('generationInForce', () => {
  it('takes no rules for those in force in a phase that it does not know', () => {
    expect(() => generationInForce({ phase: 'LATER' } as unknown as Change)).toThrow(BrokenInvariantError);
  });
});
