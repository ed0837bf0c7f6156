import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { referenceListForExamples } from '../../../../../src/rules/transformers/referencelist.ts';
import { transformers } from '../../../../../src/rules/transformers/registry.ts';
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
