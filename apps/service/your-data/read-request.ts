import * as z from 'zod';
import { countryCode } from '../../../src/rules/transformers/country.ts';
import { parsedJson } from '../../../src/text/json.ts';
import { kindTitles } from '../../../src/workbench/design/field-kind.ts';
import type { DesignRequest } from '../../console/app/your-data/design-document.ts';
import type { GivenFile } from '../../console/app/your-data/state.ts';
import { YourDataRequestError } from './errors.ts';
import type { LabelAsk } from './worker-protocol.ts';

/** Characters of a name that is only shown. */
const longestName = 255;
const title = z.string().max(10_000);
const mostColumns = 10_000;

const fileSchema = z.strictObject({
  name: z.string().min(1),
  size: z.int().min(0),
  modified: z.int(),
});

const designSchema = z.strictObject({
  kinds: z.record(title, z.enum(Object.keys(kindTitles))),
  leftOut: z.array(title).max(mostColumns),
  idColumn: z.union([title, z.literal(false)]).optional(),
  replacesColons: z.boolean(),
  goal: z.enum(['precision', 'balanced', 'recall']),
  country: z
    .string()
    .refine((text) => countryCode(text) !== undefined, {
      message: 'it is no country: write its ISO 3166 code, such as DE, or its English name',
    })
    .optional(),
  delimiter: z.string().min(1).max(1, 'the separator of cells is one character').optional(),
  header: z.array(title.min(1, 'a name is empty')).min(1).max(mostColumns).optional(),
});

/** What was asked before the reader said anything. */
export const firstRequest: DesignRequest = { kinds: {}, leftOut: [], replacesColons: false, goal: 'balanced' };

/** Reads what the page says of a file. Its name loses what a terminal or a page could take for more than a name. */
export function readGivenFile(body: string): GivenFile {
  const { name, ...rest } = read(fileSchema, body);
  const shown = name.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return { name: (shown === '' ? 'file' : shown).slice(0, longestName).toWellFormed(), ...rest };
}

/** Reads the corrections of the reader. Whether the file has such columns is found out by the design. */
export const readDesignRequest = (body: string): DesignRequest => read(designSchema, body);

/** Reads the id of a design. */
export const readDesignID = (body: string): string => read(z.strictObject({ design: z.string() }), body).design;

const labelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('view') }),
  z.strictObject({ kind: z.literal('answer'), pair: z.string(), answer: z.enum(['same', 'different', 'unsure']) }),
  z.strictObject({ kind: z.literal('undo') }),
  z.strictObject({ kind: z.literal('apply') }),
]);

/** Reads what the reader does while judging pairs. */
export const readLabelAsk = (body: string): LabelAsk => read(labelSchema, body);

function read<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  const value = parsedJson(body);
  if (value === undefined) {
    throw new YourDataRequestError('The request is no JSON.', { hint: 'Load the page again.' });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.');
  throw new YourDataRequestError(`${path ? `${path}: ` : ''}${issue?.message}.`, {
    hint: 'Correct it on the page, and design again.',
  });
}
