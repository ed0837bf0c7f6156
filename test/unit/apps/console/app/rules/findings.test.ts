import { describe, expect, it } from '@jest/globals';
import { type Finding, placeFindings } from '../../../../../../apps/console/app/rules/findings.ts';

const finding = (line: number | undefined, column: number | undefined): Finding => ({
  document: 'ruleConfig',
  code: 'SOME_CODE',
  message: 'wrong',
  hint: 'right',
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
});

describe('the findings of the linter', () => {
  const text = '{\n  "type": "feild",\r\n  "min": 12\n}';
  const place = (errors: readonly Finding[], warnings: readonly Finding[] = []) =>
    placeFindings(text, { valid: false, errors, warnings, errorCount: 0, warningCount: 0 });

  it.each([
    [2, 11, '"feild"'],
    [3, 3, '"min"'],
    [3, 10, '12'],
    [1, 1, '{'],
    [99, 1, ''],
    [undefined, undefined, '{'],
  ])('stand in the text: line %s, column %s', (line, column, marked) => {
    const [placed] = place([finding(line, column)]);

    expect(text.slice(placed!.from, placed!.to)).toBe(marked);
  });

  it('come in the order of the text, errors and warnings together', () => {
    const placed = place([finding(3, 3)], [finding(2, 11)]);

    expect(placed.map(({ severity, line }) => `${severity} ${line}`)).toEqual(['warning 2', 'error 3']);
  });

  it('are those of the rule-config and not of the schema', () => {
    expect(place([{ ...finding(1, 1), document: 'schema' }])).toEqual([]);
  });
});
