import { describe, expect, it } from '@jest/globals';
import { originalOf, type Person, people } from '../../../bench/people.ts';

function take(count: number, stream: Generator<Person, never, undefined>): Person[] {
  return Array.from({ length: count }, () => stream.next().value);
}

describe('made-up people', () => {
  it.each([
    [10, 22, ['p10', 'p21']],
    [9, 20, ['p9', 'p19']],
    [1, 6, ['p1', 'p3', 'p5']],
  ])('come twice one in %d', (peoplePerDouble, count, doubles) => {
    const records = take(count, people(1, 'p', peoplePerDouble));

    expect(records.map(({ id }) => id)).toEqual(records.map((_, index) => `p${index}`));
    expect(records.map(({ id }) => id).filter((id) => originalOf(id, peoplePerDouble) !== undefined)).toEqual(doubles);
    for (const { id, dateOfBirth } of records) {
      const original = records.find((record) => record.id === originalOf(id, peoplePerDouble));
      if (original !== undefined) expect(dateOfBirth).toBe(original.dateOfBirth);
    }
  });

  it('are one in ten unless told otherwise, and the same each time', () => {
    expect(take(30, people(3))).toEqual(take(30, people(3, 'p', 10)));
    expect(originalOf('x21')).toBe('x11');
    expect(originalOf('x20')).toBeUndefined();
    expect(originalOf('unknown')).toBeUndefined();
  });

  it('come the second time with a difference, mostly', () => {
    const records = take(200, people(4, 'p', 9));
    const same = records.filter((record) => {
      const original = records.find(({ id }) => id === originalOf(record.id, 9));
      return (
        original !== undefined && JSON.stringify({ ...original, id: '' }) === JSON.stringify({ ...record, id: '' })
      );
    });

    expect(same.length).toBeLessThan(5);
  });
});
