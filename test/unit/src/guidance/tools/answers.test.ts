import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type GraphQLObjectType, getVariableValues, type OperationDefinitionNode, parse, validate } from 'graphql';
import { operations } from '../../../../../src/graphql/operations/registry.ts';
import { buildApiSchema } from '../../../../../src/graphql/schema/build.ts';
import {
  sampleRecordA,
  sampleRecordB,
  sampleRuleConfig,
  sampleSchema,
} from '../../../../../src/guidance/tools/example-documents.ts';
import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../../../../src/guidance/tools/toolbox.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { designRuleConfig } from '../../../../../src/workbench/design/design.ts';
import type { DesignField } from '../../../../../src/workbench/design/field-kind.ts';

const toolbox = createToolbox(tools, { serviceIdentifier: 'acme' });
const people = join(import.meta.dirname, '../../../../../examples/people');

/** The structured content of a call that must succeed. */
function answer<Content = Record<string, unknown>>(tool: string, args: object): Content {
  const { outcome, result } = toolbox.call(`acme_${tool}`, args);
  if (outcome !== 'ok') throw new Error(result.content[0]!.text);
  return result.structuredContent as Content;
}

const refusal = (tool: string, args: object) => toolbox.call(`acme_${tool}`, args).result.content[0]!.text;

describe('lint_rule_config', () => {
  type Finding = { document: string; code: string; pointer: string; line?: number; column?: number; hint: string };
  type Linted = { valid: boolean; errors: Finding[]; rules: { ruleID: string; selectivity: string }[] };
  const linted = (args: object) => answer<Linted>('lint_rule_config', args);

  it('finds the sample of the project good, with every rule selective', () => {
    const { valid, errors, rules } = linted({
      ruleConfig: readFileSync(join(people, 'rule-config.json'), 'utf8'),
      schema: readFileSync(join(people, 'schema.graphqls'), 'utf8'),
    });

    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect(rules.map(({ selectivity }) => selectivity)).not.toContain('low');
  });

  it('gives line and column for a text, and a pointer for an object', () => {
    const broken = structuredClone(sampleRuleConfig);
    broken.rules[0]!.matcherIDs = ['sameEmial'];

    const text = linted({ ruleConfig: JSON.stringify(broken, null, 2) });
    const object = linted({ ruleConfig: broken });

    expect(text.errors[0]).toMatchObject({ code: 'DANGLING_ID', line: expect.any(Number), column: expect.any(Number) });
    expect(object.errors[0]).toMatchObject({ pointer: '/rules/0/matcherIDs/0', hint: 'Did you mean "sameEmail"?' });
    expect(object.errors[0]).not.toHaveProperty('line');
  });

  it('reports problems of the schema beside those of the rule-config', () => {
    const { valid, errors } = linted({ ruleConfig: sampleRuleConfig, schema: 'type Person { id: ID! }' });

    expect(valid).toBe(false);
    expect(errors[0]).toMatchObject({ document: 'schema', code: 'RECORD_MISSING' });
  });

  it('warns of a key that thousands share', () => {
    const config = structuredClone(sampleRuleConfig);
    config.rules[1]!.matcherIDs = ['sameGivenName'];

    const { rules } = linted({ ruleConfig: config });

    expect(rules.find(({ ruleID }) => ruleID === 'PERSON')?.selectivity).toBe('low');
  });
});

describe('simulate_match', () => {
  it('says what decides, with values, verdicts, trace and shared keys', () => {
    const simulated = answer<Record<string, never[]>>('simulate_match', {
      ruleConfig: sampleRuleConfig,
      recordA: sampleRecordA,
      recordB: sampleRecordB,
    });

    expect(simulated).toMatchObject({
      together: true,
      summary: 'Group people: linked by PERSON.',
      groups: [{ outcome: 'LINK', linkRuleIDs: ['PERSON'] }],
      searches: [{ searchRules: 'default', aFindsB: { ruleIDs: ['PERSON'] } }],
      sharedKeyCount: 1,
      a: { values: { givenName: ['robert'], dateOfBirth: ['1980-02-29'] } },
    });
    expect(simulated['rules']).toHaveLength(2);
  });

  it('names the rule that came nearest and what it lacks', () => {
    const { summary } = answer<{ summary: string }>('simulate_match', {
      ruleConfig: sampleRuleConfig,
      recordA: { id: '1', givenName: 'Ann', familyName: 'Example', dateOfBirth: '1980-02-29' },
      recordB: { id: '2', givenName: 'Zoe', familyName: 'Example', dateOfBirth: '1980-02-29' },
    });

    expect(summary).toContain('lacks sameGivenName');
  });

  it('refuses a rule-config that no service would start with, and says why', () => {
    const text = refusal('simulate_match', { ruleConfig: { rules: 1 }, recordA: {}, recordB: {} });

    expect(text).toContain('BAD_ARGUMENTS');
    expect(text).toContain('acme_lint_rule_config');
  });
});

