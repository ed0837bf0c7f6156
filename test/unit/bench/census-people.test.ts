import { describe, expect, it } from '@jest/globals';
import { censusPeople } from '../../../bench/census-people.ts';
import type { PartialPerson } from '../../../bench/people.ts';

const take = (count: number, seed: number): PartialPerson[] => {
  const stream = censusPeople(seed, 100_000);
  return Array.from({ length: count }, () => stream.next().value);
};
const records = take(20_000, 1);
const holders = (field: keyof PartialPerson): number[] => {
  const counts = new Map<string, number>();
  for (const { [field]: value } of records) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
};

describe('people as in a census', () => {
  it('are the same each time, with ids of their own', () => {
    expect(take(500, 1)).toEqual(records.slice(0, 500));
    expect(take(500, 2)).not.toEqual(records.slice(0, 500));
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it('share frequent names, and some numbers and addresses', () => {
    // The most frequent surname of a census has about one percent of the people.
    expect(holders('lastName')[0]! / records.length).toBeGreaterThan(0.005);
    expect(holders('phone')[0]).toBeGreaterThan(20);
    expect(holders('email')[0]).toBeGreaterThan(10);
  });

  it('lack values, but never a name', () => {
    expect(records.every(({ firstName, lastName }) => firstName !== undefined && lastName !== undefined)).toBe(true);
    for (const field of ['dateOfBirth', 'phone', 'email', 'postcode'] as const) {
      expect(records.some((record) => record[field] === undefined)).toBe(true);
    }
  });

  it('have typing errors only in later records of a person', () => {
    const first = new Map(records.filter(({ id }) => id.endsWith('-0')).map((record) => [record.id, record]));
    const later = records.filter(({ id }) => !id.endsWith('-0') && first.has(id.replace(/-\d+$/, '-0')));
    const misspelt = later.filter(({ id, firstName, lastName }) => {
      const original = first.get(id.replace(/-\d+$/, '-0'))!;
      return firstName !== original.firstName || lastName !== original.lastName;
    });

    expect(later.length).toBeGreaterThan(1_000);
    expect(misspelt.length / later.length).toBeGreaterThan(0.2);
    expect(misspelt.length / later.length).toBeLessThan(0.5);
  });
});
