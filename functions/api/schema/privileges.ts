import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { AccessDeniedError } from '../errors.ts';
import type { RequestContext } from '../operations/operation.ts';
import { ownField } from './own-field.ts';

type Directed = { readonly astNode?: unknown };

/** The scope that `@hasPrivilege` names on a definition, as it stands in tokens. */
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

/** Guards the fields that can be read: without the scope a field reads null, or is refused where null is not allowed. */
export function guardReading(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const ofType = privilegeOf(type);
    for (const field of Object.values(type.getFields())) {
      const needed = [ofType, privilegeOf(field)].filter((scope) => scope !== undefined);
      if (needed.length === 0) continue;
      const resolve = field.resolve ?? ownField;
      const refusesWithout = isNonNullType(field.type);
      field.resolve = (source, args, context: RequestContext, info) => {
        const missing = needed.find((scope) => !context.scopes.has(scope));
        if (missing === undefined) return resolve(source, args, context, info);
        if (refusesWithout) throw new AccessDeniedError(missing);
        return null;
      };
    }
  }
}

/**
 * Throws an AccessDeniedError when a value names a field that these scopes may not submit or search, whatever the
 * field holds: whether a guess was right must not show either.
 */
export type CheckInput = (value: unknown, scopes: ReadonlySet<string>) => void;

/** The check of one input type; undefined when nothing below it is guarded. */
export function inputCheck(type: GraphQLInputType): CheckInput | undefined {
  if (!reachesPrivilege(type, new Set())) return undefined;
  return (value, scopes) => checkValue(value, type, scopes);
}

function reachesPrivilege(type: GraphQLInputType, seen: Set<unknown>): boolean {
  if (isNonNullType(type) || isListType(type)) return reachesPrivilege(type.ofType as GraphQLInputType, seen);
  if (!isInputObjectType(type) || seen.has(type)) return false;
  seen.add(type);
  if (privilegeOf(type) !== undefined) return true;
  return Object.values(type.getFields()).some(
    (field) => privilegeOf(field) !== undefined || reachesPrivilege(field.type, seen),
  );
}

function checkValue(value: unknown, type: GraphQLInputType, scopes: ReadonlySet<string>): void {
  if (value === null || value === undefined) return;
  if (isNonNullType(type)) {
    checkValue(value, type.ofType as GraphQLInputType, scopes);
    return;
  }
  if (isListType(type)) {
    for (const element of value as Iterable<unknown>) checkValue(element, type.ofType as GraphQLInputType, scopes);
    return;
  }
  if (!isInputObjectType(type)) return;
  demand(privilegeOf(type), scopes);
  for (const [name, field] of Object.entries(type.getFields())) {
    const below = (value as Record<string, unknown>)[name];
    if (below === undefined) continue;
    demand(privilegeOf(field), scopes);
    checkValue(below, field.type, scopes);
  }
}

function demand(scope: string | undefined, scopes: ReadonlySet<string>): void {
  if (scope !== undefined && !scopes.has(scope)) throw new AccessDeniedError(scope);
}
