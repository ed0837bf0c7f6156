import { type DocumentNode, parse } from 'graphql';

/** What the service declares itself, as far as a record schema names it. In a bundle this was parsed when it was built. */
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
