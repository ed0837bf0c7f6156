import { describe, expect, it } from '@jest/globals';
import { introspectionFromSchema } from 'graphql';
import { SubmitRefusedError } from '../../../../../src/entities/errors.ts';
import { prepareBatch } from '../../../../../src/entities/validate.ts';
import { buildApiSchema } from '../../../../../src/graphql/schema/build.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { SchemaError } from '../../../../../src/rules/record-schema/schema-error.ts';
import { withSource } from '../../../../../src/rules/record-schema/sources.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';

const fields = '{ id: ID! source: String sourceId: String name: String }';
const schemaOf = (directive: string) => `type Record ${directive} ${fields}`;
const sources = { names: ['crm', 'shop-eu'], withoutDuplicates: ['crm'] };
const declared = schemaOf('@sources(names: ["crm", "shop-eu"], withoutDuplicates: ["crm"])');

function problems(sdl: string): string[] {
  try {
    loadRecordSchema(sdl);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.problems.map(({ code, message, hint }) => `${code} ${message} (${hint})`);
  }
  return [];
}

describe('sources of a record schema', () => {
  it('are what @sources on type Record declares', () => {
    expect(loadRecordSchema(declared).sources).toEqual(sources);
    expect(loadRecordSchema(schemaOf('@sources(names: "crm")')).sources).toEqual({
      names: ['crm'],
      withoutDuplicates: [],
    });
    expect(loadRecordSchema(schemaOf('')).sources).toBeUndefined();
  });

  it('are told by introspection', () => {
    const { directives } = introspectionFromSchema(buildApiSchema(loadRecordSchema(declared), 'svc')).__schema;
    const directive = directives.find(({ name }) => name === 'sources');

    expect(directive?.args.map(({ defaultValue }) => JSON.parse(defaultValue!))).toEqual([['crm', 'shop-eu'], ['crm']]);
    const without = introspectionFromSchema(buildApiSchema(loadRecordSchema(schemaOf('')), 'svc')).__schema.directives;
    expect(without.map(({ name }) => name)).not.toContain('sources');
  });

  it.each([
    ['@sources', 'SOURCES_INVALID @sources: "names" must be a list of names'],
    ['@sources(names: [])', 'SOURCES_INVALID @sources: "names" must be a list of names'],
    ['@sources(names: [1])', 'SOURCES_INVALID @sources: "names" must be a list of names'],
    ['@sources(name: ["crm"])', 'SOURCES_INVALID @sources: there is no argument "name"'],
    ['@sources(names: ["CRM"])', 'SOURCES_INVALID @sources: "CRM" is no name of a source (Take 1 to 32 of a to z'],
    ['@sources(names: ["a/b"])', 'SOURCES_INVALID @sources: "a/b" is no name of a source'],
    ['@sources(names: ["crm", "crm"])', 'SOURCES_INVALID @sources: "crm" is there twice'],
    [
      '@sources(names: ["crm", "shop"], withoutDuplicates: ["crn"])',
      'SOURCES_INVALID @sources: "withoutDuplicates" names "crn", which "names" does not (Did you mean "crm"?)',
    ],
    ['@sources(names: ["a"], withoutDuplicates: 7)', '"withoutDuplicates" must be a list of names'],
    ['@sources(names: ["a"]) @sources(names: ["b"])', 'SOURCES_INVALID @sources is there twice'],
    ['@source(names: ["a"])', 'UNKNOWN_DIRECTIVE the directive @source is not offered (Did you mean @sources?)'],
  ])('are refused with a hint: %s', (directive, expected) => {
    expect(problems(schemaOf(directive)).join('\n')).toContain(expected);
  });

  it('need the fields that the service fills', () => {
    expect(problems('type Record @sources(names: ["crm"]) { id: ID! source: [String] }')).toEqual([
      'SOURCE_FIELD_MISSING Record has no field "source: String", which @sources fills (Write source: String.)',
      'SOURCE_FIELD_MISSING Record has no field "sourceId: String", which @sources fills (Write sourceId: String.)',
    ]);
    expect(problems(`${declared} input RecordInput { id: ID! source: String name: String }`)).toEqual([
      'SOURCE_FIELD_MISSING RecordInput has no field "sourceId: String", which @sources fills (Write sourceId: String.)',
    ]);
  });

  it('are declared nowhere else', () => {
    const sdl = 'type Record { id: ID! name: Name } type Name @sources(names: ["crm"]) { given: String }';
    expect(problems(sdl)).toEqual([
      'SOURCES_MISPLACED @sources is only for type Record (Write type Record @sources(names: […]) { … }.)',
    ]);
  });
});

