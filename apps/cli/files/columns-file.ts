import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as z from 'zod';
import type { ColumnMapping, ColumnOptions, NestedColumn } from './columns.ts';
import type { CsvDialect } from './csv-records.ts';
import { columnTypes } from './field-target.ts';
import { spreadsheetLosses } from './restored-cell.ts';
import { roleList } from './role-lists.ts';
import { ColumnsFileError } from './source-record.ts';

/** The name of the file in the directory of an instance. */
export const columnsFileName = 'columns.json';

/** The directory, in that of an instance, with a file for each source. */
const columnsDirectory = 'columns';

const name = z.string();

const oneCharacter = z.string().regex(/^.$/u);

const column = z.strictObject({
  column: z
    .union([name, z.array(name).min(1)])
    .describe(
      'The column by its name in the header, or the field of a JSON object by its name. A list of names leads into objects; * is each element of a list.',
    ),
  field: z
    .string()
    .min(1)
    .nullable()
    .describe('The field of the record: dots nest, * is each element of a list. null leaves the column out.'),
  reason: z.string().optional().describe('Why the column is left out.'),
  separator: z.string().min(1).optional().describe('Parts the texts of a list in one cell; default a semicolon.'),
  losses: spreadsheetLosses.optional().describe('What a spreadsheet did to the values, which is undone.'),
  keeps: z.array(z.string().min(1)).optional().describe('Texts of nulls that are values in this column.'),
  type: z
    .enum(columnTypes)
    .optional()
    .describe(
      'What the value is converted to: text (the default), number, boolean, list of texts, or json for a value as it is.',
    ),
});

const idOfColumn = z.strictObject({
  column: name.describe('The column with the id. It fills the id even if it also fills a field.'),
  replace: z
    .array(z.tuple([z.string().min(1), z.string()]))
    .optional()
    .describe('Pairs of texts: the first is replaced by the second wherever an id contains it, pair by pair.'),
});

const idOfLine = z.strictObject({
  linePrefix: z
    .string()
    .describe(
      'The file has no id: the id is this text and the number of the line at which the record starts (of the row, in Parquet and JSON).',
    ),
});

const source = z.strictObject({
  delimiter: oneCharacter.optional().describe('Separates cells.'),
  quote: oneCharacter.optional().describe('Encloses cells.'),
  escape: oneCharacter.optional().describe('Precedes a quote within a quoted cell.'),
  header: z.array(name).min(1).optional().describe('Names of the columns, if the first row of the file is no header.'),
  sheet: name
    .min(1)
    .optional()
    .describe('The sheet of a workbook. The first one that is not hidden, if none is named.'),
  skipLines: z
    .int()
    .min(1)
    .optional()
    .describe('Lines above the header, or above the first record, that are left out.'),
});

/** Describes `columns.json`. */
const columnsFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1),
    source: source.optional().describe('How a file with columns is written.'),
    id: z.union([idOfColumn, idOfLine]).describe('How a record gets its id.'),
    nulls: z
      .array(z.string().min(1))
      .optional()
      .describe('Texts that stand for no value, without blanks around them. A cell with one of them counts as empty.'),
    roles: z
      .array(roleList)
      .optional()
      .describe('Lists of JSON objects that are read as an object of lists, one for each role.'),
    columns: z.array(column).describe('Every column of the file. A column that is not listed is refused.'),
  })
  .describe('How the columns of a file become records. entity-data design writes it, entity-data load reads it.');

export type ColumnsFileContent = z.infer<typeof columnsFileSchema>;

/** The JSON Schema of the file. */
export const columnsJsonSchema = (): object => z.toJSONSchema(columnsFileSchema, { target: 'draft-2020-12' });

/** A mapping of columns and where it is written. */
export interface ColumnsFile {
  readonly path: string;
  /** Whether it is that of one source. */
  readonly isOfSource?: boolean;
  readonly content: ColumnsFileContent;
}

/** @throws ColumnsFileError */
export async function readColumnsFile(path: string): Promise<ColumnsFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new ColumnsFileError(`${path} cannot be read: ${(cause as Error).message}`, {
      hint: 'Name the file that "entity-data design" wrote, or load without one: --no-columns-file.',
      cause,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ColumnsFileError(`${path} is no JSON: ${(cause as Error).message}`, {
      hint: 'Correct it, or let "entity-data design" write it anew.',
      cause,
    });
  }
  const parsed = columnsFileSchema.safeParse(value);
  if (parsed.success) return { path, content: parsed.data };
  const problems = parsed.error.issues.map(({ path: at, message }) => `  /${at.join('/')}: ${message}`);
  throw new ColumnsFileError(`${path} is not a mapping of columns:\n${problems.join('\n')}`, {
    hint: 'docs/own-data.md describes the file.',
  });
}

