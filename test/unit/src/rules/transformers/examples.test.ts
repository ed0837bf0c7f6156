import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { compilePipeline } from '../../../../../src/rules/compile/pipeline.ts';
import type { TransformerPart } from '../../../../../src/rules/document/types.ts';
import { cutValues, MAX_VALUE_LENGTH } from '../../../../../src/rules/transformers/default-pin.ts';
import { referenceListForExamples } from '../../../../../src/rules/transformers/referencelist.ts';
import { transformers } from '../../../../../src/rules/transformers/registry.ts';
import type { RecordPayload, TransformerTrace } from '../../../../../src/rules/types.ts';
import { runTransformer } from './run-transformer.ts';

describe.each([...transformers])('transformer %s', (type, definition) => {
  const shape = definition.attributes instanceof z.ZodMiniObject ? definition.attributes.shape : undefined;

  it('says in one line what it does and describes every attribute', () => {
    expect(definition.type).toBe(type);
    expect(definition.summary).toMatch(/^[A-Z].{20,200}\.$/);
    for (const [name, attribute] of Object.entries(shape ?? {})) {
      expect([name, z.globalRegistry.get(attribute as z.ZodMiniType)?.description ?? '']).toEqual([
        name,
        expect.stringMatching(/^.{10,}/s),
      ]);
    }
  });

  it('has an object of attributes, so that unknown ones can be found', () => {
    expect(shape).toBeDefined();
  });

  it('can be written as JSON Schema, for editors', () => {
    expect(z.toJSONSchema(definition.attributes, { io: 'input' })).toMatchObject({ type: 'object' });
  });

  it.each(definition.examples.map((example) => [JSON.stringify(example.attributes), example] as const))(
    'keeps its example %s',
    (_name, example) => {
      const outputs = runTransformer(definition, { ...example, referenceLists: [referenceListForExamples] });

      const expected = Object.entries(example.outputs).filter(([, values]) => values.length > 0);
      expect(outputs).toEqual(Object.fromEntries(expected));
    },
  );

  it('shows examples that its own lint rules accept', () => {
    for (const example of definition.examples) {
      const attributes = definition.attributes.parse(example.attributes);
      expect(definition.lint?.(attributes) ?? []).toEqual([]);
    }
  });

  it.each([
    ['the empty pin', []],
    ['a text of one character', ['x']],
    ['odd characters', ['\u0000', '\ufffd', '\u{1f600}', '\u202e', 'ſ', 'ﬀ', '٣', 'İ']],
    [
      'a long text',
      ['a1 '.repeat(20_000), '('.repeat(20_000), '1'.repeat(20_000), '@'.repeat(20_000), ' '.repeat(20_000)],
    ],
    ['names of the prototype', ['__proto__', 'constructor', 'toString', 'hasOwnProperty']],
  ])('survives %s and gives no empty value', (_name, values) => {
    for (const example of definition.examples) {
      const attributes = definition.attributes.parse(example.attributes);
      const inputs = Object.fromEntries(Object.keys(example.inputs ?? {}).map((pin) => [pin, values]));
      const notes: string[] = [];
      const outputs = runTransformer(definition, {
        attributes: example.attributes,
        inputs,
        record: { id: '1', [String((attributes as { path?: string }).path)]: values },
        referenceLists: [referenceListForExamples],
        notes,
      });

      for (const pin of Object.values(outputs)) for (const value of pin) expect(value).not.toBe('');
    }
  });
});

/** Texts of any kind, and texts that look a little like names, numbers, dates, addresses; a pin never carries the empty one. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019 .,-/+@#()\'"éßøжλ山'), maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          ...['Dr.', 'John', "O'", 'Mc', 'van', 'der', 'Smith,', 'Jr.', 'GmbH', '& Co.', 'KG', 'Ltd', '12', '3/4/80'],
          ...['March', 'Apt', '#', '5', 'St', 'North', 'P.O.', 'Box', '+49', '(030)', 'x', '@', 'a.b', '王', 'Ж'],
        ),
        { maxLength: 8 },
      )
      .map((words) => words.join(' ')),
  )
  .filter((text) => text !== '');

describe.each([...transformers])('transformer %s, for any text', (_type, definition) => {
  it('never throws, and gives texts that are well-formed and not empty', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 3 }), fc.nat(definition.examples.length - 1), (texts, index) => {
        const example = definition.examples[index]!;
        const path = String((example.attributes as { path?: string }).path).split('.')[0]!;

        const outputs = runTransformer(definition, {
          attributes: example.attributes,
          inputs: Object.fromEntries(Object.keys(example.inputs ?? {}).map((pin) => [pin, texts])),
          record: { [path]: texts },
          referenceLists: [referenceListForExamples],
          notes: [],
        });

        for (const value of Object.values(outputs).flat()) {
          if (value === '' || (texts.every((text) => text.isWellFormed()) && !value.isWellFormed())) return false;
        }
        return true;
      }),
      { numRuns: 150 },
    );
  });
});

describe.each([
  ['normalizeemail', 'default', 'email', { removePlus: true, providerRules: true }],
  ['normalizephonenumber', 'number', 'e164', { defaultCountry: 'US' }],
  ['normalizephonenumber', 'number', 'e164', { defaultCountry: 'DE' }],
  ['normalizepostcode', 'default', 'full', { country: 'US' }],
  ['normalizepostcode', 'default', 'full', { country: 'GB' }],
  ['makedate', 'full', 'full', {}],
  ['identifier', 'default', 'default', { kind: 'NPI' }],
  ['identifier', 'default', 'default', { kind: 'VIN' }],
  ['stringop', 'default', 'default', { operation: 'normalizediacritics' }],
  ['stringop', 'default', 'default', { operation: 'normalizespaces' }],
  ['stringop', 'default', 'default', { operation: 'transliterate' }],
])('%s (%s → %s, %j)', (type, input, output, attributes) => {
  it('changes nothing when it reads what it wrote', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const run = (values: string[]) =>
          runTransformer(transformers.get(type)!, { attributes, inputs: { [input]: values } })[output] ?? [];

        const once = run([text]);

        expect(run(once)).toEqual(once);
      }),
      { numRuns: 400 },
    );
  });
});

const long = 'x'.repeat(MAX_VALUE_LENGTH + 1);
const whole = 'x'.repeat(MAX_VALUE_LENGTH);

const part = (id: string, type: string, attributes: object, ...sources: string[]): TransformerPart => ({
  id,
  type,
  attributes: { ...attributes },
  inputPins: Object.fromEntries(
    sources.map((sourceID, index) => [
      sources.length === 1 ? 'default' : `input${index}`,
      { sourceID, sourcePin: 'default' },
    ]),
  ),
});
const name = part('NAME', 'field', { path: 'name' });

/** Runs a pipeline whose one resolver hangs on the last part. */
function run(parts: readonly TransformerPart[], record: RecordPayload) {
  const pipeline = compilePipeline(
    parts,
    [{ id: 'value', inputPin: { sourceID: parts.at(-1)!.id, sourcePin: 'default' } }],
    transformers,
    { tokenizer: () => undefined, tokenizerMeaning: () => undefined, referenceList: () => undefined },
  );
  const trace: TransformerTrace[] = [];
  let cut = 0;
  const [values] = pipeline.run(
    record,
    (step) => trace.push(step),
    () => {
      cut += 1;
    },
  );
  expect(pipeline.run(record)).toEqual([values]);
  expect(pipeline.only(new Set([0]))(record)).toEqual([values]);
  expect(trace.flatMap(({ notes }) => notes)).toEqual([]);
  return { values, trace, cut };
}

