import { coerceInputValue, type GraphQLInputType, GraphQLNonNull } from 'graphql';
import { MAX_NESTING } from '../../src/graphql/limits.ts';
import { buildApiSchema } from '../../src/graphql/schema/build.ts';
import { createInputReader, valueProblems, withoutNulls } from '../../src/graphql/schema/input-check.ts';
import { isObject } from '../../src/is-object.ts';
import type { RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { nestsDeeperThan, parsedJson } from '../../src/text/json.ts';

/** A line of an object that is not blank. */
export interface RecordLine {
  /** Starts at 1 and counts blank lines. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Splits an object into its lines without copying them. Line breaks are LF or CR LF; the last line needs none. */
export function recordLines(object: Uint8Array): RecordLine[] {
  const lines: RecordLine[] = [];
  let start = BYTE_ORDER_MARK.every((byte, index) => object[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  for (let number = 1; start < object.length; number++) {
    const at = object.indexOf(LINE_FEED, start);
    const end = at === -1 ? object.length : at;
    const bytes = object.subarray(start, end);
    if (!bytes.every(isBlank)) lines.push({ number, bytes });
    start = end + 1;
  }
  return lines;
}

/** True for space, tab and carriage return. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/** Why a line is not a valid record. */
interface LineProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Reads a line: returns a record as the API accepts it, or the line's problem. */
export type ReadRecord = (
  line: Uint8Array,
) => { readonly record: RecordPayload } | { readonly problem: LineProblem; readonly id?: string };

/** The most problems reported for one line. */
const PROBLEMS_TOLD = 5;

const unreadable = (message: string, hint = 'Write one JSON object per line, in UTF-8.'): { problem: LineProblem } => ({
  problem: { code: 'LINE_UNREADABLE', message, hint },
});

/**
 * Removes the value at the end of a message of GraphQL.js, such as `… non-integer value: "x"`. The errors objects must
 * not contain values of records. The scalars' own messages, `this value: write …`, quote nothing.
 */
const withoutValue = (message: string): string => message.replace(/(?:,? found|(?<!this)( value)): .*$/is, '$1');

/**
 * Reads lines as the API reads the records of a submit, with the same input type. So a record is the same whether it is
 * submitted or loaded.
 */
export function createRecordReader(
  recordSchema: Pick<RecordSchema, 'document'>,
  serviceIdentifier: string,
): ReadRecord {
  const schema = buildApiSchema(recordSchema, serviceIdentifier);
  const type: GraphQLInputType = new GraphQLNonNull(schema.getType('RecordInput') as never);
  const readable = createInputReader(schema);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (line) => {
    let text: string;
    try {
      text = utf8.decode(line);
    } catch {
      return unreadable('the line is not valid UTF-8');
    }
    // The API has the same limit, because the code after this walks values recursively.
    if (nestsDeeperThan(text, MAX_NESTING)) {
      return unreadable(
        `the line nests values more than ${MAX_NESTING} levels deep`,
        'Flatten the value, or write it as text.',
      );
    }
    const value = parsedJson(text);
    if (value === undefined) return unreadable('the line is not JSON');
    if (!isObject(value)) return unreadable('the line is not a JSON object');
    const { id } = value;
    const problems = valueProblems(value, type, PROBLEMS_TOLD);
    const record = problems.length === 0 ? coerceInputValue(readable(value), type) : undefined;
    if (record !== undefined) return { record: withoutNulls(record) as RecordPayload };
    const messages = problems.map(({ path, message }) =>
      path.length === 0 ? withoutValue(message) : `${path.join('.')}: ${withoutValue(message)}`,
    );
    return {
      problem: {
        code: 'BAD_USER_INPUT',
        message: messages.join(' '),
        hint: 'Compare the line with RecordInput of the deployment.',
      },
      ...(typeof id === 'string' ? { id } : {}),
    };
  };
}
