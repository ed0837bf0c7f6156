import { describe, expect, it } from '@jest/globals';
import { print } from 'graphql';
import { loadRecordSchema, recordSchemaPaths } from '../../../../../src/rules/record-schema/record-schema.ts';
import { SchemaError } from '../../../../../src/rules/record-schema/schema-error.ts';

const people = `
  "A person or firm."
  type Record {
    id: ID!
    name: Name
    emails: [Email!]
    tags: [String!]!
    born: Date
    kind: Kind
    seen: Time
    anything: Any
    facts: Map
    labels: StringMap
    secret: String @hasPrivilege(privilege: "svc/secrets")
    boss: Person
  }
  type Name { given: String family: String! }
  type Email { address: String! verified: Boolean }
  type Person { name: String boss: Person }
  enum Kind { PERSON FIRM }
`;

function problems(sdl: string): string[] {
  try {
    loadRecordSchema(sdl);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.problems.map((p) => `${p.line}:${p.column} ${p.severity} ${p.code} ${p.message}`);
  }
  return [];
}

describe('loadRecordSchema', () => {
  it('derives RecordInput, which requires only the id', () => {
    const sdl = print(loadRecordSchema(people).document);

    expect(sdl).toContain(
      'input RecordInput {\n  id: ID!\n  name: NameInput\n  emails: [EmailInput!]\n  tags: [String!]\n',
    );
    expect(sdl).toContain('secret: String @hasPrivilege(privilege: "svc/secrets")');
    expect(sdl).toContain('input NameInput {\n  given: String\n  family: String\n}');
    expect(sdl).toContain('input PersonInput {\n  name: String\n  boss: PersonInput\n}');
  });

  it('derives SearchParams, which requires nothing', () => {
    const { searchFields, document } = loadRecordSchema(people);
    const sdl = print(document);

    expect([...searchFields.values()].filter((field) => field.required)).toEqual([]);
    expect(sdl).toContain('input SearchParams {\n  id: ID\n');
  });

  it('keeps inputs that the owner wrote', () => {
    const { document, inputFields } = loadRecordSchema(`
      scalar Any
      directive @hasPrivilege(privilege: String!) on FIELD_DEFINITION
      type Record { id: ID! email: String }
      input RecordInput { id: ID! email: String! note: String }
      input SearchParams { email: String }
    `);
    const sdl = print(document);

    expect(sdl.match(/input RecordInput/g)).toHaveLength(1);
    expect(sdl).toContain('email: String!');
    expect(sdl).not.toContain('scalar');
    expect(sdl).not.toContain('directive');
    expect([...inputFields.keys()]).toEqual(['id', 'email', 'note']);
  });

  it('finds another name for a derived input when the owner or the service uses it', () => {
    const { document } = loadRecordSchema(`
      type Record { id: ID! address: Address search: Search }
      type Address { street: String }
      type AddressInput { street: String }
      type Search { text: String }
    `);
    const sdl = print(document);

    expect(sdl).toContain('address: RecordAddressInput');
    expect(sdl).toContain('search: RecordSearchInput');
  });

  it('describes the fields for validation outside GraphQL', () => {
    const { fields } = loadRecordSchema(people);

    expect(fields.get('secret')).toMatchObject({ privilege: 'svc/secrets', required: false });
    expect(fields.get('kind')?.type).toEqual({ kind: 'enum', name: 'Kind', values: ['PERSON', 'FIRM'] });
    expect(fields.get('tags')).toMatchObject({
      required: true,
      type: { kind: 'list', elementRequired: true, of: { kind: 'scalar', name: 'String' } },
    });
  });

  it('warns of fields that must be there but may be left out', () => {
    const { warnings } = loadRecordSchema(people);

    expect(warnings.map((w) => `${w.severity} ${w.code} ${w.message}`)).toEqual([
      'warning REQUIRED_RECORD_FIELD Record.tags is required, but a record may be submitted without it',
    ]);
  });

  it('reports every problem at once, with line, column and hint', () => {
    const sdl = [
      'type Record {',
      '  email: Strin',
      '  email(a: Int): String @hasPrivilage(privilege: "x")',
      '  address: AddressInput',
      '}',
      'input AddressInput { street: String }',
      'type Query { a: Int }',
      'interface Thing { id: ID }',
      'scalar JSON',
      'type Empty',
      'input SearchParams { email: String! }',
      'enum Kind { A A }',
      'type Kind { x: Int @hasPrivilege }',
    ].join('\n');

    expect(problems(sdl)).toEqual([
      '7:6 error RESERVED_TYPE_NAME "Query" is a type of the service',
      '8:1 error UNSUPPORTED_DEFINITION only types, inputs and enums describe a record',
      '9:1 error UNKNOWN_SCALAR the scalar "JSON" is not offered',
      '12:15 error DUPLICATE_FIELD Kind.A is there twice',
      '13:6 error DUPLICATE_TYPE "Kind" is defined twice',
      '2:10 error UNKNOWN_TYPE Record.email: there is no type "Strin"',
      '3:3 error DUPLICATE_FIELD Record.email is there twice',
      '3:25 error UNKNOWN_DIRECTIVE the directive @hasPrivilage is not offered',
      '4:12 error WRONG_KIND Record.address: "AddressInput" is an input',
      '3:3 error FIELD_WITH_ARGUMENTS Record.email has arguments',
      '10:1 error EMPTY_TYPE Empty has no fields',
      '1:6 error ID_MISSING Record has no field "id: ID!"',
      '11:22 error REQUIRED_SEARCH_PARAMETER SearchParams.email is required',
    ]);
  });

  it('prints all of them in one message', () => {
    expect(() => loadRecordSchema('type Record { id: ID! email: Strin }')).toThrow(
      'schema.graphqls has an error:\nschema.graphqls:1:30 error UNKNOWN_TYPE Record.email: there is no type "Strin" (Did you mean String?)',
    );
  });

  it.each([
    [
      'broken syntax',
      'type Record { id ID! }',
      '1:18 error INVALID_SYNTAX Syntax Error: Expected ":", found Name "ID".',
    ],
    ['nothing', '', '1:1 error INVALID_SYNTAX Syntax Error: Unexpected <EOF>.'],
    ['no Record', 'type Person { id: ID! }', '1:1 error RECORD_MISSING there is no "type Record"'],
    ['an input that requires itself', 'type Record { id: ID! } input A { a: A! }', 'INVALID_SCHEMA'],
    ['deep nesting', `type Record { id: ${'['.repeat(100_000)}`, '1:82 error NESTING_TOO_DEEP'],
    ['many tokens', `type Record { ${'a: Int '.repeat(40_000)}}`, 'DOCUMENT_TOO_LARGE'],
    ['many bytes', `# ${'x'.repeat(2_000_000)}`, '1:1 error DOCUMENT_TOO_LARGE'],
  ])('refuses %s', (_, sdl, problem) => {
    expect(problems(sdl)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the paths of a record schema', () => {
  const schema = loadRecordSchema(people);

  it.each([
    ['id', 'ok'],
    ['name.family', 'ok'],
    ['emails.*.address', 'ok'],
    ['emails.0.address', 'ok'],
    ['tags', 'ok'],
    ['tags.*', 'ok'],
    ['boss.boss.boss.name', 'ok'],
    ['anything.whatever.*', 'ok'],
    ['facts.a.b', 'ok'],
    ['labels.a', 'ok'],
    ['kind', 'ok'],
    ['emails.address', 'list'],
    ['emails', 'object'],
    ['name', 'object'],
    ['facts', 'object'],
    ['labels', 'object'],
    ['labels.a.b', 'missing'],
    ['nmae', 'missing'],
    ['id.value', 'missing'],
    ['kind.x', 'missing'],
    ['name.*', 'missing'],
    ['constructor', 'missing'],
    ['', 'missing'],
  ])('says what is at %s', (path, status) => {
    expect(schema.hasPath(path)).toBe(status);
  });

  it.each([
    ['emails.address', 'emails.*.address'],
    ['name.famly', 'name.family'],
    ['family', 'name.family'],
    ['qqqq', undefined],
  ])('suggests for %s', (path, nearest) => {
    expect(schema.nearestPath(path)).toBe(nearest);
  });

  it('lists paths with types and ends although a type contains itself', () => {
    const paths = recordSchemaPaths(schema);

    expect(paths.get('emails.*.verified')).toBe('Boolean');
    expect(paths.get('boss.boss.name')).toBe('String');
    expect(paths.size).toBeLessThan(50);
  });
});
