import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isSpecifiedScalarType,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { NameSuggester } from '../../text/nearest-name.ts';

/** A problem of one part of an input. */
interface InputProblem<Value> {
  readonly message: string;
  /** Names and positions that lead from the input to the part. */
  readonly path: readonly (string | number)[];
  /** The part itself. */
  readonly value: Value;
}

/** A form in which GraphQL takes inputs: the values of variables, or the literals of a document. */
export interface InputForm<Value> {
  /** True for a variable inside a literal, whose value is checked elsewhere. */
  isOpen(value: Value): boolean;
  isNull(value: Value): boolean;
  /** The elements of a list; undefined for every other value. */
  elements(value: Value): readonly Value[] | undefined;
  /** The fields of an object; undefined for every other value. */
  fields(value: Value): InputFields<Value> | undefined;
  /** Describes the problem of a scalar or enum value in a message of bounded length. */
  leafProblem(value: Value, type: GraphQLLeafType): string | undefined;
}

interface InputFields<Value> {
  readonly count: number;
  entries(): Iterable<readonly [name: string, value: Value, at: Value]>;
}

/** The fields of an input type, collected once per check. */
interface KnownFields {
  readonly fields: ReadonlyMap<string, GraphQLInputType>;
  readonly most: number;
  readonly required: readonly string[];
}

/** The most characters of a name or text that a message quotes. */
const QUOTED_LENGTH = 80;

/** The most characters of a text that may be the name of an enum value. */
const ENUM_LENGTH = 250;

/**
 * Checks an input against its type, with the same verdicts as graphql-js, whose messages quote the whole input for every
 * mistake. Here the size of a message is bounded, an object with more fields than its type is refused unread, and the
 * check ends at `most` problems. The time is therefore linear in the size of the input.
 */
export class InputCheck<Value> {
  readonly problems: InputProblem<Value>[] = [];
  readonly #form: InputForm<Value>;
  readonly #most: number;
  readonly #path: (string | number)[] = [];
  readonly #known = new Map<GraphQLInputObjectType, KnownFields>();
  readonly #suggester = new NameSuggester();

  constructor(form: InputForm<Value>, most: number) {
    this.#form = form;
    this.#most = most;
  }

  /** True when enough problems are found. */
  get isFull(): boolean {
    return this.problems.length >= this.#most;
  }

  check(value: Value, type: GraphQLInputType): void {
    if (this.isFull || this.#form.isOpen(value)) return;
    if (isNonNullType(type)) {
      if (this.#form.isNull(value)) this.#add(`Expected value of non-null type "${type}" not to be null.`, value);
      else this.check(value, type.ofType);
      return;
    }
    if (this.#form.isNull(value)) return;
    if (isListType(type)) this.#list(value, type.ofType);
    else if (isInputObjectType(type)) this.#object(value, type);
    else {
      const problem = this.#form.leafProblem(value, type);
      if (problem !== undefined) this.#add(problem, value);
    }
  }

  /** GraphQL accepts a single value as a list of one. */
  #list(value: Value, type: GraphQLInputType): void {
    const elements = this.#form.elements(value);
    if (elements === undefined) {
      this.check(value, type);
      return;
    }
    for (let index = 0; index < elements.length && !this.isFull; index += 1) this.#below(index, elements[index]!, type);
  }

  #object(value: Value, type: GraphQLInputObjectType): void {
    const given = this.#form.fields(value);
    if (given === undefined) {
      this.#add(`Expected value of type "${type}" to be an object.`, value);
      return;
    }
    const { fields, most, required } = this.#knownOf(type);
    if (given.count > most) {
      this.#add(
        `Expected value of type "${type}" to have at most ${most} fields, as its type has; found ${given.count}.`,
        value,
      );
      return;
    }
    const missing = new Set(required);
    for (const [name, field, at] of given.entries()) {
      if (this.isFull) return;
      missing.delete(name);
      const known = fields.get(name);
      if (known !== undefined) this.#below(name, field, known);
      else this.#unknownField(name, type, at);
    }
    for (const name of missing) {
      this.#add(`Expected value of type "${type}" to include required field "${name}".`, value);
    }
  }

  #knownOf(type: GraphQLInputObjectType): KnownFields {
    const before = this.#known.get(type);
    if (before !== undefined) return before;
    const fields = Object.values(type.getFields());
    const known = {
      fields: new Map(fields.map((field) => [field.name, field.type])),
      most: fields.length,
      required: fields.filter(isRequiredInputField).map(({ name }) => name),
    };
    this.#known.set(type, known);
    return known;
  }

  #unknownField(name: string, type: GraphQLInputObjectType, at: Value): void {
    const nearest = this.#suggester.nearest(name, Object.keys(type.getFields()));
    const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    this.#add(`Expected value of type "${type}" not to include unknown field ${quoted(name)}.${hint}`, at);
  }

  #below(step: string | number, value: Value, type: GraphQLInputType): void {
    this.#path.push(step);
    this.check(value, type);
    this.#path.pop();
  }

  #add(message: string, value: Value): void {
    if (!this.isFull) this.problems.push({ message, path: [...this.#path], value });
  }
}

/** A path for messages, such as `.records[0].name`; empty for the input itself. */
export function pathText(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
}

/** Shortens a long text and adds an ellipsis; returns a short one unchanged. */
function beginning(text: string, length = QUOTED_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Shortens a text that a scalar of GraphQL or an enum checks, because both quote the whole text that they refuse. */
export function judgedText(text: string, type: GraphQLLeafType): string {
  return beginning(text, isEnumType(type) ? ENUM_LENGTH : QUOTED_LENGTH);
}

function quoted(name: string): string {
  return JSON.stringify(beginning(name));
}

type Variables = Readonly<Record<string, unknown>>;

/** The most problems to report for the variables of one request. */
export const MAX_VARIABLE_PROBLEMS = 5;

/** The valid variables of a request, or their problems. */
type ReadVariables = (
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
