import type { GraphQLFieldResolver } from 'graphql';

/**
 * Reads a field of the object that was resolved. Only its own: a record without a field `constructor` has none, and a
 * record's values are data, never functions to call.
 */
export const ownField: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, info) =>
  typeof source === 'object' && source !== null && Object.hasOwn(source, info.fieldName)
    ? (source as Record<string, unknown>)[info.fieldName]
    : undefined;
