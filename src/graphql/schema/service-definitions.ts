import { type DocumentNode, parse } from 'graphql';
import { operations } from '../operations/registry.ts';
import { scalars } from '../scalars/registry.ts';
import { objectTypes } from '../types/registry.ts';

const baseTypes = /* GraphQL */ `
  "The caller's token must hold this scope."
  directive @hasPrivilege(privilege: String!) on OBJECT | INPUT_OBJECT | FIELD_DEFINITION | INPUT_FIELD_DEFINITION
  schema {
    query: Query
    mutation: Mutation
  }
  type Query
  type Mutation
`;

/** The service's own definitions. A bundle contains them already parsed. */
export function serviceDefinitions(): DocumentNode {
  const texts = [
    ...scalars.map(({ name }) => `scalar ${name}`),
    baseTypes,
    ...objectTypes.map((type) => type.typeDefs),
    ...operations.map((operation) => operation.typeDefs),
  ];
  return parse(texts.join('\n'), { noLocation: true });
}
