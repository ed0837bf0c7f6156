import * as z from 'zod/mini';
import { noteIf } from '../document/definition.ts';
import type { ReferenceList } from '../document/types.ts';
import { defaultInput, defaultOutput, eachValueToMany } from './default-pin.ts';
import { defineTransformer, MissingPartError } from './transformer.ts';

const attributes = z.object({
  listID: z.string().check(z.minLength(1), z.describe('The id of the reference list of this document.')),
  keyColumn: z
    ._default(z.int().check(z.minimum(0)), 0)
    .check(z.describe('The column that is compared with the value, from 0. Default 0.')),
  valueColumn: z
    .optional(z.int().check(z.minimum(0)))
    .check(z.describe('The column that is given instead, from 0. Default: 1, or 0 where a row has one column.')),
  caseSensitive: z
    ._default(z.boolean(), false)
    .check(z.describe('True compares as written; false (the default) ignores upper and lower case.')),
  keepUnknown: z
    ._default(z.boolean(), true)
    .check(z.describe('True (the default) lets a value pass that the list does not have; false makes it no value.')),
});

export const referencelist = defineTransformer<z.infer<typeof attributes>>({
  type: 'referencelist',
  summary:
    'Looks each value up in a table of the document and yields another column of its row. Several rows yield several values.',
  attributes,
  lint: ({ keyColumn, valueColumn, keepUnknown }) =>
    noteIf(keyColumn === valueColumn && keepUnknown, {
      severity: 'warning',
      code: 'LIST_MAPS_TO_ITSELF',
      message: 'keyColumn and valueColumn are the same, and unknown values pass: only the case of letters changes',
      hint: 'Set keepUnknown to false to keep only listed values, or choose another valueColumn.',
      pointer: '/valueColumn',
    }),
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ listID, keyColumn, valueColumn, caseSensitive, keepUnknown }, context) {
    const list = context.referenceList(listID);
    if (list === undefined) throw new MissingPartError('referencelist', 'listID', listID);
    const key = (text: string) => (caseSensitive ? text : text.toLowerCase());
    const table = new Map<string, string[]>();
    for (const row of list.rows) {
      const from = row[keyColumn];
      const to = row[valueColumn ?? Math.min(1, row.length - 1)];
      if (from === undefined || from === '' || to === undefined || to === '') continue;
      const values = table.get(key(from));
      if (values === undefined) table.set(key(from), [to]);
      else if (!values.includes(to)) values.push(to);
    }
    return eachValueToMany((value, note) => {
      const found = table.get(key(value));
      if (found !== undefined) return found;
      if (keepUnknown) return [value];
      note?.(`"${value}" is not in the list ${listID}`);
      return [];
    });
  },
  examples: [
    {
      attributes: { listID: 'countries' },
      inputs: { default: ['Deutschland', 'Atlantis'] },
      outputs: { default: ['DE', 'Atlantis'] },
    },
    {
      attributes: { listID: 'countries', keepUnknown: false },
      inputs: { default: ['germany', 'Atlantis'] },
      outputs: { default: ['DE'] },
    },
  ],
});

/** The list that the examples above use. */
export const referenceListForExamples: ReferenceList = {
  id: 'countries',
  meta: { header: [{ type: 'text' }, { type: 'text' }] },
  rows: [
    ['germany', 'DE'],
    ['deutschland', 'DE'],
    ['austria', 'AT'],
  ],
};
