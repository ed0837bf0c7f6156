import {
  type BooleanValueNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { OperationNotFoundError } from '../errors.ts';

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
