import { type DocumentNode, parse } from 'graphql';

/**
 * The definitions that the service declares itself and that a record schema can name. A bundle contains them already
 * parsed.
 */
export function declaredDefinitions(): DocumentNode {
  return parse(
    `
      directive @hasPrivilege(privilege: String!) on OBJECT | INPUT_OBJECT | FIELD_DEFINITION | INPUT_FIELD_DEFINITION
      scalar Any scalar Map scalar StringMap scalar Time scalar Date
      type Query { record: Record }
    `,
    { noLocation: true },
  );
}
