import type { GraphQLFieldResolver } from 'graphql';
import type { RequestContext } from '../operations/operation.ts';

/** A type that several operations return: its SDL, and the resolvers of fields that are not properties. */
export interface ObjectType<Source> {
  readonly name: string;
  readonly typeDefs: string;
  readonly resolvers: Readonly<Record<string, GraphQLFieldResolver<Source, RequestContext>>>;
}
