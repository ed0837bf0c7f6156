import type { DefinitionNode } from 'graphql';
import { buildASTSchema, Kind, parse, validateSchema } from 'graphql';
import type { SchemaProblem } from './schema-error.ts';

/** What the service declares itself, as far as validation needs it. */
const declared = parse(`
  directive @hasPrivilege(privilege: String!) on OBJECT | INPUT_OBJECT | FIELD_DEFINITION | INPUT_FIELD_DEFINITION
  scalar Any scalar Map scalar StringMap scalar Time scalar Date
  type Query { record: Record }
`);

/** The rest of GraphQL's own rules for types, such as inputs that require themselves. */
export function validateDefinitions(definitions: readonly DefinitionNode[]): SchemaProblem[] {
  const document = { kind: Kind.DOCUMENT, definitions: [...declared.definitions, ...definitions] } as const;
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  return validateSchema(schema).map((error) => ({
    severity: 'error',
    code: 'INVALID_SCHEMA',
    message: error.message,
    ...(error.locations?.[0] ?? { line: 1, column: 1 }),
    hint: 'See https://spec.graphql.org for the rules of type definitions.',
  }));
}
