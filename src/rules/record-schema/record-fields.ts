import type {
  FieldDefinitionNode,
  InputObjectTypeDefinitionNode,
  InputValueDefinitionNode,
  ObjectTypeDefinitionNode,
  TypeNode,
} from 'graphql';
import { Kind } from 'graphql';
import type { RecordDefinitions } from './check-definitions.ts';
import { namedType, privilegeOf } from './check-definitions.ts';

/** The type of a record's field. A type that contains itself refers back to the same object. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'enum'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: FieldType; readonly elementRequired: boolean }
  | { readonly kind: 'object'; readonly name: string; readonly fields: ReadonlyMap<string, RecordField> };

export interface RecordField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** The scope that `@hasPrivilege` requires. */
  readonly privilege?: string;
}

type Holder = ObjectTypeDefinitionNode | InputObjectTypeDefinitionNode;

/** Returns the fields of a type or input, with all nested fields. */
export function readFields(
  root: Holder,
  holders: ReadonlyMap<string, Holder>,
  enums: RecordDefinitions['enums'],
): ReadonlyMap<string, RecordField> {
  const read = new Map<string, Map<string, RecordField>>();

  const fieldsOf = (holder: Holder): ReadonlyMap<string, RecordField> => {
    const name = holder.name.value;
    const known = read.get(name);
    if (known !== undefined) return known;
    const fields = new Map<string, RecordField>();
    read.set(name, fields);
    const nodes: readonly (FieldDefinitionNode | InputValueDefinitionNode)[] = holder.fields ?? [];
    for (const node of nodes) {
      const privilege = privilegeOf(node);
      fields.set(node.name.value, {
        name: node.name.value,
        type: typeOf(node.type),
        required: node.type.kind === Kind.NON_NULL_TYPE,
        ...(privilege !== undefined && { privilege }),
      });
    }
    return fields;
  };

  const typeOf = (node: TypeNode): FieldType => {
    if (node.kind === Kind.NON_NULL_TYPE) return typeOf(node.type);
    if (node.kind === Kind.LIST_TYPE) {
      return { kind: 'list', of: typeOf(node.type), elementRequired: node.type.kind === Kind.NON_NULL_TYPE };
    }
    const name = namedType(node);
    const values = enums.get(name)?.values?.map((value) => value.name.value);
    if (values !== undefined) return { kind: 'enum', name, values };
    const holder = holders.get(name);
    return holder === undefined ? { kind: 'scalar', name } : { kind: 'object', name, fields: fieldsOf(holder) };
  };

  return fieldsOf(root);
}
