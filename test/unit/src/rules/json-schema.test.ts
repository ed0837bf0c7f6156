import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readRuleConfig } from '../../../../src/rules/document/parse.ts';
import { ruleConfigJsonSchema } from '../../../../src/rules/json-schema.ts';
import { defaultRegistries } from '../../../../src/rules/registries.ts';
import { soundDocument } from './document/sound-document.ts';

const schema = ruleConfigJsonSchema();
const validates = new Ajv2020({ allErrors: false, strict: false }).compile(schema);

/** What a JSON Schema can see: the shape of each value by itself. */
const shapeCodes = new Set(['MISSING_KEY', 'WRONG_TYPE', 'INVALID_VALUE', 'OUT_OF_RANGE', 'UNKNOWN_TYPE']);
const parses = (document: unknown) =>
  !readRuleConfig(document, { registries: defaultRegistries })
    .located()
    .some((finding) => shapeCodes.has(finding.code));

/** Every place in a document: its pointer, and the object or list that holds it. */
function places(value: unknown, above = ''): { pointer: string; holder: Record<string, unknown>; key: string }[] {
  if (value === null || typeof value !== 'object') return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => {
    const pointer = `${above}/${key}`;
    return [{ pointer, holder, key }, ...places(holder[key], pointer)];
  });
}

function fullDocument() {
  const document = soundDocument();
  document.comparers.push({ id: 'near', type: 'distance', attributes: { allowedDistance: 1 } });
  document.matchers.push({ id: 'nameIfAny', type: 'orempty', attributes: { matcherID: 'alikeName' } });
  document.matchers.push({ id: 'either', type: 'any', attributes: { matcherIDs: ['sameEmail', 'alikeName'] } });
  return {
    $schema: './rule-config.schema.json',
    ...document,
    consistencyRuleSetIDs: { default: 'common' },
    scores: { consistency: [{ resolverID: 'email', weight: 1, type: 'text' }] },
    referenceLists: [{ id: 'names', external: null, meta: { header: [{ type: 'text' }] }, rows: [['bob']] }],
  };
}

describe('ruleConfigJsonSchema', () => {
  it('is a JSON Schema of 2020-12', () => {
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(new Ajv2020({ strict: false }).validateSchema(schema)).toBe(true);
  });

  it('accepts sound documents', () => {
    expect(validates(soundDocument())).toBe(true);
    expect(validates(fullDocument())).toBe(true);
    expect(validates({ ...soundDocument(), comparers: null, scores: null })).toBe(true);
  });

  it.each([
    ['an unknown type', { comparers: [{ id: 'a', type: 'exactly' }] }],
    ['a missing attribute', { matchers: [{ id: 'a', type: 'simple' }] }],
    ['an impossible attribute', { transformers: [{ id: 'a', type: 'stringop', attributes: { operation: 'shout' } }] }],
    ['a missing list', { rules: undefined }],
    ['a score above 1', { rules: [{ id: 'a', matcherIDs: [], attributes: { score: 2 } }] }],
  ])('refuses %s', (_, change) => {
    expect(validates({ ...soundDocument(), ...change })).toBe(false);
  });

  it('says what each type and attribute is for', () => {
    for (const registry of Object.values(defaultRegistries)) {
      for (const definition of registry.values()) expect(definition.summary.length).toBeGreaterThan(10);
    }
    expect(undescribed(schema)).toEqual([]);
  });

  it('agrees with the parser about every value that is changed or taken away', () => {
    const junk = fc.constantFrom<unknown>(undefined, null, '', 'x', 0, 2, -1, 1.5, true, [], [1], ['x'], {}, { x: 1 });
    const count = places(fullDocument()).length;

    fc.assert(
      fc.property(fc.nat(count - 1), junk, (place, value) => {
        const document = fullDocument();
        const { pointer, holder, key } = places(document)[place]!;
        if (value === undefined && !Array.isArray(holder)) delete holder[key];
        else holder[key] = value ?? null;
        const change = `${pointer} = ${JSON.stringify(value)}`;
        expect(`${change}: ${validates(document)}`).toBe(`${change}: ${parses(document)}`);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Attributes without a description, by path. */
function undescribed(node: unknown, path = ''): string[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => undescribed(item, `${path}/${index}`));
  if (node === null || typeof node !== 'object') return [];
  const { properties, ...rest } = node as { properties?: Record<string, Record<string, unknown>> };
  const own = path.endsWith('/if') ? [] : Object.entries(properties ?? {});
  return [
    ...own
      .filter(([key, value]) => value['description'] === undefined && key !== 'attributes' && key !== 'meta')
      .map(([key]) => `${path}/${key}`),
    ...own.flatMap(([key, value]) => undescribed(value, `${path}/${key}`)),
    ...Object.entries(rest).flatMap(([key, value]) => undescribed(value, `${path}/${key}`)),
  ];
}
