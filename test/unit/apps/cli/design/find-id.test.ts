import { describe, expect, it } from '@jest/globals';
import type { FileColumn } from '../../../../../apps/cli/design/file-column.ts';
import { idCandidates, isSure, nearlyId } from '../../../../../apps/cli/design/find-id.ts';
import { column, numbered } from './file-columns.ts';

describe('idCandidates', () => {
  const rows = 50;
  const codes = numbered(rows, (index) => `C${1000 + index}`);
  const candidates = (...columns: readonly FileColumn[]) =>
    idCandidates(columns, rows).map(({ column: { title } }) => title);

  it.each(['id', 'ID', 'customer_number', 'Kundennummer', 'record id', 'uuid', 'rec_id', 'row key'])(
    'finds a unique column named %s beside others that are unique',
    (title) => {
      const others = [
        column(
          'email',
          numbered(rows, (index) => `p${index}@example.org`),
        ),
        column(
          'birth date',
          numbered(rows, (index) => `19${10 + index}-01-01`),
        ),
        column(
          'latitude',
          numbered(rows, (index) => `5${index}.1234`),
        ),
        column(
          'ssn',
          numbered(rows, (index) => `${100_000_000 + index}`),
        ),
        column(
          'created at',
          numbered(rows, (index) => `2024-01-01T00:00:${index}`),
        ),
        column(
          'full name',
          numbered(rows, (index) => `Name ${index}`),
        ),
      ];

      expect(candidates(...others, column(title, codes))).toEqual([title]);
    },
  );

  it('prefers names to values, and the first column', () => {
    expect(candidates(column('thing', codes), column('thing id', codes), column('other', codes, 0))).toEqual([
      'thing id',
      'other',
      'thing',
    ]);
  });

  it('takes no column with a missing or repeated value, and no list', () => {
    expect(candidates(column('id', ['', ...codes.slice(1)]), column('key', [...codes.slice(1), codes[1]!]))).toEqual(
      [],
    );
    expect(idCandidates([{ ...column('id', codes), isList: true }], rows)).toEqual([]);
  });

  it('is sure of one that is far ahead', () => {
    const named = column('id', codes, 0);

    expect(isSure(idCandidates([named, column('thing', codes)], rows))).toBe(true);
    expect(isSure(idCandidates([column('a id', codes), column('b id', codes)], rows))).toBe(false);
    expect(isSure(idCandidates([column('thing', codes)], rows))).toBe(false);
    expect(isSure([])).toBe(false);
  });
});

describe('nearlyId', () => {
  it('is a column named id with few wrong rows', () => {
    const almost = column('id', [...numbered(99, (index) => `C${index}`), 'C5']);
    const groups = column(
      'id',
      numbered(100, (index) => `C${index % 50}`),
    );

    expect(nearlyId([column('name', numbered(100, String)), almost], 100)).toMatchObject({ title: 'id' });
    expect(nearlyId([groups], 100)).toBeUndefined();
  });
});