describe('validate_records', () => {
  it('says of each record what a submit would', () => {
    type Listed = { index: number; errors: { code: string }[]; warnings: { code: string }[] };
    const { valid, records } = answer<{ valid: boolean; records: Listed[] }>('validate_records', {
      records: [
        { id: 'a', email: 'a@example.com' },
        { email: 'b@example.com' },
        { id: 'c:1', email: 'c@example.com' },
        { id: 'd' },
        { id: 'e', emial: 'e@example.com' },
        { id: 'f', email: 5 },
        { id: 'a', email: 'other@example.com' },
        { id: 'g', givenName: 'Only' },
        'no object',
      ].map((record) => (typeof record === 'string' ? JSON.stringify(record) : record)),
      schema: sampleSchema,
      ruleConfig: sampleRuleConfig,
    });

    expect(valid).toBe(false);
    expect(
      records.map(({ index, errors, warnings }) => [index, [...errors, ...warnings].map(({ code }) => code)]),
    ).toEqual([
      [1, ['RECORD_ID_MISSING']],
      [2, ['RECORD_ID_INVALID']],
      [3, ['RECORD_EMPTY']],
      [4, ['UNKNOWN_FIELD']],
      [5, ['WRONG_TYPE']],
      [6, ['RECORD_CONFLICT']],
      [7, ['NO_RULE_APPLIES']],
      [8, ['WRONG_TYPE']],
    ]);
  });
});

describe('validate_search_parameters', () => {
  it('tells which rules can be satisfied and what the others lack', () => {
    const { searchRules } = answer<{ searchRules: { rules: object[] }[] }>('validate_search_parameters', {
      parameters: { givenName: 'Bob', familyName: 'Example', dateOfBirth: 'yesterday' },
      ruleConfig: sampleRuleConfig,
    });

    expect(searchRules[0]).toMatchObject({
      canFind: false,
      rules: [
        { ruleID: 'EMAIL', satisfiable: false },
        { ruleID: 'PERSON', satisfiable: false, missing: [{ matcherID: 'sameDateOfBirth', paths: ['dateOfBirth'] }] },
      ],
    });
  });
});

