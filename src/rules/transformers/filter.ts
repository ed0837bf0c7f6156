import * as z from 'zod/mini';
import { defaultInput, defaultOutput, eachValue } from './default-pin.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  values: z
    .array(z.string())
    .check(z.describe('The whole values to drop or keep, for instance placeholders such as "n/a".')),
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
  lint: ({ values, filterOut }) =>
    values.length > 0
      ? []
      : [
          {
            severity: filterOut ? 'warning' : 'error',
            code: 'EMPTY_FILTER',
            message: filterOut ? 'an empty list drops nothing' : 'an empty list keeps nothing: no value ever passes',
            hint: 'List the values, or remove the filter from the pipeline.',
            pointer: '/values',
          },
        ],
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ values, filterOut, caseSensitive }) {
    const listed = new Set(caseSensitive ? values : values.map((value) => value.toLowerCase()));
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
      attributes: { values: ['DE', 'AT'], filterOut: false, caseSensitive: false },
      inputs: { default: ['de', 'fr'] },
      outputs: { default: ['de'] },
    },
  ],
});
