import * as z from 'zod/mini';
import { parsedJson } from '../../text/json.ts';
import type { AttributeNote } from '../document/definition.ts';
import type { PinValues } from '../types.ts';
import { defaultInput, defaultOutput, MAX_VALUE_LENGTH, type Note, noValues } from './default-pin.ts';
import { compilePath } from './path.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  operation: z
    .enum(['extract', 'unique', 'slice', 'sort'])
    .check(
      z.describe(
        'extract: sub-values of values that are JSON objects (a field with objects: true gives such) · unique: each value ' +
          'once · slice: a part of the list · sort: by character code',
      ),
    ),
  paths: z
    ._default(z.array(z.string().check(z.minLength(1))), [])
    .check(z.describe('extract: where the sub-values are; those of one entry are joined. Default: none.')),
  separator: z
    ._default(z.string().check(z.maxLength(MAX_VALUE_LENGTH)), '')
    .check(z.describe('extract: what stands between the joined sub-values. Default: nothing.')),
  offset: z
    ._default(z.int().check(z.minimum(0)), 0)
    .check(z.describe('slice: the first value to keep, from 0. Default 0.')),
  limit: z
    .optional(z.int().check(z.minimum(1)))
    .check(z.describe('slice: how many values to keep. Default: all that follow.')),
  order: z
    ._default(z.enum(['ascending', 'descending']), 'ascending')
    .check(z.describe('sort: ascending (the default) or descending.')),
});

type Attributes = z.infer<typeof attributes>;
type ListOperation = (values: PinValues, note: Note) => PinValues;

export const list = defineTransformer<Attributes>({
  type: 'list',
  summary:
    'Processes the list of values as a whole: extracts sub-values of objects, removes repeated values, takes a part of the list, or sorts it.',
  attributes,
  lint({ operation, paths }) {
    const notes: AttributeNote[] = [];
    if (operation === 'extract' && paths.length === 0) {
      notes.push({
        severity: 'error',
        code: 'MISSING_ATTRIBUTE',
        message: 'the operation extract needs paths',
        hint: 'Add "paths", for instance ["address.city"].',
        pointer: '/paths',
      });
    }
    return notes;
  },
  readsWholeValues: true,
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile(given) {
    const operate = operation(given);
    return (inputs, _record, note) => {
      const values = inputs[0] ?? noValues;
      return [values.length === 0 ? values : operate(values, note)];
    };
  },
  examples: [
    {
      attributes: { operation: 'extract', paths: ['city', 'zip'], separator: ' ' },
      inputs: { default: ['{"city":"york","zip":"10001"}', '{"city":"leeds"}'] },
      outputs: { default: ['york 10001', 'leeds'] },
    },
    { attributes: { operation: 'unique' }, inputs: { default: ['a', 'b', 'a'] }, outputs: { default: ['a', 'b'] } },
    {
      attributes: { operation: 'slice', offset: 1, limit: 2 },
      inputs: { default: ['a', 'b', 'c', 'd'] },
      outputs: { default: ['b', 'c'] },
    },
    {
      attributes: { operation: 'sort', order: 'descending' },
      inputs: { default: ['b', 'c', 'a'] },
      outputs: { default: ['c', 'b', 'a'] },
    },
  ],
});

function operation({ operation, paths, separator, offset, limit, order }: Attributes): ListOperation {
  switch (operation) {
    case 'extract':
      return extract(paths, separator);
    case 'unique':
      return (values) => (values.length === 1 ? values : [...new Set(values)]);
    case 'slice':
      return (values) => values.slice(offset, limit === undefined ? undefined : offset + limit);
    case 'sort':
      return order === 'ascending' ? (values) => values.toSorted() : (values) => values.toSorted().reverse();
  }
}

function extract(paths: readonly string[], separator: string): ListOperation {
  const readers = paths.map((path) => compilePath(path));
  return (values, note) => {
    const output: string[] = [];
    for (const value of values) {
      const entry = /^[{[]/.test(value) ? parsedJson(value) : undefined;
      if (entry === undefined) {
        note?.(`"${value}" is not a JSON object`);
        continue;
      }
      const parts: string[] = [];
      for (const read of readers) read(entry, parts, note);
      const joined = parts.join(separator);
      if (joined !== '') output.push(joined);
    }
    return output;
  };
}
