import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { lintCodes } from '../../../../../src/rules/lint/codes.ts';

const rules = join(import.meta.dirname, '../../../../../src/rules');
const folders = ['transformers', 'comparers', 'matchers', 'tokenizers'];

/** Codes of notes, as the types write them: beside a severity. */
function writtenCodes(): Set<string> {
  const codes = new Set<string>();
  for (const folder of folders) {
    for (const file of readdirSync(join(rules, folder)).filter((name) => name.endsWith('.ts'))) {
      const text = readFileSync(join(rules, folder, file), 'utf8');
      for (const [, code] of text.matchAll(/severity:[^;]{1,80}?code: '([A-Z_]+)'/gs)) codes.add(code!);
    }
  }
  return codes;
}

describe('the table of codes', () => {
  it('has every code that a type gives its notes', () => {
    const listed = lintCodes.map(({ code }) => code);

    expect([...writtenCodes()].filter((code) => !listed.includes(code))).toEqual([]);
    expect(writtenCodes().size).toBeGreaterThan(5);
  });
});