describe('the limit of a value', () => {
  it('leaves a value of 4,096 characters as it is, and says nothing', () => {
    const { values, cut, trace } = run([name], { id: '1', name: whole });

    expect(values).toEqual([whole]);
    expect(cut).toBe(0);
    expect(trace[0]!.cuts).toEqual([]);
  });

  it('cuts a longer one where it enters, counts it once and reports its length but no content', () => {
    const upper = part('UPPER', 'stringop', { operation: 'uppercase' }, 'NAME');

    const { values, trace, cut } = run([name, upper], { id: '1', name: [long, 'short', long] });

    expect(values).toEqual([whole.toUpperCase(), 'SHORT']);
    expect(cut).toBe(2);
    expect(trace.map(({ cuts }) => cuts)).toEqual([
      [
        'a value of 4097 characters is cut: rules look at the first 4096',
        'a value of 4097 characters is cut: rules look at the first 4096',
      ],
      [],
    ]);
    expect(trace[0]!.outputs).toEqual({ default: [whole, 'short', whole] });
  });

  it('holds for what a transformer makes longer, so that a chain of them cannot grow a text', () => {
    const doubled = Array.from({ length: 40 }, (_, index) =>
      part(`D${index}`, 'concat', {}, ...(index === 0 ? ['NAME', 'NAME'] : [`D${index - 1}`, `D${index - 1}`])),
    );

    expect(run([name, ...doubled], { id: '1', name: 'x' }).values).toEqual([whole]);
  });

  it('takes no half of a character', () => {
    const before = 'x'.repeat(MAX_VALUE_LENGTH - 1);

    expect(run([name], { id: '1', name: `${before}😀` }).values).toEqual([before]);
    expect(cutValues([`${before}😀`])).toEqual([before]);
  });

  it('lets the transformer list read whole objects, and cuts what it takes out of them', () => {
    const entries = part('ENTRIES', 'field', { path: 'places', objects: true });
    const first = part('FIRST', 'list', { operation: 'slice', limit: 1 }, 'ENTRIES');
    const city = part('CITY', 'list', { operation: 'extract', paths: ['city'] }, 'FIRST');
    const record = { id: '1', places: [{ note: long, city: 'york' }] };

    const { values, cut } = run([entries, first, city], record);

    expect(values).toEqual(['york']);
    expect(cut).toBe(0);
    expect(
      run([entries, first, { ...city, attributes: { operation: 'extract', paths: ['note'] } }], record),
    ).toMatchObject({ values: [whole], cut: 1 });
  });

  it('holds for other readers of values that list takes whole', () => {
    const entries = part('ENTRIES', 'field', { path: 'places', objects: true, caseSensitive: true });
    const once = part('ONCE', 'list', { operation: 'unique' }, 'ENTRIES');
    const trimmed = part('TRIMMED', 'stringop', { operation: 'trim' }, 'ENTRIES');
    const both = part('BOTH', 'concat', {}, 'ONCE', 'TRIMMED');
    const record = { id: '1', places: [{ note: long }] };

    const { trace } = run([entries, once, trimmed, both], record);

    const outputs = new Map(trace.map(({ transformerID, outputs }) => [transformerID, outputs['default']![0]!.length]));
    expect(outputs.get('ENTRIES')).toBeGreaterThan(MAX_VALUE_LENGTH);
    expect(outputs.get('TRIMMED')).toBe(MAX_VALUE_LENGTH);
    expect(outputs.get('BOTH')).toBe(MAX_VALUE_LENGTH);
    expect(run([entries, once], record).values![0]).toHaveLength(MAX_VALUE_LENGTH);
  });
});
