import * as z from 'zod/mini';
import { defaultInput, defaultOutput, eachValue } from './default-pin.ts';
import { defineTransformer, MissingPartError } from './transformer.ts';

const attributes = z.object({
  values: z
    ._default(z.array(z.string()), [])
    .check(z.describe('The whole values to drop or keep, for instance placeholders such as "n/a". Default: none.')),
  listID: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe('The id of a reference list: the values of its first column are dropped or kept as well.')),
  filterOut: z
    ._default(z.boolean(), true)
    .check(z.describe('True (the default) drops the listed values; false keeps only the listed values.')),
  caseSensitive: z
    ._default(z.boolean(), true)
    .check(z.describe('True (the default) compares as written; false ignores upper and lower case.')),
});

export const filter = defineTransformer<z.infer<typeof attributes>>({
  type: 'filter',
  summary: 'Drops the values of a list, or keeps only these; compares whole values.',
  attributes,
  lint: ({ values, listID, filterOut }) =>
    values.length > 0 || listID !== undefined
      ? []
      : [
          {
            severity: filterOut ? 'warning' : 'error',
            code: 'EMPTY_FILTER',
            message: filterOut ? 'an empty list drops nothing' : 'an empty list keeps nothing: no value ever passes',
            hint: 'List the values, name a reference list, or remove the filter from the pipeline.',
            pointer: '/values',
          },
        ],
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ values, listID, filterOut, caseSensitive }, context) {
    const list = listID === undefined ? undefined : context.referenceList(listID);
    if (listID !== undefined && list === undefined) throw new MissingPartError('filter', 'listID', listID);
    const all = [...values, ...(list?.rows ?? []).flatMap(([first]) => first ?? [])];
    const listed = new Set(caseSensitive ? all : all.map((value) => value.toLowerCase()));
    return eachValue((value, note) => {
      const isListed = listed.has(caseSensitive ? value : value.toLowerCase());
      if (isListed !== filterOut) return value;
      note?.(`"${value}" is ${isListed ? '' : 'not '}listed and was dropped`);
      return '';
    });
  },
  examples: [
    {
      attributes: { values: ['unknown', 'n/a'] },
      inputs: { default: ['smith', 'unknown', 'unknown street'] },
      outputs: { default: ['smith', 'unknown street'] },
    },
    {
      attributes: { listID: 'countries' },
      inputs: { default: ['germany', 'france'] },
      outputs: { default: ['france'] },
    },
    {
      attributes: { values: ['DE', 'AT'], filterOut: false, caseSensitive: false },
      inputs: { default: ['de', 'fr'] },
      outputs: { default: ['de'] },
    },
  ],
});
