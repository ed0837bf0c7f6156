import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isSpecifiedScalarType,
} from 'graphql';
import { InputCheck, type InputForm, type InputProblem, judgedText } from './input-check.ts';

/** Values from JSON.parse. Inherited names are not fields of an object. */
const values: InputForm<unknown> = {
  isOpen: () => false,
  isNull: (value) => value === null || value === undefined,
  elements: (value) => (Array.isArray(value) ? value : undefined),
  fields(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const names = Object.keys(value);
    return {
      count: names.length,
      entries: () => names.map((name) => [name, (value as Record<string, unknown>)[name], value]),
    };
  },
  leafProblem,
};

/**
 * Returns the first `most` problems of a value from JSON.parse, checked against its type. graphql-js accepts every value
 * without a problem.
 */
export function valueProblems(value: unknown, type: GraphQLInputType, most: number): readonly InputProblem<unknown>[] {
  const check = new InputCheck(values, most);
  check.check(value, type);
  return check.problems;
}

function leafProblem(value: unknown, type: GraphQLLeafType): string | undefined {
  if (type === GraphQLID && typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    // JSON.parse rounded it to another number, which may be the id of another record.
    return 'ID cannot represent a number of so many digits exactly: send it as text';
  }
  try {
    if (type.coerceInputValue(judged(value, type)) !== undefined) return undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
  }
  return `Expected value of type "${type}".`;
}

/**
 * Returns a short substitute that a type judges instead of the value. Scalars of GraphQL and enums quote the whole value
 * that they refuse, but need neither the end of a long text nor the contents of a list or an object.
 */
function judged(value: unknown, type: GraphQLLeafType): unknown {
  const isText = typeof value === 'string';
  if (isText ? judgedText(value, type) === value : typeof value !== 'object') return value;
  if (!isSpecifiedScalarType(type) && !isEnumType(type)) return value;
  if (isText) return judgedText(value, type);
  throw new GraphQLError(`${type.name} cannot represent ${Array.isArray(value) ? 'a list' : 'an object'}`);
}
