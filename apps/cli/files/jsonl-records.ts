import { createReadStream } from 'node:fs';
import { isObject } from '../../../src/is-object.ts';
import { own } from '../../../src/own.ts';
import type { ColumnOptions, ReadRecord } from './columns.ts';
import { parseExactly } from './exact-json.ts';
import { type CompiledObjects, compileObjects } from './object-columns.ts';
import { withRoles } from './role-lists.ts';
import {
  encodingProblem,
  excerpt,
  nestsTooDeep,
  recordLimit,
  type SourcePosition,
  type SourceRecord,
  tooDeep,
} from './source-record.ts';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Byte position after the line and its line break. */
  readonly end: number;
  /** Without the line break; undefined for a line over the limit. */
  readonly text: string | undefined;
}

const lineFeed = 0x0a;

/** Splits a stream of bytes into lines. The limit bounds the memory; positions count from the start of the file. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  from: SourcePosition,
  limit: number,
): AsyncGenerator<Line, void, undefined> {
  let number = from.line;
  let end = from.offset;
  let held: Buffer[] = [];
  let length = 0;

  function take(last: Buffer | undefined): Line {
    const text = length > limit ? undefined : decode(last === undefined ? held : [...held, last], number);
    held = [];
    length = 0;
    return { number: number++, end, text };
  }

  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      length += at - start;
      end += at + 1 - start;
      const last = length > limit ? undefined : chunk.subarray(start, at);
      start = at + 1;
      yield take(last);
    }
    const rest = chunk.length - start;
    length += rest;
    end += rest;
    if (length > limit) held = [];
    else if (rest > 0) held.push(chunk.subarray(start));
  }
  if (length > 0) yield take(undefined);
}

function decode(parts: readonly Buffer[], number: number): string {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  const text = bytes.toString('utf8');
  const withoutMark = number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
  return withoutMark.endsWith('\r') ? withoutMark.slice(0, -1) : withoutMark;
}

/** Converts the text of an object at a line to a record. */
export type ObjectTextReader = (text: string, line: number) => ReadRecord;

/** Compiles the mapping into a reader of texts, for lines and for larger JSON. */
export function objectReaderOf(
  options: ColumnOptions,
  compiled: CompiledObjects = compileObjects(options),
): ObjectTextReader {
  // Where fields keep their types, a number stays what JavaScript makes of it.
  const isExact = (options.mappings?.size ?? 0) > 0 || options.columnsFile !== undefined;
  const idField = options.idColumn ?? 'id';
  return (text, line) => {
    const parsed = parseObject(text, isExact ? parseExactly : JSON.parse);
    if ('problem' in parsed) return parsed;
    const given = own(parsed.object, idField);
    // Parsing has rounded the number, and the rounded one may be another record's id.
    if (typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER) {
      return {
        problem: `the ${idField} is a number with too many digits to be read exactly: write it as text, in quotes`,
      };
    }
    return compiled.read(withRoles(parsed.object, options.roles ?? []), line);
  };
}

/** Reads a file with one JSON object a line; skips blank lines. Rejects when the file cannot be read. */
export async function* readJsonLines(
  file: string,
  from: SourcePosition,
  read: ObjectTextReader,
): AsyncGenerator<SourceRecord, void, undefined> {
  const chunks = createReadStream(file, { start: from.offset, highWaterMark: 256 * 1024 });
  for await (const { number: line, end, text } of readLines(chunks, from, recordLimit)) {
    const place = { line, end, nextLine: line + 1 };
    if (text === undefined) {
      yield { ...place, problem: `the line has more than ${recordLimit} bytes`, text: '' };
    } else if (text.trim() !== '') {
      const result = read(text, line);
      yield 'problem' in result ? { ...place, problem: result.problem, text: excerpt(text) } : { ...place, ...result };
    }
  }
}

function parseObject(
  text: string,
  parse: (text: string) => unknown,
): { readonly object: Readonly<Record<string, unknown>> } | { readonly problem: string } {
  const problem = encodingProblem(text);
  if (problem !== undefined) return { problem };
  if (nestsTooDeep(text)) return { problem: `the line ${tooDeep}` };
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return { problem: `the line is no JSON: ${(error as Error).message}` };
  }
  return isObject(value) ? { object: value } : { problem: 'the line is no JSON object' };
}
