import type { GraphQLFieldResolver } from 'graphql';
import { own } from '../../own.ts';

/**
 * Reads an own property of the resolved object. An inherited property such as `constructor` is not a field of a record,
 * and values of records are data, never functions to call.
 */
export const ownField: GraphQLFieldResolver<unknown, unknown> = (source, _args, _context, info) =>
  typeof source === 'object' ? own(source as Record<string, unknown> | null, info.fieldName) : undefined;