describe('withSource', () => {
  it('fills source and sourceId from the id', () => {
    const filled = { record: { id: 'shop-eu/17', name: 'Ada', source: 'shop-eu', sourceId: '17' } };

    expect(withSource({ id: 'shop-eu/17', name: 'Ada' }, 'shop-eu/17', sources)).toEqual(filled);
    expect(withSource(filled.record, 'shop-eu/17', sources)).toEqual(filled);
  });

  it('leaves records alone where no sources are declared', () => {
    const record = { id: 'a/b/c', source: 'elsewhere' };
    expect(withSource(record, 'a/b/c', undefined)).toEqual({ record });
  });

  it.each([
    ['17', {}, 'the record id "17" names no source', 'Write the id as SOURCE/ID, such as "crm/17".'],
    ['cmr/17', {}, 'the record id "cmr/17" is of the source "cmr", which is not declared', 'Did you mean "crm"?'],
    ['billing/1', {}, 'of the source "billing", which is not declared', 'Sources are "crm" or "shop-eu".'],
    ['crm/', {}, 'has nothing after its slash', 'such as "crm/17"'],
    ['crm/a/b', {}, 'has more than one slash', 'Replace other slashes.'],
    [
      'crm/1',
      { source: 'shop-eu' },
      'has the source "shop-eu", and its id says "crm"',
      'Leave source and sourceId out',
    ],
    ['crm/1', { sourceId: '2' }, 'has the sourceId "2", and its id says "1"', 'Leave source and sourceId out'],
  ])('refuses %s %j', (id, more, message, hint) => {
    expect(withSource({ id, ...more }, id, sources)).toEqual({
      problem: { message: expect.stringContaining(message), hint: expect.stringContaining(hint) },
    });
  });
});

describe('a submit to an instance with sources', () => {
  const rules = compileRuleConfig({
    transformers: [],
    resolvers: [],
    comparers: [],
    tokenizers: [],
    matchers: [],
    rules: [],
    ruleSets: [],
    searchRuleSetIDs: {},
    mutationRuleSetGroups: {},
  });
  const prepare = (...records: RecordPayload[]) => prepareBatch(records, { rules, sources });

  it('stores the source of each record', () => {
    const [record] = prepare({ id: 'crm/1', name: 'Ada' }).records;
    expect(JSON.parse(record!.document)).toEqual({ id: 'crm/1', name: 'Ada', source: 'crm', sourceId: '1' });
  });

  it('takes a record with and without its source for the same', () => {
    const source = { source: 'crm', sourceId: '1' };
    expect(prepare({ id: 'crm/1', name: 'Ada' }, { id: 'crm/1', name: 'Ada', ...source }).positions).toEqual([0, 0]);
  });

  it('names every record of no declared source', () => {
    const attempt = () => prepare({ id: '1', name: 'Ada' }, { id: 'crm/2', name: 'Bo' }, { id: 'erp/3', name: 'Cy' });
    expect(attempt).toThrow(SubmitRefusedError);
    let codes: unknown;
    try {
      attempt();
    } catch (error) {
      codes = (error as SubmitRefusedError).problems.map((problem) => [problem.index, problem.error.code]);
    }
    expect(codes).toEqual([
      [0, 'RECORD_SOURCE_INVALID'],
      [2, 'RECORD_SOURCE_INVALID'],
    ]);
  });

  it('refuses a record whose only values are its source', () => {
    expect(() => prepare({ id: 'crm/1', source: 'crm', sourceId: '1' })).toThrow(SubmitRefusedError);
  });
});
