import type { DefinitionNode } from 'graphql';
import { buildASTSchema, Kind, validateSchema } from 'graphql';
import { declaredDefinitions } from './declared-definitions.ts';
import type { SchemaProblem } from './schema-error.ts';

/** Applies GraphQL's remaining rules for types, such as the one against inputs that require themselves. */
export function validateDefinitions(definitions: readonly DefinitionNode[]): SchemaProblem[] {
  const document = {
    kind: Kind.DOCUMENT,
    definitions: [...declaredDefinitions().definitions, ...definitions],
  } as const;
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  return validateSchema(schema).map((error) => ({
    severity: 'error',
    code: 'INVALID_SCHEMA',
    message: error.message,
    ...(error.locations?.[0] ?? { line: 1, column: 1 }),
    hint: 'See https://spec.graphql.org for the rules of type definitions.',
  }));
}
