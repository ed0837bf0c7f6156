import type {
  FieldDefinitionNode,
  InputObjectTypeDefinitionNode,
  InputValueDefinitionNode,
  NameNode,
  ObjectTypeDefinitionNode,
  TypeNode,
} from 'graphql';
import { Kind } from 'graphql';
import type { RecordDefinitions } from './check-definitions.ts';
import { namedType } from './check-definitions.ts';
import { offeredScalars, reservedTypeNames } from './schema-error.ts';

/**
 * Returns the inputs of the schema: those in the file, and otherwise those derived from `type Record`. A derived
 * RecordInput has the fields of Record and requires only `id`; a derived SearchParams requires nothing. Both use the
 * same inputs for nested objects, in which everything is optional.
 */
export function deriveInputs(definitions: RecordDefinitions): InputObjectTypeDefinitionNode[] {
  const record = definitions.objects.get('Record')!;
  const inputs = [...definitions.inputs.values()];
  const nested = new NestedInputs(definitions);
  if (!definitions.inputs.has('RecordInput')) {
    inputs.push(nested.inputOf(record, 'RecordInput', (field) => field.name.value === 'id'));
  }
  if (!definitions.inputs.has('SearchParams')) inputs.push(nested.inputOf(record, 'SearchParams', () => false));
  return [...inputs, ...nested.derived()];
}

class NestedInputs {
  readonly #definitions: RecordDefinitions;
  readonly #names = new Map<string, string>();
  readonly #inputs: InputObjectTypeDefinitionNode[] = [];

  constructor(definitions: RecordDefinitions) {
    this.#definitions = definitions;
  }

  inputOf(
    type: ObjectTypeDefinitionNode,
    name: string,
    required: (field: FieldDefinitionNode) => boolean,
  ): InputObjectTypeDefinitionNode {
    const fields = (type.fields ?? []).map((field): InputValueDefinitionNode => {
      const shape = this.#inputType(field.type);
      const optional = shape.kind === Kind.NON_NULL_TYPE ? shape.type : shape;
      return {
        kind: Kind.INPUT_VALUE_DEFINITION,
        name: field.name,
        type: required(field) ? { kind: Kind.NON_NULL_TYPE, type: optional } : optional,
        ...(field.description && { description: field.description }),
        // GraphQL forbids deprecated required inputs, and a deprecation adds nothing to an optional one.
        directives: (field.directives ?? []).filter((directive) => directive.name.value === 'hasPrivilege'),
      };
    });
    return {
      kind: Kind.INPUT_OBJECT_TYPE_DEFINITION,
      name: nameNode(name),
      fields,
      ...(type.description && { description: type.description }),
      directives: (type.directives ?? []).filter((directive) => directive.name.value === 'hasPrivilege'),
    };
  }

  derived(): readonly InputObjectTypeDefinitionNode[] {
    return this.#inputs;
  }

  #inputType(type: TypeNode): TypeNode {
    if (type.kind === Kind.NAMED_TYPE) {
      const object = this.#definitions.objects.get(namedType(type));
      return object === undefined ? type : { kind: Kind.NAMED_TYPE, name: nameNode(this.#nestedName(object)) };
    }
    if (type.kind === Kind.LIST_TYPE) return { kind: Kind.LIST_TYPE, type: this.#inputType(type.type) };
    const inner = this.#inputType(type.type);
    return inner.kind === Kind.NON_NULL_TYPE ? inner : { kind: Kind.NON_NULL_TYPE, type: inner };
  }

  #nestedName(object: ObjectTypeDefinitionNode): string {
    const known = this.#names.get(object.name.value);
    if (known !== undefined) return known;
    let name = object.name.value === 'Record' ? 'NestedRecordInput' : `${object.name.value}Input`;
    while (this.#taken(name)) name = `Record${name}`;
    // Registered before its fields are read, because a type may contain itself.
    this.#names.set(object.name.value, name);
    this.#inputs.push(this.inputOf(object, name, () => false));
    return name;
  }

  #taken(name: string): boolean {
    const { objects, inputs, enums } = this.#definitions;
    return (
      name === 'RecordInput' ||
      name === 'SearchParams' ||
      objects.has(name) ||
      inputs.has(name) ||
      enums.has(name) ||
      reservedTypeNames.has(name) ||
      offeredScalars.includes(name) ||
      [...this.#names.values()].includes(name)
    );
  }
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}
