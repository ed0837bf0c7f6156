import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, GraphQLSchema, printSchema, validateSchema } from 'graphql';
import { buildApiSchema } from '../../../../src/graphql/schema/build.ts';
import { objectTypes } from '../../../../src/graphql/types/registry.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import { recordSchema } from '../../functions/api/exchange.ts';

const people = loadRecordSchema(readFileSync('examples/people/schema.graphqls', 'utf8'));

describe.each([
  ['the tests', recordSchema],
  ['examples/people', people],
])('the API schema with the records of %s', (_name, records) => {
  // A function that starts takes the service's own definitions on trust, so this is where they are judged.
  it('is valid', () => {
    const schema = buildApiSchema(records, 'svc');

    expect(validateSchema(new GraphQLSchema({ ...schema.toConfig(), assumeValid: false }))).toEqual([]);
    expect(printSchema(buildSchema(printSchema(schema)))).toBe(printSchema(schema));
  });

  it('has a field for every resolver of its types', () => {
    const schema = buildApiSchema(records, 'svc');
    const fieldsOf = (name: string) => (schema.getType(name) as { getFields?(): object } | undefined)?.getFields?.();

    for (const { name, resolvers } of objectTypes) {
      expect(Object.keys(fieldsOf(name) ?? {})).toEqual(expect.arrayContaining(Object.keys(resolvers)));
    }
  });
});
