import { describe, expect, it } from '@jest/globals';
import { addressOf, placeOf } from '../../../../../apps/console/app/place.ts';

describe('a place of the console', () => {
  it('is read from the address that it has', () => {
    const { view, query } = placeOf(addressOf('explain', { a: 'r&1', b: 'r 2' }));

    expect(view).toBe('explain');
    expect(Object.fromEntries(query)).toEqual({ a: 'r&1', b: 'r 2' });
  });

  it.each(['', '#', '#/', '#/nothing', '#nothing?a=1'])('is the search at %j', (hash) => {
    expect(placeOf(hash).view).toBe('search');
  });

  it('has no question mark without a question', () => {
    expect(addressOf('metrics')).toBe('#/metrics');
  });

  it('keeps the question marks of an address that was typed in', () => {
    expect(placeOf('#/search?f.email=a?b@example.org').query.get('f.email')).toBe('a?b@example.org');
  });
});
