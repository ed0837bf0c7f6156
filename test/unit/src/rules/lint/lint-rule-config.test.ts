import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ComparerDefinition } from '../../../../../src/rules/comparers/comparer.ts';
import { RuleConfigError } from '../../../../../src/rules/document/findings.ts';
import { patternSteps } from '../../../../../src/rules/lint/attribute-codes.ts';
import { lintRuleConfig, loadRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { lintCodes } from '../../../../../src/rules/lint/registry.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { defaultRegistries } from '../../../../../src/rules/registries.ts';
import { situations } from '../document/situations.ts';
import { soundDocument } from '../document/sound-document.ts';

const schema = loadRecordSchema(
  'type Record { id: ID! email: String name: String address: Address } type Address { city: String }',
);

const exact = defaultRegistries.comparers.get('exact')!;
const fixed = (type: string, satisfied: boolean): ComparerDefinition => ({
  ...exact,
  type,
  compile: () => ({ ...exact.compile({}), satisfied: () => satisfied }),
});
const registries = {
  ...defaultRegistries,
  comparers: new Map([
    ...defaultRegistries.comparers,
    ['lenient', fixed('lenient', true)],
    ['strict', fixed('strict', false)],
  ]),
};
const lint = (source: unknown) => lintRuleConfig(source, { registries, schema });

describe('lintRuleConfig', () => {
  it('finds nothing in a sound document', () => {
    const result = lint(soundDocument());

    expect([...result.errors, ...result.warnings]).toEqual([]);
    expect(result.valid).toBe(true);
    expect(result.config?.transformers).toHaveLength(3);
  });

  it('finds what a broken part names that is not there, and does not take what it names for unused', () => {
    const document = soundDocument();
    const rule = document.rules[0]!;
    document.rules[0] = {
      ...rule,
      matcherIDs: [...(rule['matcherIDs'] as string[]), 'nowhere'],
      attributes: { score: 7 },
    };

    const { errors, warnings } = lint(document);

    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['DANGLING_ID', expect.stringMatching(/^\/rules\/0\/matcherIDs\/\d$/)],
      ['OUT_OF_RANGE', '/rules/0/attributes/score'],
    ]);
    expect(warnings.filter(({ code }) => code === 'UNUSED_PART')).toEqual([]);
  });

  it.each(lintCodes.map(({ code, severity }) => [code, severity]))('reports %s as %s', (code, severity) => {
    const source = situations[code]!();

    const { valid, errors, warnings } = lint(source);

    const finding = (severity === 'error' ? errors : warnings).find((candidate) => candidate.code === code);
    expect(finding).toMatchObject({
      severity,
      message: expect.stringMatching(/.{5}/),
      hint: expect.stringMatching(/\.$|\?$/),
    });
    expect(valid).toBe(errors.length === 0);
    if (typeof source === 'string')
      expect(finding).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
  });

  it('lists every code once, with meaning, example and fix', () => {
    const codes = lintCodes.map(({ code }) => code);

    expect(new Set(codes).size).toBe(codes.length);
    for (const entry of lintCodes) {
      expect(entry).toMatchObject({ meaning: expect.stringMatching(/\.$/), example: expect.stringMatching(/./) });
      expect(entry.fix).toMatch(/\.$/);
    }
  });

  it('says that a resolver names a pin that no transformer outputs', () => {
    const document = soundDocument();
    document.resolvers[0] = { id: 'email', inputPin: { sourceID: 'readEmail', sourcePin: 'defalt' } };
    document.resolvers[1] = { id: 'fullName', inputPin: { sourceID: 'missing', sourcePin: 'default' } };

    const { errors } = lint(document);

    expect(errors).toHaveLength(2);
    for (const error of errors) expect(error.message).toContain('field does not exist in ETM pipeline output');
    expect(errors[0]?.hint).toBe('Did you mean "default"?');
  });

  it('suggests the path that was meant', () => {
    const document = soundDocument();
    document.transformers[1] = { id: 'readName', type: 'field', attributes: { path: 'city' } };

    expect(lint(document).errors).toMatchObject([{ code: 'UNKNOWN_PATH', hint: 'Did you mean "address.city"?' }]);
  });

  it('serves a search rule through the keys of a simpler index rule', () => {
    const document = soundDocument();
    document.rules.push({ id: 'BOTH', matcherIDs: ['sameEmail', 'alikeName'], attributes: {} });
    document.ruleSets.push({ id: 'search', ruleIDs: ['BOTH'] });
    document.searchRuleSetIDs = { default: 'search' };

    expect(lint(document).valid).toBe(true);
  });

  it('keeps a rule that counts more than the simpler one', () => {
    const document = soundDocument();
    document.rules[0] = { id: 'EMAIL', matcherIDs: ['sameEmail'], attributes: { score: 0.7 } };
    document.rules[1] = { id: 'NAME', matcherIDs: ['sameEmail', 'alikeName'], attributes: { score: 0.9 } };

    expect(lint(document).warnings).toEqual([]);
  });

  it('sees that a rule is useless beside one that also accepts no value', () => {
    const document = soundDocument();
    document.matchers.push({ id: 'nameIfAny', type: 'orempty', attributes: { matcherID: 'alikeName' } });
    document.rules[0] = { id: 'EMAIL', matcherIDs: ['sameEmail', 'nameIfAny'], attributes: {} };
    document.rules[1] = { id: 'NAME', matcherIDs: ['alikeName', 'sameEmail'], attributes: {} };

    expect(lint(document).warnings).toMatchObject([{ code: 'USELESS_RULE', pointer: '/ruleSets/0/ruleIDs/1' }]);
  });

  it.each([
    ['postalCode', true],
    ['firstName', true],
    ['city', true],
    ['gender', true],
    ['birthYear', true],
    ['email', false],
    ['dateOfBirth', false],
    ['title', false],
    ['phone', false],
    ['taxNumber', false],
    ['firstLineOfAddress', false],
    ['cityAndStreet', false],
  ])('judges whether %s alone makes a hub', (resolverID, hub) => {
    const document = soundDocument();
    document.resolvers[0] = { id: resolverID, inputPin: { sourceID: 'readEmail', sourcePin: 'default' } };
    document.matchers[0] = { id: 'sameEmail', type: 'simple', attributes: { resolverID } };

    expect(lint(document).warnings.map((warning) => warning.code)).toEqual(hub ? ['HUB_KEY'] : []);
  });

  it('names combinations whose keys are made of the same values in one warning', () => {
    const document = soundDocument();
    document.resolvers[0] = { id: 'city', inputPin: { sourceID: 'readEmail', sourcePin: 'default' } };
    document.matchers[0] = { id: 'sameEmail', type: 'simple', attributes: { resolverID: 'city' } };
    document.matchers.push({
      id: 'cityWord',
      type: 'token',
      attributes: { resolverID: 'city', tokenizerID: 'word', comparerID: 'exact' },
    });
    document.rules[0]!.attributes = { indexMatcherIDs: [['sameEmail'], ['cityWord']] };

    const hubs = lint(document).warnings.filter(({ code }) => code === 'HUB_KEY');

    expect(hubs).toMatchObject([
      { message: expect.stringContaining('by combinations 1 and 2 of its indexMatcherIDs are made of "city" only') },
    ]);
  });

  it('sees by its pin that a resolver carries years', () => {
    const document = soundDocument();
    document.transformers[0] = {
      id: 'readDay',
      type: 'makedate',
      attributes: {},
      inputPins: { full: { sourceID: 'readName', sourcePin: 'default' } },
    };
    document.resolvers[0] = { id: 'email', inputPin: { sourceID: 'readDay', sourcePin: 'year' } };

    expect(lint(document).warnings).toMatchObject([{ code: 'HUB_KEY', pointer: '/ruleSets/0/ruleIDs/0' }]);
  });

  it('does not report what only follows from a syntax error', () => {
    const { errors } = lint(JSON.stringify(soundDocument()).replace('"rules":', '"rules"'));

    expect(new Set(errors.map((error) => error.code))).toEqual(new Set(['INVALID_SYNTAX']));
  });
});

