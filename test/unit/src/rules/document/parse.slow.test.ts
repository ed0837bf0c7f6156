import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ParseOptions, readRuleConfig } from '../../../../../src/rules/document/parse.ts';
import { readPlainText } from '../../../../../src/rules/document/read-text.ts';
import { ruleConfigOf } from '../../../../../src/rules/document/rule-document.ts';
import type { Finding } from '../../../../../src/rules/document/types.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { sampleDocument, sampleRegistries } from './sample-document.ts';
import { soundDocument } from './sound-document.ts';

function parse(source: unknown, limits: ParseOptions['limits'] = {}) {
  const { document, findings: found, located } = readRuleConfig(source, { registries: sampleRegistries, limits });
  const findings = located();
  return { findings, config: document && found.errorCount === 0 ? ruleConfigOf(document) : undefined };
}
const codes = (findings: readonly Finding[]) => findings.map((finding) => finding.code);

function broken(change: (document: ReturnType<typeof sampleDocument>) => void): Finding[] {
  const document = sampleDocument();
  change(document);
  return parse(document).findings;
}

describe('readRuleConfig', () => {
  it('reads a sound document and applies the defaults', () => {
    const { config, findings } = parse(JSON.stringify(sampleDocument()));

    expect(findings).toEqual([]);
    expect(config?.rules[0]?.attributes).toEqual({
      ignoreErrors: true,
      disableIndexMatcherIDs: [],
      indexMatcherIDs: [],
      score: 1,
    });
    expect(config?.matchers[0]?.attributes).toEqual({ resolverID: 'email', mustExist: false });
    expect(config?.referenceLists).toEqual([]);
  });

  it.each([
    ['RESERVED_KEY', '{"rules":[{"id":"a"},{"attributes":{"__proto__":1}}]}', '/rules/1/attributes'],
    ['LONE_SURROGATE', '{"rules":[{"id":"\\ud83d"}]}', '/rules/0/id'],
    ['LONE_SURROGATE', '{"ruleSets":[{"ruleIDs":["a","\\ud83d"]}]}', '/ruleSets/0/ruleIDs/1'],
    ['NUMBER_BEYOND_PRECISION', '{"rules":[{"attributes":{"score":1e400}}]}', '/rules/0/attributes/score'],
    ['DUPLICATE_KEY', '{"rules":[{"id":"a","id":"b"}]}', '/rules/0/id'],
    ['INVALID_SYNTAX', '{"rules":[{"attributes":{"score":}}]}', '/rules/0/attributes/score'],
    ['INVALID_SYNTAX', '{"scores":{"consistency":[]},"rules" []}', '/rules'],
  ])('leads a pointer of %s through keys and lists', (code, text, pointer) => {
    const { findings } = parse(text);

    expect(findings.find((finding) => finding.code === code)?.pointer).toBe(pointer);
  });

  it('reads a document that is already a value the same way', () => {
    const fromText = parse(JSON.stringify(sampleDocument()));
    const fromValue = parse(sampleDocument());

    expect(fromValue.config).toEqual(fromText.config);
  });

  it('takes null for attributes, pins and optional lists that were left out', () => {
    const document = sampleDocument();
    document.comparers[0] = { id: 'exact', type: 'exact', attributes: null };
    document.transformers[0] = { ...document.transformers[0], inputPins: null };
    const { config, findings } = parse({ ...document, tokenizers: null, scores: null, $schema: './schema.json' });

    expect(findings).toEqual([]);
    expect(config?.comparers[0]?.attributes).toEqual({});
    expect(config?.tokenizers).toEqual([]);
  });

  it('reports every problem at once, each with line and column', () => {
    const text = [
      '{',
      '  "transformers": [{ "id": "t", "type": "feild", "attributes": { "path": "email" } }],',
      '  "resolvers": [{ "id": "email", "inputPin": { "sourceID": "x", "sourcePin": "field" } }],',
      '  "matchers": [{ "id": "m", "type": "simple", "attributes": { "resolverID": "emial", "mustExist": "yes" } },',
      '               { "id": "m", "type": "simple", "attributes": { "resolverID": "email" } }],',
      '  "rules": [{ "id": "R1", "matcherIDs": ["n"], "attributes": { "scores": 1 } }],',
      '  "ruleSets": [{ "id": "common", "ruleIDs": ["R1"] }],',
      '  "searchRuleSetIDs": { "default": "comon" }',
      '}',
    ].join('\n');

    const { config, findings } = parse(text);

    expect(config).toBeUndefined();
    expect(
      findings.map((f) => `${f.line}:${f.column} ${f.severity} ${f.code} ${f.pointer} | ${f.message} | ${f.hint}`),
    ).toEqual([
      '1:1 error MISSING_KEY /mutationRuleSetGroups | the key "mutationRuleSetGroups" is missing | Write "mutationRuleSetGroups": an object.',
      '2:41 error UNKNOWN_TYPE /transformers/0/type | transformer "t": there is no transformer type "feild" | Did you mean "field"? Types are "field" or "lower".',
      '3:60 error DANGLING_ID /resolvers/0/inputPin/sourceID | there is no transformer "x": field does not exist in ETM pipeline output | There is "t"; or add a transformer with this id.',
      '4:77 error DANGLING_ID /matchers/0/attributes/resolverID | there is no resolver "emial" | Did you mean "email"?',
      '4:99 error WRONG_TYPE /matchers/0/attributes/mustExist | matcher "m" (simple): mustExist is the text "yes" | Write true or false.',
      '5:24 error DUPLICATE_ID /matchers/1/id | matcher "m" is there twice, first at /matchers/0 | Give one of the two another id.',
      '6:42 error DANGLING_ID /rules/0/matcherIDs/0 | there is no matcher "n" | There is "m"; or add a matcher with this id.',
      '6:64 warning UNKNOWN_KEY /rules/0/attributes/scores | the key "scores" is unknown and has no effect | Did you mean "score"?',
      '8:36 error DANGLING_ID /searchRuleSetIDs/default | there is no rule set "comon" | Did you mean "common"?',
    ]);
  });

  it('names what a missing, wrong or impossible attribute should be', () => {
    const findings = broken((document) => {
      document.comparers.push({ id: 's', type: 'similarity', attributes: { algorithm: 'jaroWinkel', threshold: 2 } });
      document.comparers.push({ id: 'u', type: 'similarity', attributes: {} });
    });

    expect(findings.map((f) => `${f.code} ${f.pointer} ${f.hint}`)).toEqual([
      'INVALID_VALUE /comparers/1/attributes/algorithm Did you mean "jaroWinkler"? Possible are "jaro", "jaroWinkler" or "levenshtein".',
      'OUT_OF_RANGE /comparers/1/attributes/threshold Write at most 1.',
      'MISSING_KEY /comparers/2/attributes/algorithm Write "algorithm": "jaro", "jaroWinkler" or "levenshtein".',
      'MISSING_KEY /comparers/2/attributes/threshold Write "threshold": a number.',
    ]);
  });

  it('warns of unknown keys at every level, also where the type refuses them', () => {
    const { config, findings } = parse({
      ...sampleDocument(),
      transformer: [],
      transformers: [
        { id: 'readEmail', type: 'field', attributes: { path: 'email', casesensitive: true }, inputpins: {} },
        {
          id: 'lowerEmail',
          type: 'lower',
          attributes: { strict: 1 },
          inputPins: { input: { sourceID: 'readEmail', sourcePin: 'field', sourceName: 'x' } },
        },
      ],
    });

    expect(findings.map((f) => `${f.severity} ${f.pointer} ${f.hint}`).sort()).toEqual([
      'warning /transformer Did you mean "transformers"?',
      'warning /transformers/0/attributes/casesensitive Did you mean "caseSensitive"?',
      'warning /transformers/0/inputpins Did you mean "inputPins"?',
      'warning /transformers/1/attributes/strict Known keys are nothing.',
      'warning /transformers/1/inputPins/input/sourceName Known keys are "sourceID" or "sourcePin".',
    ]);
    expect(config).toBeDefined();
  });

  it('blames a broken part once, not again where it is used', () => {
    const findings = broken((document) => {
      document.matchers[0] = { id: 'sameEmail', type: 'simple', attributes: { resolverID: 7 } };
    });

    expect(codes(findings)).toEqual(['WRONG_TYPE']);
  });

  it.each([
    ['a comment', '{ // all\n}', 'JSON has no comments'],
    ['a trailing comma in a list', '{"rules": [1,]}', 'a comma stands before the end'],
    ['a trailing comma in an object', '{"rules": [],}', 'a comma stands before the end'],
    ['a missing comma', '{"rules": [] "ruleSets": []}', 'a comma is missing before this'],
    ['a missing colon', '{"rules" []}', 'a colon is expected after the key'],
    ['single quotes', "{'rules': []}", 'this is no JSON value'],
    ['an open object', '{"rules": []', 'the object is not closed'],
    ['an open list', '{"rules": [', 'the list is not closed'],
    ['an open text', '{"rules": "abc\n}', 'the text does not end on its line'],
    ['a second document', '{} {}', 'something follows the end of the document'],
    ['a control character', '{"rules": "a\u0001"}', 'a text contains a control character'],
    ['an unknown escape', '{"rules": "\\x"}', 'this escape is unknown'],
    ['nothing', '', 'a value is expected here'],
  ])('says where the syntax is broken by %s', (_, text, message) => {
    const { config, findings } = parse(text);

    expect(config).toBeUndefined();
    const finding = findings.find((candidate) => candidate.message === message);
    expect(finding).toMatchObject({ code: 'INVALID_SYNTAX', severity: 'error', line: expect.any(Number) });
    expect(codes(findings)).not.toContain('MISSING_KEY');
  });

  it('goes on behind a syntax error and reports what else is wrong', () => {
    const text = '{"matchers": [{"id": "a", "type": "simpel" "attributes": {}},],\n"ruleSets": 7}';

    const { findings } = parse(text);

    expect(findings.map((f) => `${f.line}:${f.column} ${f.code}`)).toEqual([
      '1:35 UNKNOWN_TYPE',
      '1:44 INVALID_SYNTAX',
      '1:62 INVALID_SYNTAX',
      '2:13 WRONG_TYPE',
    ]);
  });

  it('refuses a key that is there twice', () => {
    const { findings } = parse('{"rules": [], "rules": []}');

    expect(findings.find((f) => f.code === 'DUPLICATE_KEY')).toMatchObject({ pointer: '/rules', line: 1, column: 15 });
  });

  it.each([
    ['12345678901234567890', true],
    ['9007199254740993', true],
    ['9007199254740992', false],
    ['0.1000000000000000055511151231257827', true],
    ['0.30000000000000004', false],
    ['1e999', true],
    ['-1e400', true],
    ['1.50000000000000000000', false],
    ['100000000000000000000000', false],
    ['1E-7', false],
  ])('judges whether the number %s can be kept', (literal, refused) => {
    const { findings } = parse(`{"scores": {"consistency": ${literal}}}`);

    expect(codes(findings).includes('NUMBER_BEYOND_PRECISION')).toBe(refused);
  });

  it('refuses half a surrogate pair in texts and keys', () => {
    const { findings } = parse('{"rules": "\\ud83d", "\\ude00": 1, "matchers": "\\ud83d\\ude00"}');

    expect(codes(findings).filter((code) => code === 'LONE_SURROGATE')).toHaveLength(2);
    const findingsOfValue = broken((document) => Object.assign(document.rules[0]!, { id: 'a\ud800' }));
    expect(codes(findingsOfValue)).toEqual(['LONE_SURROGATE']);
  });

  it('keeps names of prototypes apart from prototypes', () => {
    const own = '"constructor":"common","toString":"common"';
    const text = JSON.stringify(sampleDocument()).replace('"default":"common"', own);

    const { config, findings } = parse(text);

    expect(findings).toEqual([]);
    expect(config?.searchRuleSetIDs['constructor']).toBe('common');
    expect(config?.searchRuleSetIDs['hasOwnProperty']).toBeUndefined();
  });

  it('refuses __proto__ as a key', () => {
    const fromText = parse('{"__proto__": {"polluted": true}}');
    const fromValue = parse(JSON.parse('{"searchRuleSetIDs": {"__proto__": "x"}}'));

    expect(codes(fromText.findings)).toContain('RESERVED_KEY');
    expect(codes(fromValue.findings)).toContain('RESERVED_KEY');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['undefined', undefined],
    ['a function', () => 1],
  ])('refuses %s as a document', (_, source) => {
    const { config, findings } = parse(source);

    expect(config).toBeUndefined();
    expect(findings.some((finding) => finding.severity === 'error')).toBe(true);
  });
});

