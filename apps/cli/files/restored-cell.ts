import * as z from 'zod';
import { withLostZeros } from '../../../src/rules/transformers/postcode.ts';

/** What spreadsheets and data frames did to the values of a column, and a reader undoes. */
export const spreadsheetLosses = z.strictObject({
  apostrophe: z.literal(true).optional().describe('The apostrophe in front, which marks a text, is left out.'),
  decimals: z.literal(true).optional().describe('The .0 of a whole number is left out.'),
  exponent: z.literal(true).optional().describe('A number such as 1.23E+12, whose digits are lost, is no value.'),
  postcode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .describe('The country (ISO 3166) of postcodes that get the zeros in front which they lost.'),
});

export type SpreadsheetLosses = z.infer<typeof spreadsheetLosses>;

/** Patterns for JavaScript and for DuckDB. */
export const marked = "^'([^']+)$";
export const whole = '^([0-9]+)[.,]0$';
/** From ten million on: a narrower column of a sheet hides the digits of smaller ones, too. */
export const shortened = String.raw`^[0-9](?:[.,][0-9]+)?[Ee]\+(?:0?[7-9]|[1-9][0-9])$`;
const patterns = { apostrophe: new RegExp(marked), decimals: new RegExp(whole) };
export const shortenedNumber = new RegExp(shortened);

/** A cell as it was before; what is lost is no value. */
export function restored(text: string, losses: SpreadsheetLosses | undefined): string {
  if (losses === undefined) return text;
  const given = text.trim();
  let value = given;
  if (losses.apostrophe) value = value.replace(patterns.apostrophe, '$1');
  if (losses.decimals) value = value.replace(patterns.decimals, '$1');
  if (losses.exponent) value = value.replace(shortenedNumber, '');
  if (losses.postcode !== undefined) value = withLostZeros(value, losses.postcode);
  return value === given ? text : value;
}
