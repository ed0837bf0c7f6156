import { describe, expect, it } from '@jest/globals';
import { parseRuleConfig } from '../../../../../src/rules/document/parse.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { sampleRegistries } from './sample-document.ts';
import { soundDocument } from './sound-document.ts';

const million = 1_000_000;
const ids = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));
const withRules = (matcherIDs: readonly string[]) => {
  const document = soundDocument();
  document.rules[0] = { id: 'EMAIL', matcherIDs };
  return JSON.stringify(document);
};
const withPatterns = (pattern: string, count: number) => {
  const document = soundDocument();
  for (let index = 0; index < count; index += 1) {
    document.transformers.push({
      id: `t${index}`,
      type: 'regexextract',
      attributes: { pattern },
      inputPins: { default: { sourceID: 'readName', sourcePin: 'default' } },
    });
  }
  return JSON.stringify(document);
};

describe('an untrusted document', () => {
  it.each([
    ['10 MB of text', () => `{"a": "${'x'.repeat(10 * million)}"}`, 'DOCUMENT_TOO_LARGE'],
    ['deep nesting', () => '['.repeat(100_000), 'NESTING_TOO_DEEP'],
    ['deep nesting behind a comment', () => `/*"*/${'['.repeat(100_000)}`, 'NESTING_TOO_DEEP'],
    ['deep nesting among wrong brackets', () => '[},'.repeat(100_000), 'NESTING_TOO_DEEP'],
    ['closing brackets only', () => ']'.repeat(million), 'INVALID_SYNTAX'],
    ['texts that do not end', () => '"\n'.repeat(million / 2), 'INVALID_SYNTAX'],
    ['a million ids', () => withRules(ids(million, () => 'x')), 'DOCUMENT_TOO_LARGE'],
    ['as many ids as fit', () => withRules(ids(60_000, (index) => `sameEmial${index}`)), 'TOO_MANY_FINDINGS'],
    ['many parts', () => ({ ...soundDocument(), matchers: ids(5_001, () => 'x') }), 'TOO_MANY_PARTS'],
    ['many rules', () => ({ ...soundDocument(), rules: ids(501, () => 'x') }), 'TOO_MANY_PARTS'],
    ['patterns that multiply', () => withPatterns('((a{30}){30}){30}', 100), 'PATTERN'],
    ['many large patterns', () => withPatterns('x{1000}x{1000}', 1000), 'PATTERNS_TOO_LARGE'],
    ['a value that contains itself', () => containsItself(), 'NESTING_TOO_DEEP'],
    ['a value of 10 MB', () => ({ rules: 'x'.repeat(10 * million) }), 'DOCUMENT_TOO_LARGE'],
    ['a sparse list', () => ({ rules: new Array(10 * million) }), 'NOT_JSON'],
  ])('is answered: %s', (_, make, code) => {
    const { valid, errors } = lintRuleConfig(make());

    expect(valid).toBe(false);
    expect(errors.map((error) => error.code)).toContain(code);
    expect(errors.length).toBeLessThanOrEqual(1_001);
  });

  it('is judged although its pipeline is thousands of transformers long', () => {
    const document = soundDocument();
    const step = (index: number, sourceID: string) => ({
      id: `t${index}`,
      type: 'stringop',
      attributes: { operation: 'trim' },
      inputPins: { default: { sourceID, sourcePin: 'default' } },
    });
    document.transformers.push(step(0, 'readName'));
    for (let index = 1; index < 4_900; index += 1) document.transformers.push(step(index, `t${index - 1}`));
    document.resolvers[1] = { id: 'fullName', inputPin: { sourceID: 't4899', sourcePin: 'default' } };

    expect(lintRuleConfig(JSON.stringify(document)).valid).toBe(true);
  });

  it('names both sizes when it is too large', () => {
    const { errors } = lintRuleConfig(' '.repeat(2 * million));

    expect(errors[0]?.message).toBe('the document has 2000000 bytes, more than the 1048576 that are read');
  });

  it('counts bytes, not characters', () => {
    const { findings } = parseRuleConfig('"é"', { registries: sampleRegistries, limits: { maxBytes: 3 } });

    expect(findings).toMatchObject([{ code: 'DOCUMENT_TOO_LARGE', line: 1, column: 1 }]);
  });

  it('keeps errors when there is no room for warnings', () => {
    const text = '{"a": 1, "b": 2, "c": 3, "rules": 7}';

    const { findings } = parseRuleConfig(text, { registries: sampleRegistries, limits: { maxFindings: 2 } });

    expect(findings.slice(0, 2).every((finding) => finding.severity === 'error')).toBe(true);
    expect(findings.at(-1)).toMatchObject({ code: 'TOO_MANY_FINDINGS', severity: 'error' });
  });
});

function containsItself(): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  document['rules'] = document;
  return document;
}
