import type {
  ASTNode,
  DefinitionNode,
  DirectiveNode,
  DocumentNode,
  EnumTypeDefinitionNode,
  FieldDefinitionNode,
  InputObjectTypeDefinitionNode,
  InputValueDefinitionNode,
  ObjectTypeDefinitionNode,
  TypeNode,
} from 'graphql';
import { Kind } from 'graphql';
import { NameSuggester } from '../../text/nearest-name.ts';
import { quote, quoteChoices } from '../../text/plain-text.ts';
import { offeredDirectives, offeredScalars, reservedTypeNames, type SchemaProblem } from './schema-error.ts';
import { sourceFields, sourcesDirective, sourcesProblems } from './sources.ts';

/** The definitions of a record schema by name, without those that the service declares itself. */
export interface RecordDefinitions {
  readonly objects: ReadonlyMap<string, ObjectTypeDefinitionNode>;
  readonly inputs: ReadonlyMap<string, InputObjectTypeDefinitionNode>;
  readonly enums: ReadonlyMap<string, EnumTypeDefinitionNode>;
}

type Placeable = Pick<ASTNode, 'loc'>;
type Directed = { readonly directives?: readonly DirectiveNode[] | undefined };

/** More findings than this only repeat an error. */
const maxProblems = 1_000;

/** Sorts the definitions of a schema and reports all that the service does not support. */
export function checkDefinitions(document: DocumentNode): {
  readonly definitions: RecordDefinitions;
  readonly problems: SchemaProblem[];
} {
  const checker = new DefinitionChecker();
  for (const definition of document.definitions) checker.note(definition);
  checker.checkFields();
  checker.checkRecord();
  return { definitions: checker, problems: checker.problems };
}

class DefinitionChecker implements RecordDefinitions {
  readonly objects = new Map<string, ObjectTypeDefinitionNode>();
  readonly inputs = new Map<string, InputObjectTypeDefinitionNode>();
  readonly enums = new Map<string, EnumTypeDefinitionNode>();
  readonly problems: SchemaProblem[] = [];
  readonly #suggester = new NameSuggester();