const million = 1_000_000;
const ids = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index));
const withRules = (matcherIDs: readonly string[]) => {
  const document = soundDocument();
  document.rules[0] = { id: 'EMAIL', matcherIDs };
  return JSON.stringify(document);
};
const step = (index: number, type: string, attributes: object, sourceID = 'readName') => ({
  id: `t${index}`,
  type,
  attributes,
  inputPins: { default: { sourceID, sourcePin: 'default' } },
});
const withPatterns = (pattern: string, count: number) => {
  const document = soundDocument();
  for (let index = 0; index < count; index += 1) document.transformers.push(step(index, 'regexextract', { pattern }));
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
    for (let index = 0; index < 4_900; index += 1) {
      const sourceID = index === 0 ? 'readName' : `t${index - 1}`;
      document.transformers.push(step(index, 'stringop', { operation: 'trim' }, sourceID));
    }
    document.resolvers[1] = { id: 'fullName', inputPin: { sourceID: 't4899', sourcePin: 'default' } };

    expect(lintRuleConfig(JSON.stringify(document)).valid).toBe(true);
  });

  it('names both sizes when it is too large', () => {
    const { errors } = lintRuleConfig(' '.repeat(2 * million));

    expect(errors[0]?.message).toBe('the document has 2000000 bytes, more than the 1048576 that are read');
  });

  it('counts bytes, not characters', () => {
    const { findings } = parse('"é"', { maxBytes: 3 });

    expect(findings).toMatchObject([{ code: 'DOCUMENT_TOO_LARGE', line: 1, column: 1 }]);
  });

  it('keeps errors when there is no room for warnings', () => {
    const text = '{"a": 1, "b": 2, "c": 3, "rules": 7}';

    const { findings } = parse(text, { maxFindings: 2 });

    expect(findings.slice(0, 2).every((finding) => finding.severity === 'error')).toBe(true);
    expect(findings.at(-1)).toMatchObject({ code: 'TOO_MANY_FINDINGS', severity: 'error' });
  });
});

function containsItself(): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  document['rules'] = document;
  return document;
}

/** More than a call takes arguments. */
const MANY = 130_000;
const many = <Value>(value: Value): Value[] => new Array<Value>(MANY).fill(value);

describe('lintRuleConfig', () => {
  it.each([
    [
      'weights',
      'm',
      'weighted',
      { threshold: 1, evidence: [{ matcherIDs: many('a'), weights: many(0), otherwise: 1 }] },
    ],
    ['parts that a broken entry names', 5, 'or', { matcherIDs: many('a') }],
    ['parts that a broken entry names in a list of its own', 5, 'weighted', { evidence: [{ matcherIDs: many('a') }] }],
  ])('reports what is wrong with a document of very many %s', (_what, id, type, attributes) => {
    const { config, errors } = lintRuleConfig(JSON.stringify({ matchers: [{ id, type, attributes }] }));

    expect(config).toBeUndefined();
    expect(errors.length).toBeGreaterThan(0);
  });
});

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
