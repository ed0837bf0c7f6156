import { describe, expect, it } from '@jest/globals';
import { compilePipeline } from '../../../../../src/rules/compile/pipeline.ts';
import type { TransformerPart } from '../../../../../src/rules/document/types.ts';
import { transformers } from '../../../../../src/rules/transformers/registry.ts';
import { cutValues, MAX_VALUE_LENGTH } from '../../../../../src/rules/transformers/value-limit.ts';
import type { RecordPayload, TransformerTrace } from '../../../../../src/rules/types.ts';

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
