import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { referenceListForExamples } from '../../../../../src/rules/transformers/referencelist.ts';
import { transformers } from '../../../../../src/rules/transformers/registry.ts';
import { runTransformer } from './run-transformer.ts';

/** Texts of any kind, and texts that look a little like names, numbers, dates, addresses; a pin never carries the empty one. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019 .,-/+@#()\'"éßøжλ山'), maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          'Dr.',
          'John',
          "O'",
          'Mc',
          'van',
          'der',
          'Smith,',
          'Jr.',
          'GmbH',
          '& Co.',
          'KG',
          'Ltd',
          '12',
          '3/4/80',
          'March',
          'Apt',
          '#',
          '5',
          'St',
          'North',
          'P.O.',
          'Box',
          '+49',
          '(030)',
          'x',
          '@',
          'a.b',
          '王',
          'Ж',
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
