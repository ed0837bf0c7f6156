import {
  type FieldNode,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { own } from '../../own.ts';
import { scopesOf } from '../../scopes.ts';
import { AccessDeniedError } from '../errors.ts';

/** One error for each root field whose scope is missing, as its resolver would raise it. */
export type DeniedFields = (fields: readonly FieldNode[], scopes: ReadonlySet<string>) => readonly GraphQLError[];

export function createScopeCheck(serviceIdentifier: string): DeniedFields {
  const needed = new Map<string, string>(Object.entries(scopesOf(serviceIdentifier).of));
  return (fields, scopes) => {
    const errors = new Map<string, GraphQLError>();
    for (const field of fields) {
      const scope = needed.get(field.name.value);
      const key = (field.alias ?? field.name).value;
      if (scope === undefined || scopes.has(scope) || errors.has(key)) continue;
      const denied = new AccessDeniedError(scope);
      errors.set(key, new GraphQLError(denied.message, { nodes: field, path: [key], originalError: denied }));
    }
    return [...errors.values()];
  };
}

type Directed = { readonly astNode?: unknown };

/** The scope that `@hasPrivilege` names on a definition, as tokens contain it. */
export function privilegeOf({ astNode }: Directed): string | undefined {
  const directives = (astNode as { directives?: readonly DirectiveLike[] } | undefined)?.directives ?? [];
  const directive = directives.find(({ name }) => name.value === 'hasPrivilege');
  const value = directive?.arguments?.find(({ name }) => name.value === 'privilege')?.value;
  return value?.value;
}

interface DirectiveLike {
  readonly name: { readonly value: string };
  readonly arguments?: readonly { readonly name: { readonly value: string }; readonly value: { value?: string } }[];
}

/** Guards readable fields: without the scope, a field is null, or refused if its type is non-null. */
export function guardReading(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const ofType = privilegeOf(type);
    for (const field of Object.values(type.getFields())) {
      // The privilege of the type of its value applies too, because the presence of a value is information.
      const named = getNamedType(field.type);
      const ofValue = isObjectType(named) ? privilegeOf(named) : undefined;
      const needed = [ofType, privilegeOf(field), ofValue].filter((scope) => scope !== undefined);
      if (needed.length === 0) continue;
      const resolve = field.resolve ?? ownField;
      const refusesWithout = isNonNullType(field.type);
      field.resolve = (source, args, context: { readonly scopes: ReadonlySet<string> }, info) => {
        const missing = needed.find((scope) => !context.scopes.has(scope));
        if (missing === undefined) return resolve(source, args, context, info);
        if (refusesWithout) throw new AccessDeniedError(missing);
        return null;
      };
    }
  }
}

/**
 * Throws an AccessDeniedError if a value contains a field that these scopes may not submit or search. The value of the
 * field does not matter, so that the answer never confirms a guess.
 */
export type CheckInput = (value: unknown, scopes: ReadonlySet<string>) => void;

/** Inputs with a record or a part of one. The owner may have written them by hand, without the privileges. */
const recordInputs: ReadonlySet<string> = new Set(['RecordInput', 'SearchParams']);

/**
 * The check of one input type; undefined if no field below it is guarded.
 *
 * @param record the type Record, whose privileges apply to the same fields of inputs
 */
export function inputCheck(type: GraphQLInputType, record: GraphQLObjectType): CheckInput | undefined {
  const guardsRecords = readingNeedsPrivilege(record, new Set());
  if (!reachesPrivilege(type, guardsRecords, new Set())) return undefined;
  return (value, scopes) => checkValue(value, type, guardsRecords ? record : undefined, scopes);
}

function readingNeedsPrivilege(type: GraphQLOutputType, seen: Set<unknown>): boolean {
  const named = getNamedType(type);
  if (!isObjectType(named) || seen.has(named)) return false;
  seen.add(named);
  if (privilegeOf(named) !== undefined) return true;
  return Object.values(named.getFields()).some(
    (field) => privilegeOf(field) !== undefined || readingNeedsPrivilege(field.type, seen),
  );
}

function reachesPrivilege(type: GraphQLInputType, guardsRecords: boolean, seen: Set<unknown>): boolean {
  const named = getNamedType(type);
  if (!isInputObjectType(named) || seen.has(named)) return false;
  seen.add(named);
  if (privilegeOf(named) !== undefined || (guardsRecords && recordInputs.has(named.name))) return true;
  return Object.values(named.getFields()).some(
    (field) => privilegeOf(field) !== undefined || reachesPrivilege(field.type, guardsRecords, seen),
  );
}

function checkValue(
  value: unknown,
  type: GraphQLInputType,
  record: GraphQLObjectType | undefined,
  scopes: ReadonlySet<string>,
): void {
  if (value === null || value === undefined) return;
  if (isNonNullType(type)) {
    checkValue(value, type.ofType as GraphQLInputType, record, scopes);
    return;
  }
  if (isListType(type)) {
    const elements = value as Iterable<unknown>;
    for (const element of elements) checkValue(element, type.ofType as GraphQLInputType, record, scopes);
    return;
  }
  if (!isInputObjectType(type)) return;
  demand(privilegeOf(type), scopes);
  if (record !== undefined && recordInputs.has(type.name)) checkAsRead(value, record, scopes);
  for (const [name, field] of Object.entries(type.getFields())) {
    const below = own(value as Record<string, unknown>, name);
    if (below === undefined) continue;
    demand(privilegeOf(field), scopes);
    checkValue(below, field.type, record, scopes);
  }
}

/** Checks an input value against the privileges for reading the type. */
function checkAsRead(value: unknown, type: GraphQLOutputType, scopes: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) checkAsRead(element, type, scopes);
    return;
  }
  const named = getNamedType(type);
  if (!isObjectType(named)) return;
  demand(privilegeOf(named), scopes);
  for (const [name, field] of Object.entries(named.getFields())) {
    const below = own(value as Record<string, unknown>, name);
    if (below === undefined) continue;
    demand(privilegeOf(field), scopes);
    checkAsRead(below, field.type, scopes);
  }
}

function demand(scope: string | undefined, scopes: ReadonlySet<string>): void {
  if (scope !== undefined && !scopes.has(scope)) throw new AccessDeniedError(scope);
}

/**
 * Reads an own property of the resolved object. An inherited property such as `constructor` is not a field of a record,
 * and values of records are data, never functions to call.
 */
export const ownField: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, info) =>
  typeof source === 'object' ? own(source as Record<string, unknown> | null, info.fieldName) : undefined;
