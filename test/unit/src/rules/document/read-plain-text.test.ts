import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPlainText } from '../../../../../src/rules/document/read-plain-text.ts';

const people = join(import.meta.dirname, '../../../../../examples', 'people', 'rule-config.json');

describe('readPlainText', () => {
  it('reads a document as it is usually written', () => {
    const text = readFileSync(people, 'utf8');

    expect(readPlainText(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['a key that is there twice', '{"a": 1, "a": 1}'],
    ['a number that is not kept exactly', '{"a": 12345678901234567890}'],
    ['a number in another spelling', '{"a": 1.0}'],
    ['half of a surrogate pair', '{"a": "\\ud83d"}'],
    ['a byte order mark', '\ufeff{}'],
    ['a comment', '{} // that is it'],
    ['a comma too many', '{"a": 1,}'],
    ['a text that does not end', '{"a": "b\\"}'],
    ['lists that never end', '['.repeat(1_000_000)],
    ['lists that are nested for ever', `${'['.repeat(300_000)}${']'.repeat(300_000)}`],
    ['more than is read', JSON.stringify('x'.repeat(1_048_576))],
    ['nothing', ''],
  ])('leaves %s to the reader that knows places', (_, text) => {
    expect(readPlainText(text)).toBeUndefined();
  });

  it('reads what JSON.stringify writes, with any white space between', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t', '\r\n'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        fc.pre(!/\\u|-0/.test(text));

        expect(JSON.stringify(readPlainText(text))).toBe(JSON.stringify(value));
      }),
    );
  });
});
