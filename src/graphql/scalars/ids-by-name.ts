import { GraphQLError, GraphQLScalarType } from 'graphql';

/** A scalar that only ever leaves the service: an object of lists of texts. */
export function idsByName(name: string, description: string): GraphQLScalarType {
  const refuse = () => {
    throw new GraphQLError(`${name} is never an input`);
  };
  return new GraphQLScalarType({
    name,
    description,
    // The core makes these objects itself: nothing to check.
    coerceOutputValue: (value) => value,
    coerceInputValue: refuse,
    coerceInputLiteral: refuse,
  });
}
