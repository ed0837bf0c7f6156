import { compileRuleConfig } from '../../rules/compile/compile.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { Finding, RuleConfig } from '../../rules/document/types.ts';
import { lintRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import type { RecordSchema } from '../../rules/record-schema/record-schema.ts';
import { ToolRefusal } from './tool.ts';

/** Documents and records that the tools' examples show. Small, complete and made up. */

const field = (id: string, path: string) => ({
  id,
  type: 'field',
  attributes: { path, caseSensitive: false },
  inputPins: {},
});

const from = (sourceID: string, sourcePin = 'default') => ({ default: { sourceID, sourcePin } });

const resolver = (id: string, sourceID: string, sourcePin = 'default') => ({
  id,
  inputPin: { sourceID, sourcePin },
});

const simple = (id: string, resolverID: string) => ({
  id,
  type: 'simple',
  attributes: { resolverID, mustExist: false },
});

/** People with names, an e-mail address and a date of birth. */
export const sampleRuleConfig = {
  transformers: [
    field('EMAIL_FIELD', 'email'),
    { id: 'EMAIL', type: 'normalizeemail', attributes: { removePlus: true }, inputPins: from('EMAIL_FIELD') },
    field('GIVEN_FIELD', 'givenName'),
    {
      id: 'GIVEN',
      type: 'normalizename',
      attributes: { part: 'given', nicknames: true },
      inputPins: from('GIVEN_FIELD'),
    },
    field('FAMILY_FIELD', 'familyName'),
    { id: 'FAMILY', type: 'normalizename', attributes: { part: 'family' }, inputPins: from('FAMILY_FIELD') },
    field('BORN_FIELD', 'dateOfBirth'),
    { id: 'BORN', type: 'makedate', attributes: {}, inputPins: { full: from('BORN_FIELD').default } },
  ],
  resolvers: [
    resolver('email', 'EMAIL', 'email'),
    resolver('givenName', 'GIVEN'),
    resolver('familyName', 'FAMILY'),
    resolver('dateOfBirth', 'BORN', 'full'),
  ],
  comparers: [],
  tokenizers: [],
  matchers: [
    simple('sameEmail', 'email'),
    simple('sameGivenName', 'givenName'),
    simple('sameFamilyName', 'familyName'),
    simple('sameDateOfBirth', 'dateOfBirth'),
  ],
  rules: [
    { id: 'EMAIL', matcherIDs: ['sameEmail'], attributes: { score: 0.9 } },
    { id: 'PERSON', matcherIDs: ['sameGivenName', 'sameFamilyName', 'sameDateOfBirth'], attributes: { score: 0.95 } },
  ],
  ruleSets: [{ id: 'people', ruleIDs: ['EMAIL', 'PERSON'] }],
  searchRuleSetIDs: { default: 'people' },
  mutationRuleSetGroups: {
    people: { indexRuleSetID: 'people', linkRuleSetID: 'people', deduplicateRuleSetID: null },
  },
};

export const sampleSchema = `type Record {
  id: ID!
  givenName: String
  familyName: String
  email: String
  dateOfBirth: String
}
`;

export const sampleRecordA = {
  id: 'crm-17',
  givenName: 'Robert',
  familyName: 'Example',
  email: 'bob+shop@example.com',
  dateOfBirth: '1980-02-29',
};

export const sampleRecordB = {
  id: 'shop-4711',
  givenName: 'Bob',
  familyName: 'EXAMPLE',
  email: 'bob.example@example.org',
  dateOfBirth: '29.02.1980',
};

/** The most errors that a refusal names. The lint tool lists all of them. */
const maxNamed = 5;

interface CompiledDeployment {
  readonly config: RuleConfig;
  readonly rules: CompiledRules;
  readonly warnings: readonly Finding[];
}

/** Lints and compiles a rule-config as a service does at its start. Throws a ToolRefusal that names its errors. */
export function compileDeployment(ruleConfig: unknown, schema?: RecordSchema): CompiledDeployment {
  const { config, errors, warnings } = lintRuleConfig(ruleConfig, { schema });
  if (config !== undefined) return { config, rules: compileRuleConfig(config), warnings };
  const lines = errors.slice(0, maxNamed).map(({ code, message, pointer, line, column, hint }) => {
    const place = line === undefined ? pointer || 'the document' : `line ${line}, column ${column}`;
    return `- ${code} at ${place}: ${message}. ${hint}`;
  });
  const more = errors.length > maxNamed ? `\n- and ${errors.length - maxNamed} more` : '';
  throw new ToolRefusal(
    `a service refuses to start with this rule-config:\n${lines.join('\n')}${more}`,
    'Correct the errors; svc_lint_rule_config lists them all.',
  );
}
