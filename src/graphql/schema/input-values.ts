import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isSpecifiedScalarType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { InputCheck, type InputForm, type InputProblem, judgedText, pathText } from './input-check.ts';

type Variables = Readonly<Record<string, unknown>>;

/** The most problems to report for the variables of one request. */
export const MAX_VARIABLE_PROBLEMS = 5;

/** The valid variables of a request, or their problems. */
export type ReadVariables = (
  operation: OperationDefinitionNode,
  variables: Variables | null | undefined,
) => { readonly values: Variables } | { readonly errors: readonly GraphQLError[] };

/**
 * Checks variables against the types that an operation declares, and returns the declared ones in a form that is safe to
 * coerce. The operation must be valid.
 */
export function createVariableReader(schema: GraphQLSchema): ReadVariables {
  const readable = createInputReader(schema);
  return ({ variableDefinitions = [] }, variables) => {
    const values: Record<string, unknown> = Object.create(null);
    const errors: GraphQLError[] = [];
    for (const definition of variableDefinitions) {
      const name = definition.variable.name.value;
      const value = variables != null && Object.hasOwn(variables, name) ? variables[name] : undefined;
      const type = typeFromAST(schema, definition.type) as GraphQLInputType;
      errors.push(...variableErrors(definition, value, type, MAX_VARIABLE_PROBLEMS + 1 - errors.length));
      if (errors.length > MAX_VARIABLE_PROBLEMS) return { errors: [...errors.slice(0, MAX_VARIABLE_PROBLEMS), more()] };
      if (value !== undefined && errors.length === 0) values[name] = readable(value);
    }
    return errors.length === 0 ? { values } : { errors };
  };
}

function variableErrors(
  definition: VariableDefinitionNode,
  value: unknown,
  type: GraphQLInputType,
  most: number,
): readonly GraphQLError[] {
  const name = definition.variable.name.value;
  const error = (path: string, message: string) =>
    new GraphQLError(`Variable "$${name}" has invalid value${path === '' ? '' : ` at ${path}`}: ${message}`, {
      nodes: definition,
    });
  if (value !== undefined) {
    return valueProblems(value, type, most).map(({ path, message }) => error(pathText(path), message));
  }
  if (definition.defaultValue !== undefined || !isNonNullType(type)) return [];
  return [error('', `Expected a value of non-null type "${type}" to be provided.`)];
}

const more = () =>
  new GraphQLError(
    `The variables have more mistakes; the first ${MAX_VARIABLE_PROBLEMS} are told. Correct these first.`,
  );

/**
 * Returns an input value that is safe to coerce. graphql-js reads the fields of an input by name, and would find
 * inherited properties such as `constructor` in every object from JSON.parse. Only a schema with a field of such a name
 * needs the copy.
 */
export function createInputReader(schema: GraphQLSchema): (value: unknown) => unknown {
  const ambiguous = Object.values(schema.getTypeMap()).some(
    (type) => isInputObjectType(type) && Object.keys(type.getFields()).some((name) => name in Object.prototype),
  );
  return ambiguous ? withoutPrototype : (value) => value;
}

function withoutPrototype(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutPrototype);
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) copy[name] = withoutPrototype(field);
  return copy;
}

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

/**
 * Converts an input object of GraphQL to a plain object without null fields, because null and absent are the same for a
 * record. Lists keep their nulls, because positions count. Values of scalars such as Map stay unchanged: they have a
 * prototype, while input objects of GraphQL have none.
 */
export function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (Object.getPrototypeOf(value) !== null) return value;
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[name];
    if (field !== null && field !== undefined) plain[name] = withoutNulls(field);
  }
  return plain;
}
