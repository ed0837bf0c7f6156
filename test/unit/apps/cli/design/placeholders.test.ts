import { describe, expect, it } from '@jest/globals';
import { frequentValuesIn, placeholdersIn } from '../../../../../apps/cli/design/placeholders.ts';
import { column, numbered } from './file-columns.ts';

describe('values that say little', () => {
  it.each([
    'N/A',
    'n.a.',
    'unknown',
    'UNBEKANNT',
    '-',
    '???',
    'xxx',
    '0',
    '0000',
    '9999',
    '1900-01-01',
    '01.01.1900',
    'test@example.org',
    '1111111',
    'keine Angabe',
  ])('include the placeholder %s', (value) => {
    expect(placeholdersIn([column('c', [value, value, 'x'])])).toEqual([{ column: 'c', value, count: 2 }]);
  });

  it.each(['Nan Goldin', 'Test Valley', '100', '1980-02-01', 'Noble', '12345'])('do not include %s', (value) => {
    expect(placeholdersIn([column('c', [value, value, 'x'])])).toEqual([]);
  });

  it('include what far more rows share, but not the values of a category', () => {
    const phones = [...numbered(300, (index) => `0${index}`), ...numbered(30, () => '0800 123')];

    expect(
      frequentValuesIn([
        column('phone', phones),
        column(
          'sex',
          numbered(300, (i) => (i % 2 ? 'm' : 'f')),
        ),
      ]),
    ).toEqual([{ column: 'phone', value: '0800 123', count: 30 }]);
  });
});
