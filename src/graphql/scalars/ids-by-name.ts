import { GraphQLError, GraphQLScalarType } from 'graphql';

/** A scalar for answers only: an object of lists of texts. */
export function idsByName(name: string, description: string): GraphQLScalarType {
  const refuse = () => {
    throw new GraphQLError(`${name} is never an input`);
  };
  return new GraphQLScalarType({
    name,
    description,
    // The library makes these objects itself, so no check is needed.
    coerceOutputValue: (value) => value,
    coerceInputValue: refuse,
    coerceInputLiteral: refuse,
  });
}
