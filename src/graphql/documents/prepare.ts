import {
  type BooleanValueNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { EntityDataError } from '../../errors.ts';
import { codedError } from '../error-answer.ts';
import { OperationNotFoundError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { checkExtent, checkTokens } from './extent.ts';
import { inputLiteralsRule } from './input-literals.ts';

/** The most mistakes to report for one document. */
const MAX_VALIDATION_ERRORS = 20;

/** The rules of GraphQL, with a rule for literals whose messages have a bounded length. */
const rules = specifiedRules.map((rule) =>
  rule === ValuesOfCorrectTypeRule ? inputLiteralsRule(MAX_VALIDATION_ERRORS + 1) : rule,
);

/** Parses and validates query texts, each once while the cache keeps it. */
type PrepareDocument = (query: string) => DocumentNode | readonly GraphQLError[];

export function createPrepareDocument(schema: GraphQLSchema, limits: Limits): PrepareDocument {
  const cache = new TextCache<DocumentNode>({ entries: 500, characters: 262_144 });
  return (query) => {
    const known = cache.get(query);
    if (known !== undefined) return known;
    const prepared = prepare(query, schema, limits);
    if ('kind' in prepared) cache.set(query, prepared);
    return prepared;
  };
}

function prepare(query: string, schema: GraphQLSchema, limits: Limits): DocumentNode | readonly GraphQLError[] {
  let document: DocumentNode;
  try {
    const source = new Source(query);
    checkTokens(source, limits);
    document = parse(source);
    checkExtent(document, limits);
  } catch (error) {
    if (error instanceof EntityDataError) return [new GraphQLError(error.message, { originalError: error })];
    if (error instanceof GraphQLError) return [codedError(error, 'GRAPHQL_PARSE_FAILED')];
    throw error;
  }
  const errors = validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS });
  return errors.length === 0 ? document : errors.map((error) => codedError(error, 'GRAPHQL_VALIDATION_FAILED'));
}

/** The limits of a cache. Parsed documents are about 50 times the size of their text. */
interface CacheBounds {
  readonly entries: number;
  /** Total characters of all keys. */
  readonly characters: number;
}

/** A cache by text that evicts the least recently used entry. Never keeps a text that would fill a quarter of it. */
export class TextCache<Value> {
  readonly #bounds: CacheBounds;
  /** Ordered by last use, because a map iterates in insertion order. */
  readonly #entries = new Map<string, Value>();
  #characters = 0;

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(text: string): Value | undefined {
    const value = this.#entries.get(text);
    if (value !== undefined) {
      this.#entries.delete(text);
      this.#entries.set(text, value);
    }
    return value;
  }

  set(text: string, value: Value): void {
    if (text.length * 4 > this.#bounds.characters) return;
    if (this.#entries.delete(text)) this.#characters -= text.length;
    this.#entries.set(text, value);
    this.#characters += text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.entries && this.#characters <= this.#bounds.characters) return;
      this.#entries.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

/**
 * Returns the operation of a document that a request selects.
 *
 * @throws OperationNotFoundError
 */
export function selectOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name === undefined) {
    if (operations.length === 1) return operations[0]!;
    throw new OperationNotFoundError(`the query holds ${operations.length} operations and the request names none`, {
      hint: 'Name one of them in `operationName`.',
    });
  }
  const found = operations.find((operation) => operation.name?.value === name);
  if (found !== undefined) return found;
  throw new OperationNotFoundError('the query holds no operation of the name in `operationName`', {
    hint: 'Name an operation of the query, or leave `operationName` out when there is only one.',
  });
}

type Variables = Readonly<Record<string, unknown>>;

/**
 * Returns the top-level fields of a valid operation, with those of fragments, without those that `@skip` or `@include`
 * excludes. Variables are not coerced: a condition that is not a boolean excludes nothing.
 */
export function rootFields(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables | null | undefined,
): readonly FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const conditions = new Conditions(operation, variables);
  const fields: FieldNode[] = [];
  const spread = new Set<string>();

  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!conditions.select(selection.directives ?? [])) continue;
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        collect(fragments.get(selection.name.value)!.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return fields;
}

class Conditions {
  readonly #operation: OperationDefinitionNode;
  readonly #variables: Variables;

  constructor(operation: OperationDefinitionNode, variables: Variables | null | undefined) {
    this.#operation = operation;
    this.#variables = variables ?? {};
  }

  select(directives: readonly DirectiveNode[]): boolean {
    return directives.every((directive) => {
      if (directive.name.value === 'skip') return this.#condition(directive) !== true;
      if (directive.name.value === 'include') return this.#condition(directive) !== false;
      return true;
    });
  }

  #condition({ arguments: given }: DirectiveNode): unknown {
    const value = given?.find(({ name }) => name.value === 'if')?.value;
    if (value?.kind === Kind.BOOLEAN) return value.value;
    if (value?.kind !== Kind.VARIABLE) return undefined;
    const name = value.name.value;
    if (Object.hasOwn(this.#variables, name)) return this.#variables[name];
    const definition = this.#operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return (definition?.defaultValue as BooleanValueNode | undefined)?.value;
  }
}
