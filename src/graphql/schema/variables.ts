import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { pathText } from './input-check.ts';
import { valueProblems } from './input-values.ts';

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