  note(definition: DefinitionNode): void {
    switch (definition.kind) {
      case Kind.OBJECT_TYPE_DEFINITION:
        if (definition.interfaces?.length) {
          this.#error(
            definition,
            'UNSUPPORTED_DEFINITION',
            'interfaces are not served',
            'Write the fields in the type.',
          );
        }
        this.#noteType(definition, this.objects);
        break;
      case Kind.INPUT_OBJECT_TYPE_DEFINITION:
        this.#noteType(definition, this.inputs);
        break;
      case Kind.ENUM_TYPE_DEFINITION:
        this.#noteType(definition, this.enums);
        this.#checkEnum(definition);
        break;
      case Kind.SCALAR_TYPE_DEFINITION:
        if (offeredScalars.includes(definition.name.value)) break;
        this.#error(
          definition,
          'UNKNOWN_SCALAR',
          `the scalar ${quote(definition.name.value)} is not offered`,
          `Scalars are ${offeredScalars.join(', ')}; Any takes every value.`,
        );
        break;
      case Kind.DIRECTIVE_DEFINITION:
        // The service declares it too, but the owner's tools may need the declaration in the file.
        if (['hasPrivilege', 'sources'].includes(definition.name.value)) break;
        this.#error(
          definition,
          'UNKNOWN_DIRECTIVE',
          `the directive @${definition.name.value} is not offered`,
          `Directives are @${offeredDirectives.join(', @')}.`,
        );
        break;
      default:
        this.#error(
          definition,
          'UNSUPPORTED_DEFINITION',
          'only types, inputs and enums describe a record',
          'Write all fields in "type Record" and the types that it names.',
        );
    }
  }

  checkFields(): void {
    for (const type of this.objects.values()) {
      this.#checkDirectives(type, type.name.value === 'Record');
      this.#checkHolder(type, type.fields ?? [], this.objects);
      for (const field of type.fields ?? []) {
        if (field.arguments?.length) {
          this.#error(
            field,
            'FIELD_WITH_ARGUMENTS',
            `${type.name.value}.${field.name.value} has arguments`,
            'Fields of a record are plain values: take the arguments away.',
          );
        }
      }
    }
    for (const input of this.inputs.values()) {
      this.#checkDirectives(input);
      this.#checkHolder(input, input.fields ?? [], this.inputs);
    }
  }

  checkRecord(): void {
    const record = this.objects.get('Record');
    if (record === undefined) {
      this.problems.push({
        severity: 'error',
        code: 'RECORD_MISSING',
        message: 'there is no "type Record"',
        line: 1,
        column: 1,
        hint: 'Write type Record { id: ID! … }.',
      });
    }
    for (const holder of [record, this.inputs.get('RecordInput')]) {
      if (holder === undefined) continue;
      const id = holder.fields?.find((field) => field.name.value === 'id');
      if (id !== undefined && typeText(id.type) === 'ID!') continue;
      this.#error(
        id ?? holder.name,
        'ID_MISSING',
        `${holder.name.value} has no field "id: ID!"`,
        'Write id: ID! as its first field.',
      );
    }
    this.#checkSearchParams();
    if (record === undefined) return;
    this.#warnOfRequiredFields(record);
    this.#checkSources(record);
  }

  #checkSources(record: ObjectTypeDefinitionNode): void {
    const [directive, second] = (record.directives ?? []).filter(({ name }) => name.value === 'sources');
    if (directive === undefined) return;
    if (second !== undefined) this.#error(second, 'SOURCES_INVALID', '@sources is there twice', 'Keep one of the two.');
    for (const { message, hint } of sourcesProblems(directive)) {
      this.#error(directive, 'SOURCES_INVALID', message, hint);
    }
    for (const holder of [record, this.inputs.get('RecordInput')]) {
      for (const name of holder === undefined ? [] : sourceFields) {
        const field = holder!.fields?.find((one) => one.name.value === name);
        if (field !== undefined && typeText(field.type) === 'String') continue;
        this.#error(
          field ?? holder!.name,
          'SOURCE_FIELD_MISSING',
          `${holder!.name.value} has no field "${name}: String", which @sources fills`,
          `Write ${name}: String.`,
        );
      }
    }
  }

  #checkSearchParams(): void {
    for (const field of this.inputs.get('SearchParams')?.fields ?? []) {
      if (field.type.kind !== Kind.NON_NULL_TYPE) continue;
      this.#error(
        field,
        'REQUIRED_SEARCH_PARAMETER',
        `SearchParams.${field.name.value} is required`,
        'A search gives some fields only: take the exclamation mark away.',
      );
    }
  }

  /**
   * Warns of fields that Record requires and a derived input does not: a record without such a field makes its entity
   * unreadable.
   */
  #warnOfRequiredFields(record: ObjectTypeDefinitionNode): void {
    if (this.inputs.has('RecordInput')) return;
    for (const field of record.fields ?? []) {
      if (field.name.value === 'id' || field.type.kind !== Kind.NON_NULL_TYPE) continue;
      this.#add(
        'warning',
        field,
        'REQUIRED_RECORD_FIELD',
        `Record.${field.name.value} is required, but a record may be submitted without it`,
        'Take the exclamation mark away, or write an input RecordInput that requires the field.',
      );
    }
  }

  #noteType<Node extends ObjectTypeDefinitionNode | InputObjectTypeDefinitionNode | EnumTypeDefinitionNode>(
    node: Node,
    types: Map<string, Node>,
  ): void {
    const name = node.name.value;
    if (reservedTypeNames.has(name) || offeredScalars.includes(name) || name.startsWith('__')) {
      this.#error(node.name, 'RESERVED_TYPE_NAME', `${quote(name)} is a type of the service`, 'Choose another name.');
    } else if (this.objects.has(name) || this.inputs.has(name) || this.enums.has(name)) {
      this.#error(node.name, 'DUPLICATE_TYPE', `${quote(name)} is defined twice`, 'Keep one of the two.');
    } else {
      types.set(name, node);
    }
  }

  #checkEnum(type: EnumTypeDefinitionNode): void {
    const seen = new Set<string>();
    if (!type.values?.length)
      this.#error(type, 'EMPTY_TYPE', `${type.name.value} has no values`, 'Write at least one.');
    for (const value of type.values ?? []) {
      const name = `${type.name.value}.${value.name.value}`;
      if (seen.has(value.name.value))
        this.#error(value, 'DUPLICATE_FIELD', `${name} is there twice`, 'Keep one of the two.');
      seen.add(value.name.value);
    }
  }

  #checkHolder(
    holder: ObjectTypeDefinitionNode | InputObjectTypeDefinitionNode,
    fields: readonly (FieldDefinitionNode | InputValueDefinitionNode)[],
    nested: ReadonlyMap<string, unknown>,
  ): void {
    const seen = new Set<string>();
    if (fields.length === 0) {
      this.#error(holder, 'EMPTY_TYPE', `${holder.name.value} has no fields`, 'Write at least one field.');
    }
    for (const field of fields) {
      const name = `${holder.name.value}.${field.name.value}`;
      if (seen.has(field.name.value)) {
        this.#error(field, 'DUPLICATE_FIELD', `${name} is there twice`, 'Keep one of the two.');
      }
      seen.add(field.name.value);
      if (field.name.value.startsWith('__')) {
        this.#error(field, 'RESERVED_FIELD_NAME', `${name} begins with two underscores`, 'Choose another name.');
      }
      this.#checkType(field, name, nested);
      this.#checkDirectives(field);
    }
  }

  #checkType(
    field: FieldDefinitionNode | InputValueDefinitionNode,
    name: string,
    nested: ReadonlyMap<string, unknown>,
  ): void {
    const type = namedType(field.type);
    if (offeredScalars.includes(type) || nested.has(type) || this.enums.has(type)) return;
    if (this.objects.has(type) || this.inputs.has(type)) {
      const [is, must] = this.objects.has(type) ? ['a type', 'an input'] : ['an input', 'a type'];
      this.#error(field.type, 'WRONG_KIND', `${name}: ${quote(type)} is ${is}`, `Name ${must} here.`);
      return;
    }
    const known = [...nested.keys(), ...this.enums.keys(), ...offeredScalars];
    const nearest = this.#suggester.nearest(type, known);
    const hint = nearest ? `Did you mean ${nearest}?` : `Types are ${quoteChoices(known)}.`;
    this.#error(field.type, 'UNKNOWN_TYPE', `${name}: there is no type ${quote(type)}`, hint);
  }

  #checkDirectives(node: Directed, isRecord = false): void {
    for (const directive of node.directives ?? []) {
      const name = directive.name.value;
      if (!offeredDirectives.includes(name)) {
        const nearest = this.#suggester.nearest(name, offeredDirectives);
        const hint = nearest ? `Did you mean @${nearest}?` : `Directives are @${offeredDirectives.join(', @')}.`;
        this.#error(directive, 'UNKNOWN_DIRECTIVE', `the directive @${name} is not offered`, hint);
      } else if (name === 'hasPrivilege' && privilegeOf(node) === undefined) {
        this.#error(
          directive,
          'PRIVILEGE_MISSING',
          '@hasPrivilege names no privilege',
          'Write @hasPrivilege(privilege: "svc/…").',
        );
      }
    }
    const misplaced = isRecord ? undefined : sourcesDirective(node);
    if (misplaced === undefined) return;
    const hint = 'Write type Record @sources(names: […]) { … }.';
    this.#error(misplaced, 'SOURCES_MISPLACED', '@sources is only for type Record', hint);
  }

  #error(node: Placeable, code: string, message: string, hint: string): void {
    this.#add('error', node, code, message, hint);
  }

  #add(severity: SchemaProblem['severity'], node: Placeable, code: string, message: string, hint: string): void {
    if (this.problems.length >= maxProblems) return;
    const { line, column } = node.loc?.startToken ?? { line: 1, column: 1 };
    this.problems.push({ severity, code, message, line, column, hint });
  }
}

/** Returns the type name without lists and exclamation marks. */
export function namedType(type: TypeNode): string {
  let inner = type;
  while (inner.kind !== Kind.NAMED_TYPE) inner = inner.type;
  return inner.name.value;
}

/** Returns the scope that a field or type requires, from `@hasPrivilege(privilege: "…")`. */
export function privilegeOf(node: Directed): string | undefined {
  const directive = node.directives?.find((candidate) => candidate.name.value === 'hasPrivilege');
  const value = directive?.arguments?.find((argument) => argument.name.value === 'privilege')?.value;
  return value?.kind === Kind.STRING && value.value !== '' ? value.value : undefined;
}

function typeText(type: TypeNode): string {
  if (type.kind === Kind.NON_NULL_TYPE) return `${typeText(type.type)}!`;
  return type.kind === Kind.LIST_TYPE ? `[${typeText(type.type)}]` : type.name.value;
}
