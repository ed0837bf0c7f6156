import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type InlineFragmentNode,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { RequestContext } from '../operations/operation.ts';

/** How a value becomes a part of the answer; a value that is required must not be null. */
export type Shape = { readonly required: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'object'; readonly fields: readonly FieldPlan[] }
);

/** One field of the answer. */
export interface FieldPlan {
  /** Its name in the answer. */
  readonly key: string;
  readonly name: string;
  /** Undefined: the source's own property of the name. */
  readonly resolve: GraphQLFieldResolver<unknown, RequestContext> | undefined;
  readonly field: GraphQLField<unknown, unknown>;
  /** The first node that selects it: all of them have the same arguments. */
  readonly node: FieldNode;
  readonly shape: Shape;
  /** What it is whatever is answered: the name of a type. */
  readonly constant: string | undefined;
}

/** Fragments by name, as far as they are plain: of a type of objects and without variables of their own. */
type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * What an operation selects, worked out once for all of its executions: which fields there are depends on nothing but
 * the text. Undefined where it does depend on more (directives, types with several forms), and for what is not the
 * service's own business (introspection).
 */
export function planAnswer({
  schema,
  operation,
  fragments,
}: Pick<ValidatedExecutionArgs, 'schema' | 'operation' | 'fragments'>): readonly FieldPlan[] | undefined {
  const root = schema.getRootType(operation.operation);
  if (root == null) return undefined;
  const plain = new Map<string, FragmentDefinitionNode>();
  for (const [name, { definition, variableSignatures }] of Object.entries(fragments)) {
    if (variableSignatures === undefined) plain.set(name, definition);
  }
  const fields = planFields(root, [operation.selectionSet], plain);
  // Fields of a mutation are answered one after the other.
  return operation.operation === 'mutation' && fields !== undefined && fields.length > 1 ? undefined : fields;
}

function planFields(
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  fragments: Fragments,
): readonly FieldPlan[] | undefined {
  // Values that are of no such type are answered with an error: that is left to graphql-js.
  if (type.isTypeOf != null) return undefined;
  const selected = new Map<string, FieldNode[]>();
  const seen = new Set<string>();
  for (const set of selectionSets) if (!collect(set, type, fragments, selected, seen)) return undefined;
  const fields: FieldPlan[] = [];
  for (const [key, nodes] of selected) {
    const plan = planField(key, nodes, type, fragments);
    if (plan === undefined) return undefined;
    fields.push(plan);
  }
  return fields;
}

/** Adds the fields of a selection by their names in the answer. Answers false where they are not certain. */
function collect(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  fragments: Fragments,
  selected: Map<string, FieldNode[]>,
  seen: Set<string>,
): boolean {
  for (const selection of selections) {
    if (selection.directives !== undefined && selection.directives.length > 0) return false;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      const nodes = selected.get(key);
      if (nodes === undefined) selected.set(key, [selection]);
      else nodes.push(selection);
      continue;
    }
    let fragment: FragmentDefinitionNode | InlineFragmentNode;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      fragment = selection;
    } else {
      const name = selection.name.value;
      if (seen.has(name)) continue;
      seen.add(name);
      const named = fragments.get(name);
      if (named === undefined) return false;
      fragment = named;
    }
    if (fragment.typeCondition !== undefined && fragment.typeCondition.name.value !== type.name) return false;
    if (!collect(fragment.selectionSet, type, fragments, selected, seen)) return false;
  }
  return true;
}

function planField(
  key: string,
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
  fragments: Fragments,
): FieldPlan | undefined {
  // Assigned to an object, this name would replace its prototype.
  if (key === '__proto__') return undefined;
  const node = nodes[0]!;
  const name = node.name.value;
  const isTypeName = name === TypeNameMetaFieldDef.name;
  const field = isTypeName ? TypeNameMetaFieldDef : type.getFields()[name];
  if (field === undefined) return undefined;
  const shape = planShape(field.type, nodes, fragments);
  if (shape === undefined) return undefined;
  return { key, name, resolve: field.resolve, field, node, shape, constant: isTypeName ? type.name : undefined };
}

function planShape(type: GraphQLOutputType, nodes: readonly FieldNode[], fragments: Fragments): Shape | undefined {
  if (isNonNullType(type)) {
    const shape = planShape(type.ofType as GraphQLOutputType, nodes, fragments);
    return shape === undefined ? undefined : { ...shape, required: true };
  }
  if (isListType(type)) {
    const of = planShape(type.ofType as GraphQLOutputType, nodes, fragments);
    return of === undefined ? undefined : { kind: 'list', of, required: false };
  }
  if (isLeafType(type)) return { kind: 'leaf', type, required: false };
  if (!isObjectType(type)) return undefined;
  const sets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
  const fields = planFields(type, sets, fragments);
  return fields === undefined ? undefined : { kind: 'object', fields, required: false };
}
