import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod';
import { MAX_RECORD_BYTES } from '../../entities/validate.ts';
import { isObject } from '../../is-object.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { RecordPayload, ResolvedValues, TransformerTrace } from '../../rules/types.ts';
import { NameSuggester } from '../../text/nearest-name.ts';
import { ToolRefusal } from './tool.ts';

/** The most characters of a header line. */
const maxHeader = 20_000;

const delimiters = [';', ',', '\t', '|'] as const;

/**
 * The names of the fields in the header line of a CSV file. The delimiter is the one that splits the line into most
 * columns.
 *
 * @throws ToolRefusal if the text is no header line.
 */
function headerFields(header: string): string[] {
  const lines = header.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  if (lines.length !== 1) {
    throw new ToolRefusal(
      `the header line has ${lines.length} lines with text, not one`,
      'Give the first line of the file alone, and some of its rows as sampleRecords.',
    );
  }
  const rows = delimiters.map((delimiter) => columnsOf(lines[0]!, delimiter));
  const columns = rows.reduce((most, one) => (one.length > most.length ? one : most));
  const names = columns.filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new ToolRefusal(
    'the header has no names',
    'Give the line that names the columns, with quotes closed: "id;name;city".',
  );
}

/** None if quotes do not fit this delimiter. */
function columnsOf(line: string, delimiter: string): string[] {
  try {
    const [columns = []] = parse(line, { delimiter, bom: true, trim: true }) as string[][];
    return columns;
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** The path of a field in a record. */
export const fieldName = z
  .string()
  .min(1)
  .max(200)
  .describe('As in a record; dots walk into objects, * walks a list: emails.*.address.');

/** A line that names several fields. */
export const fieldLine = z.string().min(1).max(maxHeader);

/** The names of fields in an argument that is a list of names, or a line that separates them as a CSV file does. */
export function fieldNames(argument: string | readonly string[]): readonly string[] {
  return typeof argument === 'string' ? headerFields(argument) : argument;
}

/** The paths of the fields that records have: dots walk into objects, `*` walks a list. */
export function fieldsOfRecords(records: readonly unknown[]): string[] {
  const paths = new Set<string>();
  const add = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value) add(element, `${path}.*`);
    else if (!isObject(value)) paths.add(path);
    else for (const [name, below] of Object.entries(value)) add(below, path === '' ? name : `${path}.${name}`);
  };
  for (const record of records) add(record, '');
  paths.delete('');
  return [...paths];
}

type Issue = z.core.$ZodIssue;

/** The most problems to list. A model corrects these and calls again. */
const maxProblems = 10;

/** Describes the problems of the arguments of a call, so that a model can correct them. */
export function argumentProblems(schema: z.ZodType, args: unknown, issues: readonly Issue[]): string {
  const shape = (schema as { shape?: Readonly<Record<string, z.ZodType>> }).shape ?? {};
  const lines = issues.flatMap((issue) => linesOf(issue, [], { shape, args }));
  const more = lines.length > maxProblems ? [`- and ${lines.length - maxProblems} more`] : [];
  const listed = lines.slice(0, maxProblems).map((line) => `- ${line}`);
  return ['The arguments do not fit:', ...listed, ...more, `Arguments: ${Object.keys(shape).join(', ')}.`].join('\n');
}

interface Arguments {
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly args: unknown;
}

function linesOf(issue: Issue, above: readonly PropertyKey[], { shape, args }: Arguments): string[] {
  const path = [...above, ...issue.path];
  const place = path.length === 0 ? 'the arguments' : path.map(String).join('.');
  const value = valueAt(args, path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const nearest = path.length === 0 ? new NameSuggester().nearest(key, Object.keys(shape)) : undefined;
      const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
      return `${place}: there is no ${JSON.stringify(key.slice(0, 80))}${hint}`;
    });
  }
  if (value === undefined) {
    const description = path.length === 1 ? shape[String(path[0])]?.description : undefined;
    return [`${place}: is missing${description === undefined ? '' : `. ${description}`}`];
  }
  if (issue.code === 'invalid_type') return [`${place}: expected ${typeNames(issue.expected)}, not ${kindOf(value)}`];
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const values = issue.values.map(String);
    const nearest = new NameSuggester().nearest(value, values);
    const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
    return [`${place}: ${JSON.stringify(value.slice(0, 80))} is none of ${values.join(', ')}${hint}`];
  }
  if (issue.code !== 'invalid_union') return [`${place}: ${lowerFirst(issue.message)}`];
  // The problems of the form that was meant; without one, all forms.
  const meant = issue.errors.find((issues) => !issues.some(isOfAnotherType));
  if (meant !== undefined) return meant.flatMap((inner) => linesOf(inner, path, { shape, args }));
  const expected = issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => (isOfAnotherType(inner) ? [inner.expected] : [])),
  );
  return [`${place}: expected ${[...new Set(expected.map(typeNames))].join(' or ')}, not ${kindOf(value)}`];
}

function isOfAnotherType(issue: Issue): issue is z.core.$ZodIssueInvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return value;
}

function typeNames(expected: string): string {
  switch (expected) {
    case 'string':
      return 'a text';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'boolean':
      return 'true or false';
    case 'int':
      return 'a whole number';
    default:
      return `a ${expected}`;
  }
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  return typeNames(Array.isArray(value) ? 'array' : typeof value);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * The most characters that all transformers of a document may produce from one record. A hostile document can double a
 * text with every transformer. Real documents produce far less, and the memory of a process holds far more.
 */
const maxCharacters = 2_000_000;

/**
 * Runs the pipeline of an untrusted document. `observe` receives every transformer.
 *
 * @param name the name of the record in the refusal
 * @throws ToolRefusal for a record that is too large, or for which the pipeline produces too many characters
 */
export function resolveGuarded(
  rules: CompiledRules,
  record: RecordPayload,
  name: string,
  observe?: (trace: TransformerTrace) => void,
): ResolvedValues {
  const bytes = Buffer.byteLength(JSON.stringify(record));
  if (bytes > MAX_RECORD_BYTES) {
    throw new ToolRefusal(
      `${name} has ${bytes} bytes as JSON; a service takes ${MAX_RECORD_BYTES}`,
      'Send less of it.',
    );
  }
  let characters = 0;
  return rules.resolve(record, (trace) => {
    for (const values of Object.values(trace.outputs)) for (const value of values) characters += value.length + 1;
    if (characters > maxCharacters) {
      throw new ToolRefusal(
        `the transformers make more than ${maxCharacters} characters of ${name}, by "${trace.transformerID}"`,
        'Shorten the record, or look for a transformer that makes its input longer.',
      );
    }
    observe?.(trace);
  });
}