describe('generate_graphql', () => {
  type Generated = {
    document: string;
    variables: Record<string, unknown>;
    notes: string[];
    scope: string;
    curl: string;
  };
  const generated = (operation: string, schema: string, more: object = {}) =>
    answer<Generated>('generate_graphql', { operation, schema, ...more });

  it('uses the scopes of the deployment', () => {
    expect(generated('submit', sampleSchema).scope).toBe('acme/mutation.submit');
  });

  it.each(operations.map(({ name }) => name))('makes variables for %s that the API takes', (operation) => {
    const { document, variables } = generated(operation, sampleSchema);
    const [definition] = parse(document).definitions as [OperationDefinitionNode];
    const apiSchema = buildApiSchema(loadRecordSchema(sampleSchema), 'acme');

    const { errors } = getVariableValues(apiSchema, definition.variableDefinitions ?? [], variables);

    expect(errors ?? []).toEqual([]);
  });

  it.each(operations.map(({ name }) => name))(
    'makes a document for %s with insights that the API takes',
    (operation) => {
      const schema = 'type Record { id: ID!, seen: Time, age: Int, emails: [Email!] } type Email { at: String }';
      const { document, notes } = generated(operation, schema, { insights: true });

      expect(validate(buildApiSchema(loadRecordSchema(schema), 'acme'), parse(document))).toEqual([]);
      const answersEntities = ['search', 'entity', 'entities', 'entityByRecord', 'submitWithPreview'].includes(
        operation,
      );
      expect(document.includes('recordInsights')).toBe(answersEntities);
      expect(notes.join(' ')).toContain(answersEntities ? 'insights is asked about one field' : 'no insights');
    },
  );

  it('asks every question of insights that the schema has values for', () => {
    const schema = 'type Record { id: ID!, name: String, seen: Time, age: Int }';
    const { document } = generated('entity', schema, { insights: true });
    const { document: ofText } = generated('entity', 'type Record { id: ID!, name: String }', { insights: true });
    const api = buildApiSchema(loadRecordSchema(schema), 'acme');
    const questions = ['RecordInsights', 'EdgeInsights'].flatMap((name) =>
      Object.keys((api.getType(name) as GraphQLObjectType).getFields()),
    );

    for (const question of questions) expect(document).toMatch(new RegExp(`^ +${question}\\b`, 'm'));
    expect(document).toContain('newest(field: "seen")');
    expect(document).toContain('sum(field: "age")');
    expect(ofText).not.toMatch(/sum\(|newest\(/);
    expect(ofText).toContain('values(field: "name")');
  });

  it('keeps what a schema says out of the shell', () => {
    const schema = 'type Record { id: ID! "$(touch /owned) `x` \' JSON" name: String }';

    const { curl } = generated('search', schema);

    expect(curl).toContain("<<'JSON'");
    expect(curl.split('\n').slice(4, -1)).not.toContain('JSON');
  });

  it('refuses a field that records do not have, with the nearest', () => {
    const text = refusal('generate_graphql', { operation: 'entity', schema: sampleSchema, fields: ['emial'] });

    expect(text).toContain('Did you mean "email"?');
  });

  it('goes into objects and lists', () => {
    const schema =
      'type Record { id: ID!, emails: [Email!], name: String } type Email { address: String, kind: String }';

    const { document } = generated('entityByRecord', schema, { fields: ['emails.*.address'] });

    expect(document.replace(/\s+/g, ' ')).toContain('records { id emails { address } }');
  });
});

describe('generate_transformers', () => {
  type Lists = Pick<typeof sampleRuleConfig, 'transformers' | 'resolvers' | 'comparers' | 'tokenizers' | 'matchers'> & {
    referenceLists: { id: string }[];
  };
  type Fragment = Lists & {
    fields: { name: string; kind: string }[];
    evidence: { matcherIDs: string[] }[];
    keys: string[][];
    examples: { record: Record<string, unknown>; values: Record<string, string[]> }[];
    advice: string[];
  };
  const generated = (args: object) => answer<Fragment>('generate_transformers', args);
  const { kind: allKinds } = tools.find(({ name }) => name === 'svc_generate_transformers')!.input.toJSONSchema()
    .properties as { kind: { enum: string[] } };
  const lists = ['transformers', 'resolvers', 'comparers', 'tokenizers', 'matchers', 'referenceLists'] as const;

  it.each(
    allKinds.enum.flatMap((kind) => [
      [kind, ['value', ...(kind === 'latitude' ? ['lng'] : [])]],
      [kind, ['values.*.value', ...(kind === 'latitude' ? ['lng'] : [])]],
      [kind, ['firstValue', 'country', ...(kind === 'latitude' ? ['lng'] : [])]],
    ]) as [string, string[]][],
  )(
    'makes parts for %s of %j that lint clean when every matcher is used, and a made-up record has values',
    (kind, fields) => {
      const { fields: read, evidence, keys, examples, advice, ...parts } = generated({ kind, fields, country: 'DE' });

      const { errors, warnings } = lintRuleConfig({
        ...parts,
        // A gender or a price finds no candidates: another value does.
        transformers: [...parts.transformers, { id: 'KEY', type: 'field', attributes: { path: 'key' }, inputPins: {} }],
        resolvers: [...parts.resolvers, { id: 'KEY', inputPin: { sourceID: 'KEY', sourcePin: 'default' } }],
        matchers: [
          ...parts.matchers,
          { id: 'SAME_KEY', type: 'simple', attributes: { resolverID: 'KEY' } },
          { id: 'SUM', type: 'weighted', attributes: { threshold: 0.1, evidence } },
        ],
        rules: [
          { id: 'ALL', matcherIDs: ['SAME_KEY', ...parts.matchers.map(({ id }) => id)], attributes: {} },
          { id: 'SUM', matcherIDs: ['SUM'], attributes: { indexMatcherIDs: [['SAME_KEY'], ...keys] } },
        ],
        ruleSets: [{ id: 'all', ruleIDs: ['ALL', 'SUM'] }],
        searchRuleSetIDs: { default: 'all' },
        mutationRuleSetGroups: { all: { indexRuleSetID: 'all', linkRuleSetID: 'all', deduplicateRuleSetID: null } },
      });

      expect(errors).toEqual([]);
      expect(warnings.filter(({ code }) => code !== 'HUB_KEY')).toEqual([]);
      expect(read).toHaveLength(fields.length);
      expect(Object.values(examples[0]!.values).flat()).not.toEqual([]);
      expect(advice).not.toEqual([]);
    },
  );

  it.each([
    ['name', ['givenName', 'familyName']],
    ['name', ['fullName']],
    ['phone', ['phone']],
    ['dateOfBirth', ['dateOfBirth']],
    ['dateOfBirth', ['birthYear', 'birthMonth', 'birthDay']],
    ['NPI', ['npi']],
    ['SSN', ['ssn']],
    ['EIN', ['ein']],
    ['VIN', ['vin']],
    ['DL', ['driversLicense']],
    ['email', ['emails.*.address']],
    ['company', ['companyName']],
    ['address', ['street', 'postcode', 'city']],
    ['plateNumber', ['plate', 'plateState']],
  ])('makes of %s in %j what a design of these fields has', (kind, fields) => {
    const { fields: read, keys, ...fragment } = generated({ kind, fields });
    const { ruleConfig, rules } = designRuleConfig({ fields: read as DesignField[] });

    const designed = ruleConfig as unknown as Lists;
    expect(keys).toEqual(rules.map(({ matcherIDs }) => matcherIDs));
    for (const list of lists) {
      const ofDesign = designed[list].filter(({ id }) => id !== 'ENOUGH_EVIDENCE');
      expect(fragment[list]).toEqual(expect.arrayContaining(ofDesign));
    }
  });

  it.each([
    ['dateOfBirth', ['year', 'month', 'day'], ['birthYear', 'birthMonth', 'birthDay']],
    ['name', ['first', 'middle', 'last'], ['givenName', 'middleName', 'familyName']],
    ['address', ['street', 'number'], ['street', 'houseNumber']],
    ['phone', ['phone', 'last'], ['phone', 'phone']],
    ['NPI', ['firstValue'], ['personalNumber']],
  ])('takes the fields of a %s in %j for %j', (kind, fields, kinds) => {
    const taken = new Map(generated({ kind, fields }).fields.map((field) => [field.name, field.kind]));

    expect(fields.map((name) => taken.get(name))).toEqual(kinds);
  });

  it('reads a number as one of the kind that is stated, whatever the name of its field', () => {
    expect(generated({ kind: 'NPI', fields: ['code'] }).transformers).toContainEqual(
      expect.objectContaining({ type: 'identifier', attributes: { kind: 'NPI' } }),
    );
  });

  it('begins the ids of what reads fields with a prefix, so that two fragments can be one document', () => {
    const fragments = ['HOME', 'WORK'].map((idPrefix) =>
      generated({ kind: 'name', fields: [`${idPrefix.toLowerCase()}.name`], idPrefix }),
    );

    const ids = fragments.flatMap(({ transformers, resolvers, matchers }) =>
      [transformers, resolvers, matchers].flatMap((parts, list) => parts.map(({ id }) => `${list} ${id}`)),
    );
    expect(ids.filter((id) => !/^\d (?:HOME|WORK)_/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows what the pipeline of the service makes of an example', () => {
    const { examples } = generated({ kind: 'phone', fields: ['phone', 'mobile'], country: 'GB' });

    expect(examples[1]).toEqual({
      record: { phone: '202.555.0123', mobile: '202.555.0123' },
      values: { PHONE: ['5550123'] },
    });
  });

  it('says what a kind needs beside it, and which field is not compared', () => {
    expect(refusal('generate_transformers', { kind: 'latitude', fields: ['lat'] })).toContain('such as: longitude');
    expect(generated({ kind: 'VIN', fields: ['id', 'vin'] }).advice[0]).toContain('Not compared: id.');
  });
});

describe('explain_error', () => {
  type Explained = { explanations: { code: string; area: string }[]; found: boolean; elsewhere: string[] };
  const explained = (message: string) => answer<Explained>('explain_error', { message });

  it('tells which of two meanings fits the message', () => {
    const { explanations } = explained(
      'The answer was {"errors":[{"message":"…","extensions":{"code":"RECORD_ID_INVALID"}}]}',
    );

    expect(explanations[0]).toMatchObject({ code: 'RECORD_ID_INVALID' });
  });

  it.each([
    ['FORBIDDEN', 'the API'],
    ['Forbidden', 'the gateway'],
  ])('takes the code %s given for a message as one of %s', (message, area) => {
    expect(explained(message).explanations[0]).toMatchObject({ code: message, area });
  });

  it('points to the documentation when it does not know', () => {
    const { found, elsewhere } = explained('my phone numbers do not match');

    expect(found).toBe(false);
    expect(elsewhere.length).toBeGreaterThan(0);
  });
});

describe('design_rule_config', () => {
  type Designed = {
    fields: { name: string; kind: string }[];
    warnings: string[];
    search: { by: string[][]; notAlone: string[] };
    neverLinked: string[];
  };
  const designed = (args: object) => answer<Designed>('design_rule_config', args);
  const kinds = ({ fields }: Designed) => Object.fromEntries(fields.map(({ name, kind }) => [name, kind]));

  it.each([
    ['semicolons', 'Vorname;Nachname;PLZ'],
    ['commas', 'Vorname,Nachname,PLZ'],
    ['tabs', 'Vorname\tNachname\tPLZ'],
    ['bars', 'Vorname|Nachname|PLZ'],
    ['quotes and a byte order mark', '\uFEFF"Vorname","Nachname","PLZ"\r\n'],
  ])('reads a header line with %s', (_what, header) => {
    expect(kinds(designed({ header }))).toEqual({ Vorname: 'givenName', Nachname: 'familyName', PLZ: 'postcode' });
  });

  it('names each column of a header that is not compared', () => {
    const { warnings } = designed({ header: 'id;name;email;created_at;Straße' });

    expect(warnings.join('\n')).toContain('Not compared: id.');
    expect(warnings.join('\n')).toContain('created_at');
    expect(warnings.join('\n')).toContain('"Straße" is not a valid field name and is renamed to Strasse.');
  });

  it.each([
    [{}, 'neither a use case nor fields nor a header is given'],
    [{ useCase: 'spare time' }, 'names nothing of which the usual fields are known'],
    [{ fields: [';;;'] }, 'none of the fields describes the entity'],
    [{ header: 'a;b', fields: [{ name: 'a' }] }, 'both fields and header are given'],
    [{ header: 'name;email\nAda;ada@example.com' }, 'has 2 lines with text, not one'],
    [{ header: ';;;' }, 'the header has no names'],
    [{ header: ' \n ' }, 'has 0 lines with text, not one'],
    [{ header: 'name;"city' }, 'the header has no names'],
    [{ header: 'make;model;color' }, 'only say what kind of thing'],
  ])('refuses %j with a reason', (args, reason) => {
    expect(refusal('design_rule_config', args)).toContain(reason);
  });

  it.each([
    ['names', ['Vorname', 'Nachname', 'PLZ']],
    ['objects', [{ name: 'Vorname' }, { name: 'Nachname' }, { name: 'PLZ' }]],
    ['names and objects', ['Vorname', { name: 'Nachname' }, { name: 'PLZ' }]],
    ['a line', 'Vorname, Nachname, PLZ'],
  ])('takes fields as %s', (_what, fields) => {
    expect(kinds(designed({ fields }))).toEqual({ Vorname: 'givenName', Nachname: 'familyName', PLZ: 'postcode' });
  });

  it.each([
    ['Deduplicate customers of two shops', 'person', 'firstName'],
    ['Kunden zweier Filialen', 'person', 'firstName'],
    ['Patients of a hospital', 'person', 'ssn'],
    ['Health care providers', 'person', 'npi'],
    ['Doppelte Ärzte finden', 'person', 'npi'],
    ['match supplier companies and their contacts', 'organization', 'companyName'],
    ['Firmen: empresas, entreprises', 'organization', 'vatNumber'],
    ['a product catalogue', 'product', 'gtin'],
    ['the car fleet', 'vehicle', 'vin'],
    ['scientific articles', 'publication', 'doi'],
    ['delivery addresses', 'place', 'postcode'],
    ['e-mail addresses of members', 'person', 'email'],
  ])('proposes fields for the use case "%s", and says so', (useCase, subject, field) => {
    const made = answer<Designed & { subject: string }>('design_rule_config', { useCase });

    expect(made.subject).toBe(subject);
    expect(made.fields.map(({ name }) => name)).toContain(field);
    expect(made.fields.filter(({ kind }) => ['ignored', 'freeText', 'unknown'].includes(kind))).toEqual([]);
    expect(made.warnings[0]).toMatch(/^No fields were given: the usual fields of .+ were assumed \(.+\)\. Call again/);
  });

  it('takes the fields of sample records where no others are given', () => {
    const { fields, warnings } = designed({
      sampleRecords: [
        { id: '1', name: { given: 'Ada', family: 'Example' } },
        { id: '2', name: { given: 'Bob' }, emails: [{ address: 'bob@example.com' }], phones: ['+12025550123'] },
      ],
    });

    expect(fields.map(({ name }) => name)).toEqual(['name.given', 'name.family', 'emails.*.address', 'phones.*']);
    expect(warnings[0]).toContain('those of the sample records');
  });

  it('says what a search finds and what keeps records apart', () => {
    const { search, neverLinked } = designed({ header: 'first_name;last_name;birth_date;ssn;email;city' });

    expect(search.by).toContainEqual(['e-mail address']);
    expect(search.notAlone).toContain('city');
    expect(neverLinked).toEqual(['personal number (ssn)', 'date of birth']);
  });
});

describe('arguments that do not fit', () => {
  it.each([
    ['design_rule_config', { fields: [1, 'a'] }, 'fields.0: expected a text or an object, not a number'],
    ['design_rule_config', { fields: { a: 'text' } }, 'fields: expected a list or a text, not an object'],
    ['design_rule_config', { fields: [{ field: 'a' }] }, 'fields.0.name: is missing'],
    ['design_rule_config', { use_case: 'x' }, 'there is no "use_case"; did you mean "useCase"?'],
    ['generate_transformers', { kind: 'npi', fields: ['a'] }, '"npi" is none of name, phone, '],
    ['generate_transformers', { kind: 'npi', fields: ['a'] }, 'did you mean "NPI"?'],
    ['generate_transformers', { kind: 'NPI' }, 'fields: is missing. Paths of the fields in a record'],
    ['generate_transformers', { kind: 'phone', fields: 'phone', country: 'Atlantis' }, 'no country "Atlantis"'],
    ['lint_rule_config', { config: {} }, 'ruleConfig: is missing. The rule-config: the JSON object itself'],
    ['simulate_match', { ruleConfig: 5 }, 'ruleConfig: expected a text or an object, not a number'],
    ['validate_records', { record: {} }, 'did you mean "records"?'],
    ['validate_search_parameters', { parameters: [] }, 'parameters: expected a text or an object, not a list'],
    ['search_docs', { query: 'x', limit: '3' }, 'limit: expected a number, not a text'],
    ['explain_error', {}, 'neither a message nor a code'],
  ])('of %s, %j: the answer has the place and the reason', (tool, args, reason) => {
    expect(refusal(tool, args)).toContain(reason);
  });

  it.each(tools.map(({ name }) => name.slice('svc_'.length)))(
    'of %s are answered with an example of a call',
    (name) => {
      expect(refusal(name, { nonsense: true })).toMatch(/^Example of a call: \{"\w+": .+\}$/m);
    },
  );

  it('are answered with the example that has most of the same arguments', () => {
    expect(refusal('design_rule_config', { header: 5 })).toContain('Example of a call: {"header": "KundenNr;');
    expect(refusal('design_rule_config', { useCase: 5 })).toContain('Example of a call: {"useCase": ');
  });
});

describe('natural forms of arguments', () => {
  it('takes one field as a text, and a country by its name', () => {
    const { examples } = answer<{ examples: object[] }>('generate_transformers', {
      kind: 'phone',
      fields: 'phone',
      country: 'United Kingdom',
    });

    expect(examples[0]).toEqual({ record: { phone: '+1 (202) 555-0123' }, values: { PHONE: ['5550123'] } });
  });

  it('takes fields of a document as a line', () => {
    const { document } = answer<{ document: string }>('generate_graphql', {
      operation: 'entity',
      fields: 'email, name',
    });

    expect(document.replace(/\s+/g, ' ')).toContain('records { id email name }');
  });

  it('takes a whole number as an identifier', () => {
    expect(answer('validate_identifier', { kind: 'NPI', value: 1_234_567_893 })).toMatchObject({ valid: true });
  });
});
