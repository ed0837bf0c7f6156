import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, type GraphQLScalarType, GraphQLString } from 'graphql';
import { scalars as serviceScalars } from '../../graphql/scalars.ts';
import type { FieldType, RecordField } from '../../rules/record-schema/record-paths.ts';
import type { RecordSchema } from '../../rules/record-schema/record-schema.ts';
import { NameSuggester } from '../../text/nearest-name.ts';
import { exampleOfName } from '../../workbench/design/kind-examples.ts';

/** A value that the API refuses with BAD_USER_INPUT. */
interface TypeProblem {
  readonly code: 'UNKNOWN_FIELD' | 'WRONG_TYPE' | 'FIELD_MISSING';
  /** JSON pointer within the record. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

/** The most problems to list for one record. */
const maxProblems = 50;

const scalars: ReadonlyMap<string, GraphQLScalarType> = new Map(
  [GraphQLID, GraphQLString, GraphQLInt, GraphQLFloat, GraphQLBoolean, ...serviceScalars].map((scalar) => [
    scalar.name,
    scalar,
  ]),
);

/** Returns the values of a record that the API would refuse, by the rules of GraphQL and the scalars of the API. */
export function recordTypeProblems(schema: RecordSchema, record: unknown): TypeProblem[] {
  return problemsOf(schema.inputFields, record, 'the record');
}

/** Returns the values of search parameters that the API would refuse. */
export function searchTypeProblems(schema: RecordSchema, parameters: unknown): TypeProblem[] {
  return problemsOf(schema.searchFields, parameters, 'the search parameters');
}

function problemsOf(fields: ReadonlyMap<string, RecordField>, value: unknown, name: string): TypeProblem[] {
  const check = new TypeCheck();
  check.object(fields, value, '', name);
  return check.problems;
}

class TypeCheck {
  readonly problems: TypeProblem[] = [];
  readonly #suggester = new NameSuggester();

  object(fields: ReadonlyMap<string, RecordField>, value: unknown, pointer: string, name: string): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#add('WRONG_TYPE', pointer, `${name} must be an object, not ${shown(value)}`, 'Write { … }.');
      return;
    }
    for (const key of Object.keys(value)) {
      if (this.problems.length >= maxProblems) return;
      const field = fields.get(key);
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (field === undefined) this.#unknown(key, fields, at);
      else this.#field(field, (value as Record<string, unknown>)[key], at);
    }
    for (const field of fields.values()) {
      if (!field.required || Object.hasOwn(value, field.name)) continue;
      this.#add('FIELD_MISSING', pointer, `the field "${field.name}" is required and missing`, `Give "${field.name}".`);
    }
  }

  #unknown(key: string, fields: ReadonlyMap<string, RecordField>, pointer: string): void {
    const nearest = this.#suggester.nearest(key, fields.keys());
    const hint =
      nearest === undefined
        ? `The schema has: ${[...fields.keys()].slice(0, 30).join(', ')}.`
        : `Did you mean ${JSON.stringify(nearest)}?`;
    this.#add('UNKNOWN_FIELD', pointer, `there is no field ${quotedBeginning(key)}`, hint);
  }

  #field(field: RecordField, value: unknown, pointer: string): void {
    if (value !== null) this.#value(field.type, value, pointer);
    else if (field.required) {
      this.#add('FIELD_MISSING', pointer, `the field "${field.name}" is required and null`, 'Give it a value.');
    }
  }

  #value(type: FieldType, value: unknown, pointer: string): void {
    if (this.problems.length >= maxProblems) return;
    switch (type.kind) {
      case 'object':
        this.object(type.fields, value, pointer, `"${pointer}"`);
        return;
      case 'list':
        this.#list(type, value, pointer);
        return;
      case 'enum':
        if (typeof value === 'string' && type.values.includes(value)) return;
        this.#add(
          'WRONG_TYPE',
          pointer,
          `${shown(value)} is no value of ${type.name}`,
          `Possible are: ${type.values.join(', ')}.`,
        );
        return;
      case 'scalar':
        this.#scalar(type.name, value, pointer);
    }
  }

  /** GraphQL accepts a single value as a list of one. */
  #list(type: Extract<FieldType, { kind: 'list' }>, value: unknown, pointer: string): void {
    if (!Array.isArray(value)) {
      this.#value(type.of, value, pointer);
      return;
    }
    for (const [index, element] of value.entries()) {
      if (this.problems.length >= maxProblems) return;
      if (element !== null) this.#value(type.of, element, `${pointer}/${index}`);
      else if (type.elementRequired) {
        this.#add('WRONG_TYPE', `${pointer}/${index}`, 'the list must not hold null', 'Leave the element out.');
      }
    }
  }

  #scalar(name: string, value: unknown, pointer: string): void {
    try {
      scalars.get(name)?.coerceInputValue(value);
    } catch {
      this.#add('WRONG_TYPE', pointer, `${shown(value)} is no ${name}`, hintOf(name, value));
    }
  }

  #add(code: TypeProblem['code'], pointer: string, message: string, hint: string): void {
    if (this.problems.length < maxProblems) this.problems.push({ code, pointer, message, hint });
  }
}

function hintOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return `Make the field a list in the schema, [${name}!], or give one value.`;
  switch (name) {
    case 'String':
    case 'ID':
      return typeof value === 'number' || typeof value === 'boolean'
        ? `Put it in quotes: "${value}".`
        : 'Write a text in quotes.';
    case 'Int':
      return 'Write a whole number without quotes.';
    case 'Float':
      return 'Write a number without quotes.';
    case 'Boolean':
      return 'Write true or false without quotes.';
    case 'Date':
      return 'Write a date as YYYY-MM-DD.';
    case 'Time':
      return 'Write a point in time as 2026-01-31T12:00:00Z.';
    default:
      return `Write a value of the scalar ${name}.`;
  }
}

const maxQuoted = 80;

/** Quotes a value in a message. Reads only as much of the value as it quotes. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quotedBeginning(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value) ?? 'nothing';
}

function quotedBeginning(text: string): string {
  return JSON.stringify(text.length <= maxQuoted ? text : `${text.slice(0, maxQuoted)}…`);
}

/** Made-up values of arguments that are no fields of records. */
const samples: readonly (readonly [RegExp, string])[] = [
  [/source|system/, 'crm'],
  [/user/, 'jane.doe'],
  [/reason/, 'two different people'],
  [/searchrules/, 'default'],
];

/** A made-up value for a field of this name and scalar. */
export function sampleValue(name: string, scalar: string): unknown {
  const lower = name.toLowerCase();
  switch (scalar) {
    case 'ID':
      return lower === 'id' ? 'record-1' : `${name}-1`;
    case 'Int':
      return lower.includes('pagesize') ? 10 : 1;
    case 'Float':
      return 1.5;
    case 'Boolean':
      return true;
    case 'Date':
      return '1980-02-29';
    case 'Time':
      return '2026-01-31T12:00:00Z';
    case 'Map':
    case 'StringMap':
      return { key: 'value' };
    default:
      return samples.find(([pattern]) => pattern.test(lower))?.[1] ?? exampleOfName(name);
  }
}
