import { countryCode } from '../../../src/rules/transformers/country.ts';
import { lostZerosOf } from '../../../src/rules/transformers/postcode.ts';
import { fieldWords } from '../../../src/workbench/design/field-words.ts';
import { kindOfName } from '../../../src/workbench/design/kind-of-name.ts';
import { type FileColumn, summarizeColumns } from '../files/column-summary.ts';
import { type Engine, literal, numberOf } from '../files/engine.ts';
import { columnName, type FileTable, rowsTable } from '../files/file-table.ts';
import { marked, type SpreadsheetLosses, shortened, whole } from '../files/restored-cell.ts';
import type { ChosenId } from './columns-content.ts';

interface RestoredColumns {
  readonly columns: readonly FileColumn[];
  /** What the reader should know. */
  readonly notes: readonly string[];
}

/** The share of the values of a column above which their form is that of the column. */
const mostOf = 0.9;

/**
 * Undoes in a table of cells what spreadsheets did, notes it at each column, and counts anew what it holds. The id stays as
 * it is written, so that results can be joined with the file.
 */
export async function withoutLosses(
  engine: Engine,
  written: readonly FileColumn[],
  id: ChosenId,
  { table, country }: { readonly table: FileTable; readonly country: string | undefined },
): Promise<RestoredColumns> {
  if (table.hasObjects) return { columns: written, notes: [] };
  const place = country ?? (await onlyCountry(engine, written));
  const postcodesOf = place === undefined ? undefined : countryCode(place);
  const columns: FileColumn[] = [];
  const notes: string[] = [];
  for (const column of written) {
    const isLeft = column.isList || column.summary.filled === 0 || ('column' in id && id.column === column);
    const found = isLeft ? undefined : await lossesOf(engine, column, postcodesOf);
    if (found === undefined) {
      columns.push(column);
      continue;
    }
    await restoreCells(engine, column, found.losses);
    const [summary] = await summarizeColumns(engine, { columns: [column], stored: table.stored });
    columns.push({ ...column, summary: summary!, losses: found.losses });
    notes.push(...found.notes);
  }
  return { columns, notes };
}

const isKind = ({ steps }: FileColumn, kind: string): boolean => kindOfName(fieldWords(steps.at(-1)!)) === kind;

/** The country of all rows, if a column says so. */
async function onlyCountry(engine: Engine, columns: readonly FileColumn[]): Promise<string | undefined> {
  const column = columns.find((one) => !one.isList && isKind(one, 'country'));
  if (column === undefined) return undefined;
  const name = columnName(column.position);
  const found = await engine.rows(
    `SELECT DISTINCT trim(${name}) FROM ${rowsTable} WHERE coalesce(trim(${name}), '') <> '' LIMIT 2`,
  );
  return found.length === 1 ? (found[0]![0] as string) : undefined;
}

async function lossesOf(
  engine: Engine,
  column: FileColumn,
  postcodesOf: string | undefined,
): Promise<{ readonly losses: SpreadsheetLosses; readonly notes: readonly string[] } | undefined> {
  const value = `trim(${columnName(column.position)})`;
  const zeros = isKind(column, 'postcode') && postcodesOf !== undefined ? lostZerosOf(postcodesOf) : undefined;
  if (zeros === undefined && !(await mayHaveLost(engine, value))) return undefined;
  const counted = {
    apostrophe: marked,
    numbers: String.raw`^'[=+@(-]?\s?[0-9][0-9().\s/-]{2,}$`,
    decimals: whole,
    fractions: '^-?[0-9]+[.,](?:[1-9]|0[0-9])[0-9]*$',
    exponent: shortened,
    small: '^-?[0-9](?:[.,][0-9]+)?[Ee]-[0-9]+$',
    codes: '^[1-9][0-9]*$',
    short: zeros === undefined ? '^$' : `^[1-9][0-9]{${zeros.digits - zeros.zeros - 1},${zeros.digits - 2}}$`,
  };
  const counts = Object.values(counted).map((pattern) => `count_if(regexp_matches(${value}, ${literal(pattern)}))`);
  const [row] = await engine.rows(
    `SELECT count(*), ${counts.join(', ')} FROM ${rowsTable} WHERE coalesce(${value}, '') <> ''`,
  );
  const [filled, ...found] = row!.map(numberOf);
  const of = Object.fromEntries(Object.keys(counted).map((name, index) => [name, found[index]!])) as Record<
    keyof typeof counted,
    number
  >;
  const isMost = (count: number) => count > 0 && count >= filled! * mostOf;
  const { title } = column;
  const notes: string[] = [];
  const losses: SpreadsheetLosses = {};
  if (of.apostrophe > 0 && (isMost(of.apostrophe) || of.numbers === of.apostrophe)) {
    losses.apostrophe = true;
    notes.push(`${title}: the apostrophe in front of ${values(of.apostrophe)} is left out, now and by load.`);
  }
  if (isMost(of.decimals) && of.fractions === 0) {
    losses.decimals = true;
    notes.push(`${title}: the .0 of ${values(of.decimals)} is left out, now and by load.`);
  }
  if (of.exponent > 0 && of.small === 0) {
    losses.exponent = true;
    notes.push(
      `${title}: a spreadsheet has shortened ${values(of.exponent)}, such as ${await exampleOf(engine, value, shortened)}. Their digits are lost: they count as no value, now and by load. Export the column as text.`,
    );
  }
  if (of.short > 0 && isMost(of.codes)) {
    losses.postcode = postcodesOf!;
    notes.push(`${title}: ${values(of.short)} get the zeros in front that they lost, now and by load.`);
  }
  return notes.length === 0 ? undefined : { losses, notes };
}

/** A look at the ends of all values, which costs far less than a pattern. */
async function mayHaveLost(engine: Engine, value: string): Promise<boolean> {
  const signs = [
    `starts_with(${value}, '''')`,
    `ends_with(${value}, '.0')`,
    `ends_with(${value}, ',0')`,
    `contains(${value}, 'E+')`,
    `contains(${value}, 'e+')`,
  ];
  const [row] = await engine.rows(`SELECT coalesce(bool_or(${signs.join(' OR ')}), false) FROM ${rowsTable}`);
  return row![0] === true;
}

const values = (count: number): string => (count === 1 ? '1 value' : `${count.toLocaleString('en')} values`);

async function exampleOf(engine: Engine, value: string, pattern: string): Promise<string> {
  const [row] = await engine.rows(
    `SELECT ${value} FROM ${rowsTable} WHERE regexp_matches(${value}, ${literal(pattern)}) LIMIT 1`,
  );
  return row![0] as string;
}

/** The same as `restored`, for all rows. */
async function restoreCells(engine: Engine, { position }: FileColumn, losses: SpreadsheetLosses): Promise<void> {
  const name = columnName(position);
  const update = (value: string, where: string) =>
    engine.rows(`UPDATE ${rowsTable} SET ${name} = ${value} WHERE regexp_matches(trim(${name}), ${literal(where)})`);
  const replace = (pattern: string, by: string) =>
    update(`regexp_replace(trim(${name}), ${literal(pattern)}, ${literal(by)})`, pattern);
  if (losses.apostrophe) await replace(marked, '\\1');
  if (losses.decimals) await replace(whole, '\\1');
  if (losses.exponent) await update('NULL', shortened);
  const lost = losses.postcode === undefined ? undefined : lostZerosOf(losses.postcode);
  if (lost === undefined) return;
  const short = `^[0-9]{${lost.digits - lost.zeros},${lost.digits - 1}}$`;
  await update(`lpad(trim(${name}), ${lost.digits}, '0')`, short);
}
