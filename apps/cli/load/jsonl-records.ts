import { createReadStream } from 'node:fs';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { readLines } from './lines.ts';
import {
  encodingProblem,
  excerpt,
  nestsTooDeep,
  recordLimit,
  type SourcePosition,
  type SourceRecord,
  tooDeep,
} from './source-record.ts';

export interface JsonlOptions {
  /** The field with the record's id; default `id`. */
  readonly idField?: string;
}

/** Reads a file with one JSON object a line; skips blank lines. Rejects when the file cannot be read. */
export async function* readJsonlRecords(
  file: string,
  from: SourcePosition,
  options: JsonlOptions = {},
): AsyncGenerator<SourceRecord, void, undefined> {
  const chunks = createReadStream(file, { start: from.offset, highWaterMark: 256 * 1024 });
  for await (const { number: line, end, text } of readLines(chunks, from, recordLimit)) {
    const place = { line, end, nextLine: line + 1 };
    if (text === undefined) {
      yield { ...place, problem: `the line has more than ${recordLimit} bytes`, text: '' };
    } else if (text.trim() !== '') {
      const read = readObject(text, options.idField ?? 'id');
      yield 'problem' in read ? { ...place, problem: read.problem, text: excerpt(text) } : { ...place, ...read };
    }
  }
}

function readObject(text: string, idField: string): { record: RecordPayload } | { problem: string } {
  const problem = encodingProblem(text);
  if (problem !== undefined) return { problem };
  if (nestsTooDeep(text)) return { problem: `the line ${tooDeep}` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `the line is no JSON: ${(error as Error).message}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'the line is no JSON object' };
  }
  const given = (value as Record<string, unknown>)[idField];
  // Parsing has rounded the number, and the rounded one may be another record's id.
  if (typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER) {
    return {
      problem: `the ${idField} is a number with too many digits to be read exactly: write it as text, in quotes`,
    };
  }
  if (idField === 'id') return { record: value as RecordPayload };
  const { [idField]: id, ...fields } = value as Record<string, unknown>;
  return { record: { ...fields, id: typeof id === 'number' ? String(id) : id } };
}
