import type { GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../operations/operation.ts';

/** A type that several operations answer: its SDL, and the fields that are not simply properties. */
export interface ObjectType<Source> {
  readonly name: string;
  readonly typeDefs: string;
  readonly resolvers: Readonly<Record<string, GraphQLFieldResolver<Source, RequestContext>>>;
}