/** The options of the command line. */
export interface GivenColumns {
  readonly idColumn?: string | undefined;
  readonly column: ReadonlyMap<string, ColumnMapping>;
  /** The source that the records are of: ids begin with it. */
  readonly ofSource?: string | undefined;
}

/** The mapping of a file, with what the command line says otherwise. */
export function columnOptions(given: GivenColumns, file: ColumnsFile | undefined): ColumnOptions {
  const { ofSource } = given;
  if (file === undefined) return { idColumn: given.idColumn, idRules: { ofSource }, mappings: given.column };
  const { id, columns, nulls: all = [], roles } = file.content;
  const nulls = all.length === 0 ? undefined : new Set(all);
  const mappings = new Map<string, ColumnMapping>();
  const nested: NestedColumn[] = [];
  for (const { column, field, type = 'text', keeps, separator, losses } of columns) {
    const steps = typeof column === 'string' ? [column] : column;
    const mapping = {
      path: field ?? undefined,
      type,
      separator,
      losses,
      nulls: keeps === undefined ? nulls : new Set(all.filter((text) => !keeps.includes(text))),
    };
    if (steps.length > 1) nested.push({ steps, ...mapping });
    else mappings.set(steps[0]!, mapping);
  }
  for (const [column, mapping] of given.column) {
    const { nulls: own = nulls, losses } = mappings.get(column) ?? {};
    mappings.set(column, { ...mapping, type: mapping.type ?? 'text', nulls: own, losses });
  }
  const common = { mappings, nested, roles, columnsFile: file.path };
  if ('linePrefix' in id) {
    return given.idColumn === undefined
      ? { ...common, idRules: { linePrefix: id.linePrefix, ofSource } }
      : { ...common, idColumn: given.idColumn, idRules: { ofSource } };
  }
  return { ...common, idColumn: given.idColumn ?? id.column, idRules: { replace: id.replace, ofSource } };
}

/** How cells are written: as the command line says, else as the file says. */
export function dialectOf(
  { delimiter, skipLines }: Pick<CsvDialect, 'delimiter' | 'skipLines'>,
  file: ColumnsFile | undefined,
): CsvDialect {
  const { source = {} } = file?.content ?? {};
  return { ...source, delimiter: delimiter ?? source.delimiter, skipLines: skipLines ?? source.skipLines };
}

/** The options that say which file maps the columns. */
export interface ColumnsFileOptions {
  /** A file, or a directory with one for each source. False asks for none. */
  readonly columnsFile?: string | false;
}

/**
 * The mapping of columns: the file that was named, else that of the first directory that has one. That of the source comes
 * before that of all.
 *
 * @param directories of instances: of the running service, or of rules; undefined ones are skipped
 * @throws ColumnsFileError
 */
export async function findColumnsFile(
  { columnsFile, ofSource }: ColumnsFileOptions & Pick<GivenColumns, 'ofSource'>,
  ...directories: readonly (string | undefined)[]
): Promise<ColumnsFile | undefined> {
  if (columnsFile === false) return undefined;
  if (columnsFile !== undefined) {
    const isDirectory = statSync(columnsFile, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isDirectory || ofSource === undefined) return readColumnsFile(columnsFile);
    return { ...(await readColumnsFile(join(columnsFile, `${ofSource}.json`))), isOfSource: true };
  }
  for (const directory of directories) {
    if (directory === undefined) continue;
    const ofSourceAlone = join(directory, columnsDirectory, `${ofSource}.json`);
    if (ofSource !== undefined && existsSync(ofSourceAlone)) {
      return { ...(await readColumnsFile(shown(ofSourceAlone))), isOfSource: true };
    }
    const path = join(directory, columnsFileName);
    if (existsSync(path)) return readColumnsFile(shown(path));
  }
  return undefined;
}

/** The mappings of all sources, each once; that of a file without sources where there are none. */
export async function allColumnsFiles(
  options: ColumnsFileOptions,
  sources: readonly string[],
  ...directories: readonly (string | undefined)[]
): Promise<ColumnsFileContent[]> {
  const files = new Map<string, ColumnsFileContent>();
  for (const ofSource of sources.length === 0 ? [undefined] : sources) {
    const file = await findColumnsFile({ ...options, ofSource }, ...directories);
    if (file !== undefined) files.set(file.path, file.content);
  }
  return [...files.values()];
}

const shown = (path: string): string => relative('', path) || path;
