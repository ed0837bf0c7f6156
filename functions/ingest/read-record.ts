import { coerceInputValue, type GraphQLInputType, GraphQLNonNull } from 'graphql';
import { MAX_NESTING } from '../../src/graphql/limits.ts';
import { buildApiSchema } from '../../src/graphql/schema/build.ts';
import { valueProblems } from '../../src/graphql/schema/input-values.ts';
import { createInputReader } from '../../src/graphql/schema/variables.ts';
import { withoutNulls } from '../../src/graphql/schema/without-nulls.ts';
import { isObject } from '../../src/is-object.ts';
import type { RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { nestsDeeperThan, parsedJson } from '../../src/text/json.ts';

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
