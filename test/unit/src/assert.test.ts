import { describe, expect, it } from '@jest/globals';
import { assert, assertNever, BrokenInvariantError, present } from '../../../src/assert.ts';

const broken = new BrokenInvariantError('sides are equal');

describe('assert', () => {
  it('goes on where the invariant holds', () => {
    expect(() => assert(true, 'sides are equal')).not.toThrow();
  });

  it('names the invariant that does not hold', () => {
    expect(() => assert(false, 'sides are equal')).toThrow(broken);
    expect(broken).toMatchObject({ name: 'BrokenInvariantError', invariant: 'sides are equal' });
    expect(broken.message).toContain('sides are equal');
  });
});

describe('present', () => {
  it.each([0, '', false, null, 'a'])('returns %p', (value) => {
    expect(present(value, 'sides are equal')).toBe(value);
  });

  it('names the invariant where there is nothing', () => {
    expect(() => present(new Map<string, string>().get('a'), 'sides are equal')).toThrow(broken);
  });
});

describe('assertNever', () => {
  it('names the invariant, whatever the value', () => {
    expect(() => assertNever('other' as never, 'sides are equal')).toThrow(broken);
  });
});
