import { type FieldNode, GraphQLError } from 'graphql';
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
