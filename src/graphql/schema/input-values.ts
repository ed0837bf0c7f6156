import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isSpecifiedScalarType,
} from 'graphql';
import { InputCheck, type InputForm, type InputProblem, judgedText } from './input-check.ts';

/** Values as JSON.parse makes them. Names that every object inherits are no fields of it. */
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
 * What is wrong with a value, as JSON.parse made it, by its type: the first `most` problems. A value without a problem is
 * one that graphql-js takes.
 */
export function valueProblems(value: unknown, type: GraphQLInputType, most: number): readonly InputProblem<unknown>[] {
  const check = new InputCheck(values, most);
  check.check(value, type);
  return check.problems;
}

function leafProblem(value: unknown, type: GraphQLLeafType): string | undefined {
  if (type === GraphQLID && typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    // JSON.parse read it as another number, which may be the id of another record.
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
 * What stands for a value when a type judges it. The scalars of GraphQL and enums quote what they refuse in full, but need
 * neither the end of a long text nor the inside of a list or an object for their verdict.
 */
function judged(value: unknown, type: GraphQLLeafType): unknown {
  const isText = typeof value === 'string';
  if (isText ? judgedText(value, type) === value : typeof value !== 'object') return value;
  if (!isSpecifiedScalarType(type) && !isEnumType(type)) return value;
  if (isText) return judgedText(value, type);
  throw new GraphQLError(`${type.name} cannot represent ${Array.isArray(value) ? 'a list' : 'an object'}`);
}
