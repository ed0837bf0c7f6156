import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { compilePipeline } from '../../../../../src/rules/compile/pipeline.ts';
import type { ReferenceList, TransformerPart } from '../../../../../src/rules/document/types.ts';
import { transformers } from '../../../../../src/rules/transformers/registry.ts';
import { defineTransformer } from '../../../../../src/rules/transformers/transformer.ts';
import type { TransformerTrace } from '../../../../../src/rules/types.ts';

const field = (path: string, attributes: object = {}): TransformerPart => ({
  id: path,
  type: 'field',
  attributes: { path, ...attributes },
  inputPins: {},
});
const after = (sourceID: string) => ({ default: { sourceID, sourcePin: 'default' } });
const resolver = (id: string, sourceID: string) => ({ id, inputPin: { sourceID, sourcePin: 'default' } });
const context = {
  tokenizer: () => undefined,
  tokenizerMeaning: () => undefined,
  referenceList: (): ReferenceList | undefined => undefined,
};

/** A transformer that writes down when it runs. */
function counting() {
  const ran: string[] = [];
  const definition = defineTransformer<{ name: string }>({
    type: 'count',
    summary: 'Passes values on.',
    attributes: z.object({ name: z.string() }),
    inputPins: () => [{ name: 'default', required: true }],
    outputPins: () => ['default'],
    compile:
      ({ name }) =>
      ([values], _record, note) => {
        ran.push(name);
        note?.(`${name} ran`);
        return [values!];
      },
    examples: [],
  });
  const part = (id: string, sourceID: string): TransformerPart => ({
    id,
    type: 'count',
    attributes: { name: id },
    inputPins: after(sourceID),
  });
  return { ran, part, definitions: new Map([...transformers, [definition.type, definition]]) };
}

describe('compilePipeline', () => {
  it('runs every transformer once, sources first, whatever their order in the document', () => {
    const { ran, part, definitions } = counting();
    const pipeline = compilePipeline(
      [part('third', 'second'), part('second', 'first'), part('first', 'mail'), field('mail')],
      [resolver('a', 'third'), resolver('b', 'second'), resolver('c', 'third')],
      definitions,
      context,
    );
    expect(pipeline.run({ id: '1', mail: 'x' })).toEqual([['x'], ['x'], ['x']]);
    expect(ran).toEqual(['first', 'second', 'third']);
  });

  it('leaves out transformers that no resolver needs', () => {
    const { ran, part, definitions } = counting();
    const pipeline = compilePipeline(
      [field('mail'), part('unused', 'mail')],
      [resolver('a', 'mail')],
      definitions,
      context,
    );
    pipeline.run({ id: '1', mail: 'x' });
    expect(ran).toEqual([]);
  });

  it('runs for some resolvers only what they need, and gives the others no value', () => {
    const { ran, part, definitions } = counting();
    const pipeline = compilePipeline(
      [field('mail'), part('shared', 'mail'), part('first', 'shared'), part('second', 'shared'), part('third', 'mail')],
      [resolver('a', 'first'), resolver('b', 'second'), resolver('c', 'third')],
      definitions,
      context,
    );

    const values = pipeline.only(new Set([1]))({ id: '1', mail: 'x' });

    expect(values).toEqual([[], ['x'], []]);
    expect(ran).toEqual(['shared', 'second']);
    expect(pipeline.only(new Set([0, 1, 2]))({ id: '1', mail: 'x' })).toEqual(pipeline.run({ id: '1', mail: 'x' }));
  });

  it('passes inputs, outputs and the reasons for dropped values to an observer', () => {
    const { part, definitions } = counting();
    const pipeline = compilePipeline(
      [field('mail'), part('one', 'mail')],
      [resolver('a', 'one')],
      definitions,
      context,
    );
    const traces: TransformerTrace[] = [];
    pipeline.run({ id: '1', mail: 'x' }, (trace) => traces.push(trace));
    expect(traces).toMatchObject([
      { transformerID: 'mail', type: 'field', outputs: { default: ['x'] } },
      { transformerID: 'one', inputs: { default: ['x'] }, outputs: { default: ['x'] }, notes: ['one ran'] },
    ]);
  });

  it('gives distinct texts without halves of surrogate pairs', () => {
    const pipeline = compilePipeline([field('mail')], [resolver('a', 'mail')], transformers, context);
    expect(pipeline.run({ id: '1', mail: ['x\ud800', 'x\ud801', 'y', 'y'] })).toEqual([['x\ufffd', 'y']]);
    expect(pipeline.run({ id: '1', mail: 'x\udfff' })).toEqual([['x\ufffd']]);
  });

  it('returns for every resolver its paths and whether a value must exist', () => {
    const { part, definitions } = counting();
    const pipeline = compilePipeline(
      [field('name.last', { mustExist: true }), part('one', 'name.last'), field('mail')],
      [resolver('a', 'one'), resolver('b', 'mail')],
      definitions,
      context,
    );
    expect(pipeline.outputs).toMatchObject([
      { id: 'a', mustExist: true, paths: [['name', 'last']] },
      { id: 'b', mustExist: false, paths: [['mail']] },
    ]);
  });

  it('gives a resolver a meaning that changes with anything above it and with nothing else', () => {
    const meaning = (parts: readonly TransformerPart[]) =>
      compilePipeline(parts, [resolver('a', parts.at(-1)!.id)], transformers, context).outputs[0]!.meaning;
    const trim = (id: string, sourceID: string): TransformerPart => ({
      id,
      type: 'stringop',
      attributes: { operation: 'trim' },
      inputPins: after(sourceID),
    });
    const one = meaning([field('mail'), trim('t', 'mail')]);
    expect(meaning([field('other'), { ...field('mail'), id: 'm' }, trim('renamed', 'm')])).toBe(one);
    expect(meaning([field('mail', { caseSensitive: true }), trim('t', 'mail')])).not.toBe(one);
    expect(meaning([field('mail')])).not.toBe(one);
  });

  it('refuses a transformer that feeds itself', () => {
    const { part, definitions } = counting();
    const parts = [part('one', 'two'), part('two', 'three'), part('three', 'one')];
    expect(() => compilePipeline(parts, [resolver('a', 'one')], definitions, context)).toThrow('feeds itself');
  });

  it('compiles a chain of many thousand transformers', () => {
    const { part, definitions } = counting();
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      part(`t${index}`, index === 0 ? 'mail' : `t${index - 1}`),
    );
    const pipeline = compilePipeline([field('mail'), ...chain], [resolver('a', 't19999')], definitions, context);
    expect(pipeline.run({ id: '1', mail: 'x' })).toEqual([['x']]);
  });
});
