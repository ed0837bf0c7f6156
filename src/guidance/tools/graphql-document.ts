import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from 'graphql';
import { type InsightPaths, insightLines } from './insights-selection.ts';
import { sampleValue } from './record-types.ts';

/** Returns the first problem of a document, or undefined if it is valid. */
export function documentProblem(schema: GraphQLSchema, document: string): string | undefined {
  return validate(schema, parse(document))[0]?.message;
}

/** Levels of nested fields that a generated document selects. */
const maxDepth = 6;

/** Which fields of records are selected: all, or those below these paths. */
export type RecordSelection = readonly string[] | undefined;

/**
 * The document for one root field, with everything that needs no further decision selected; with paths to ask about also
 * the insights of entities.
 */
export function documentFor(
  schema: GraphQLSchema,
  kind: 'Query' | 'Mutation',
  operation: string,
  recordFields: RecordSelection,
  insights?: InsightPaths,
): string {
  const field = rootField(schema, kind, operation);
  const variables = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const values = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const title = operation.charAt(0).toUpperCase() + operation.slice(1);
  const selection = selectionOf(
    field.type,
    { recordFields, ofRecords: typesOfRecords(schema), insights },
    2,
    new Set(),
  );
  return [
    `${kind === 'Query' ? 'query' : 'mutation'} ${title}${variables === '' ? '' : `(${variables})`} {`,
    `  ${operation}${values === '' ? '' : `(${values})`}${selection}`,
    '}',
    '',
  ].join('\n');
}

/** Made-up variables for the document. */
export function variablesFor(
  schema: GraphQLSchema,
  kind: 'Query' | 'Mutation',
  operation: string,
  recordFields: RecordSelection,
): Record<string, unknown> {
  const field = rootField(schema, kind, operation);
  return Object.fromEntries(field.args.map((arg) => [arg.name, valueFor(arg.name, arg.type, recordFields, new Set())]));
}

function rootField(
  schema: GraphQLSchema,
  kind: 'Query' | 'Mutation',
  operation: string,
): GraphQLField<unknown, unknown> {
  const root = kind === 'Query' ? schema.getQueryType() : schema.getMutationType();
  return root!.getFields()[operation]!;
}

interface Selection {
  readonly recordFields: RecordSelection;
  /** Names of the types of records. All other types belong to the service. */
  readonly ofRecords: ReadonlySet<string>;
  /** The paths to select insights for; undefined selects no insights. */
  readonly insights: InsightPaths | undefined;
}

function selectionOf(type: GraphQLOutputType, selection: Selection, indent: number, open: ReadonlySet<string>): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (selection.insights !== undefined && isInsights(named.name)) {
    return block(insightLines(named, selection.insights), indent);
  }
  const below = new Set([...open, named.name]);
  const lines = fieldsOf(named, selection).flatMap(({ field, inner }) => {
    const inside = getNamedType(field.type);
    if (isLeafType(inside)) return [field.name];
    if (!isObjectType(inside) || below.has(inside.name) || below.size >= maxDepth) return [];
    const nested = selectionOf(field.type, { ...selection, recordFields: inner }, indent + 2, below);
    return nested === '' ? [] : [field.name + nested];
  });
  return lines.length === 0 ? '' : block(lines, indent);
}

function block(lines: readonly string[], indent: number): string {
  const pad = ' '.repeat(indent + 2);
  return ` {\n${lines.map((line) => `${pad}${line}\n`).join('')}${' '.repeat(indent)}}`;
}

const isInsights = (typeName: string): boolean => typeName.endsWith('Insights');

/** Selects fields that need no argument, and insights only on request. */
function fieldsOf(
  type: GraphQLObjectType,
  { recordFields, ofRecords, insights }: Selection,
): { field: GraphQLField<unknown, unknown>; inner: RecordSelection }[] {
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      !field.args.some(isRequiredArgument) && (insights !== undefined || !isInsights(getNamedType(field.type).name)),
  );
  // Outside of records every field is selected; the chosen paths limit the fields of records only.
  if (recordFields === undefined || !ofRecords.has(type.name)) {
    return fields.map((field) => ({ field, inner: recordFields }));
  }
  return fields.flatMap((field) => {
    const chosen = recordFields.filter((path) => firstStep(path) === field.name);
    if (chosen.length === 0) return type.name === 'Record' && field.name === 'id' ? [{ field, inner: undefined }] : [];
    const rest = chosen.map(withoutFirstStep).filter((path) => path !== '');
    return [{ field, inner: rest.length === 0 ? undefined : rest }];
  });
}

/** `Record` and the types that its fields reach. */
function typesOfRecords(schema: GraphQLSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (type: unknown): void => {
    if (!isObjectType(type) || names.has(type.name)) return;
    names.add(type.name);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  visit(schema.getType('Record'));
  return names;
}

/** Inputs that filter or sort an answer. */
const conditionTypes: ReadonlySet<string> = new Set(['FilterCondition', 'SortCriteria']);

const firstStep = (path: string): string => path.split('.', 1)[0]!;

const withoutFirstStep = (path: string): string =>
  path
    .split('.')
    .slice(1)
    .filter((step, index) => !(index === 0 && step === '*'))
    .join('.');

function valueFor(
  name: string,
  type: GraphQLInputType,
  recordFields: RecordSelection,
  open: ReadonlySet<string>,
): unknown {
  if (isNonNullType(type)) return valueFor(name, type.ofType, recordFields, open);
  if (isListType(type)) return [valueFor(name, type.ofType, recordFields, open)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return sampleValue(name, type.name);
  const below = new Set([...open, type.name]);
  const ofRecords = type.name === 'RecordInput' || type.name === 'SearchParams';
  const entries = Object.values(type.getFields()).flatMap((field): [string, unknown][] => {
    const inside = getNamedType(field.type);
    const required = isNonNullType(field.type);
    if (isInputObjectType(inside) && below.has(inside.name)) return [];
    if (ofRecords && type.name === 'SearchParams' && field.name === 'id') return [];
    if (ofRecords && recordFields !== undefined && !required) {
      const chosen = recordFields.filter((path) => firstStep(path) === field.name);
      if (chosen.length === 0) return [];
    }
    // Filters and sorting are optional, so a generated document leaves them out.
    if (!required && conditionTypes.has(inside.name)) return [];
    return [[field.name, valueFor(field.name, field.type, undefined, below)]];
  });
  return Object.fromEntries(entries);
}
