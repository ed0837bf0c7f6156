import { describe, expect, it } from '@jest/globals';
import type { CellType, FieldColumn } from '../../../../../apps/cli/export/columns.ts';
import {
  EntityMerge,
  mergedColumns,
  parseSurvivorship,
  type SurvivorshipRule,
} from '../../../../../apps/cli/export/survivorship.ts';

const column = (name: string, type: CellType = 'text'): FieldColumn => ({
  name,
  type,
  path: name.split('.'),
  selection: '',
});
const columns = [column('name'), column('tags', 'texts'), column('changed'), column('age', 'integer')];

function merge(rule: string, field: string, ...records: readonly Readonly<Record<string, unknown>>[]) {
  const merged = mergedColumns([column(field)], columns, new Map([parseSurvivorship(`${field}=${rule}`)]));
  const entity = new EntityMerge(merged);
  for (const [index, record] of records.entries()) entity.add({ id: `${index}`, ...record });
  return { value: entity.values()[0], unreadable: entity.unreadableDates };
}

describe('most-frequent', () => {
  it('takes the value of most records', () => {
    expect(merge('most-frequent', 'name', { name: 'Anna' }, { name: 'Ann' }, { name: 'Ann' }).value).toBe('Ann');
  });

  it('takes the longest of equally frequent ones, and the first of equally long ones', () => {
    expect(merge('most-frequent', 'name', { name: 'Ann' }, { name: 'Anna' }, { name: 'Anne' }).value).toBe('Anna');
  });

  it('does not count empty values', () => {
    const records = [{ name: '' }, { name: null }, {}, { name: 'Ann' }];

    expect(merge('most-frequent', 'name', ...records).value).toBe('Ann');
    expect(merge('most-frequent', 'tags', { tags: [] }, { tags: [] }, { tags: ['a'] }).value).toEqual(['a']);
    expect(merge('most-frequent', 'name', {}, {}).value).toBeUndefined();
  });

  it('compares lists by their values', () => {
    const records = [{ tags: ['a', 'b'] }, { tags: ['c'] }, { tags: ['c'] }];

    expect(merge('most-frequent', 'tags', ...records).value).toEqual(['c']);
  });
});

describe('longest', () => {
  it('counts characters, not units of UTF-16', () => {
    expect(merge('longest', 'name', { name: '😀😀' }, { name: 'abc' }).value).toBe('abc');
  });

  it('takes the more frequent of equally long ones', () => {
    expect(merge('longest', 'name', { name: 'Anna' }, { name: 'Anne' }, { name: 'Anne' }).value).toBe('Anne');
  });
});

describe('latest', () => {
  it('takes the value of the record with the latest date, whatever the precision and zone', () => {
    const records = [
      { name: 'new', changed: '2024-03-01T00:30:00+02:00' },
      { name: 'old', changed: '2024-02-29' },
      { name: 'undated' },
    ];

    expect(merge('latest:changed', 'name', ...records).value).toBe('new');
  });

  it('counts dates that it cannot read, and takes another value', () => {
    const records = [
      { name: 'unreadable', changed: 'last year' },
      { name: 'dated', changed: '2001-01-01' },
    ];

    expect(merge('latest:changed', 'name', ...records)).toEqual({ value: 'dated', unreadable: 1 });
  });

  it('takes the most frequent value where no record has a date', () => {
    expect(merge('latest:changed', 'name', { name: 'a' }, { name: 'b' }, { name: 'b' }).value).toBe('b');
  });
});

describe('mergedColumns', () => {
  const rules = (text: string) => new Map([parseSurvivorship(text)]);

  it('applies the rule of an object to its values', () => {
    const all = [column('address.city'), column('address.zip'), column('name')];

    const merged = mergedColumns(all, all, rules('address=longest'));

    expect(merged.map(({ rule }) => rule.kind)).toEqual(['longest', 'longest', 'most-frequent']);
  });

  it.each<[string, string]>([
    ['nme=longest', '--survivorship names "nme", which records do not have.'],
    ['name=latest:none', '--survivorship names "none", which records do not have.'],
    ['name=latest:age', '--survivorship takes the date of name from age, which is no text.'],
  ])('refuses %s', (text, message) => {
    expect(() => mergedColumns(columns, columns, rules(text))).toThrow(message);
  });
});

describe('parseSurvivorship', () => {
  it.each<[string, SurvivorshipRule]>([
    ['name=most-frequent', { kind: 'most-frequent' }],
    ['name=longest', { kind: 'longest' }],
    ['name=latest:changed', { kind: 'latest', dateField: 'changed' }],
  ])('reads %s', (text, rule) => {
    expect(parseSurvivorship(text)).toEqual(['name', rule]);
  });

  it.each(['name', 'name=', 'name=newest', 'name=latest', 'name=latest:', '=longest'])('refuses %j', (text) => {
    expect(() => parseSurvivorship(text)).toThrow(`${JSON.stringify(text)} is no survivorship rule.`);
  });
});
