import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sampleExchange } from '../../../../../apps/cli/commands/sample-exchange.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';

const people = join(import.meta.dirname, '../../../../../examples/people');
const peopleRules = await readFile(join(people, 'rule-config.json'), 'utf8');
const peopleSchema = await readFile(join(people, 'schema.graphqls'), 'utf8');

const exchangeOf = (rules: string, sdl: string) => {
  const schema = loadRecordSchema(sdl);
  const { config, errors } = lintRuleConfig(rules, { schema });
  expect(errors).toEqual([]);
  return sampleExchange(schema, compileRuleConfig(config!));
};

/** Rules that link records with the same value at a path. */
const rulesOn = (path: string, extra: object = {}) =>
  JSON.stringify({
    transformers: [
      {
        id: 'F',
        type: 'field',
        attributes: { path, caseSensitive: true, mustExist: false, outputPins: ['value'] },
        inputPins: {},
      },
    ],
    resolvers: [{ id: 'R', inputPin: { sourceID: 'F', sourcePin: 'value' } }],
    comparers: [],
    tokenizers: [],
    matchers: [{ id: 'M', type: 'simple', attributes: { resolverID: 'R', mustExist: false } }],
    rules: [{ id: 'RULE', matcherIDs: ['M'], attributes: {} }],
    ruleSets: [{ id: 'SET', ruleIDs: ['RULE'] }],
    searchRuleSetIDs: { default: 'SET' },
    mutationRuleSetGroups: { ALL: { indexRuleSetID: 'SET', linkRuleSetID: 'SET', deduplicateRuleSetID: null } },
    ...extra,
  });

describe('sampleExchange', () => {
  it('finds the people of the example by the one field that suffices', () => {
    const exchange = exchangeOf(peopleRules, peopleSchema);

    expect(exchange?.record).toMatchObject({ id: 'example-1', firstName: 'Jane', lastName: 'Doe' });
    expect(exchange?.parameters).toEqual({ email: 'jane.doe@example.com' });
  });

  it('fills lists and nested types', () => {
    const sdl = 'type Record { id: ID! addresses: [Address!] } type Address { city: String }';

    const exchange = exchangeOf(rulesOn('addresses.*.city'), sdl);

    expect(exchange?.parameters).toEqual({ addresses: [{ city: 'Springfield' }] });
  });

  it('gives a search the fields that its rules insist on', () => {
    const sdl = 'type Record { id: ID! city: String zip: String }';
    const rules = rulesOn('zip', {
      matchers: [{ id: 'M', type: 'simple', attributes: { resolverID: 'R', mustExist: true } }],
      rules: [{ id: 'RULE', matcherIDs: ['M'], attributes: { ignoreErrors: false } }],
    });

    expect(exchangeOf(rules, sdl)?.parameters).toEqual({ zip: '90210' });
  });

  it('leaves out what asks for a privilege, and so may have nothing to show', () => {
    const sdl = 'type Record { id: ID! secret: String @hasPrivilege(privilege: "x") open: String }';

    expect(exchangeOf(rulesOn('secret'), sdl)).toBeUndefined();
  });
});