describe('loadRuleConfig', () => {
  it('answers the document with defaults', () => {
    expect(loadRuleConfig(JSON.stringify(soundDocument()), schema).rules[1]?.attributes.score).toBe(0.5);
  });

  it('throws one error that prints every problem with its place', () => {
    const document = soundDocument();
    document.rules.push({ id: 'R3', matcherIDs: ['sameEmial'] });

    const load = () => loadRuleConfig(JSON.stringify(document, null, 1), schema);

    expect(load).toThrow(RuleConfigError);
    expect(load).toThrow(
      /^rule-config\.json:\d+:\d+ warning UNUSED_PART rule "R3" is not used \(Use it, or take it away\.\)$/m,
    );
    expect(load).toThrow(
      /^rule-config\.json:\d+:\d+ error DANGLING_ID there is no matcher "sameEmial" \(Did you mean "sameEmail"\?\)$/m,
    );
  });
});

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

describe('patternSteps', () => {
  it.each([
    ['abc', 3],
    ['a{10}', 10],
    ['a{2,10}b', 11],
    ['(a{10}){10}', 150],
    ['(a{10', 9],
    [')))', 3],
    ['[]a]{10}', 800],
    ['[^]a]', 80],
    ['\\d{10}', 800],
    ['\\{{3}', 3],
    ['\\p{Greek}{7}', 560],
    ['(?:\\Q[\\Eab){10}', 120],
    ['(?:ab)(?i){10}', 70],
  ])('counts %s as %i', (pattern, steps) => {
    expect(patternSteps(pattern)).toBe(steps);
  });

  it('stays finite however often a pattern multiplies', () => {
    expect(patternSteps(`${'('.repeat(100)}a${'){1000}'.repeat(100)}`)).toBeLessThanOrEqual(2e9);
  });
});
