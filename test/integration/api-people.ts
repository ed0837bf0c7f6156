import { createApi } from '../../functions/api/api.ts';
import { createResolution, type ResolutionDependencies } from '../../src/entities/operations.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { type CompileOptions, compileRuleConfig } from '../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig } from '../../src/rules/types.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { type Answer, allScopes, apiEvent, RecordingLog, read } from '../unit/functions/api/exchange.ts';
import { FakeRuleChanges } from '../unit/functions/api/fake-rule-changes.ts';

const recordSchema = loadRecordSchema(/* GraphQL */ `
  type Record {
    id: ID!
    name: String
    source: String
    age: Int
    seen: Time
    phone: String
    emails: [Email!]
    details: Map
    secret: String @hasPrivilege(privilege: "svc/record.secret")
    case: Case
  }
  type Email {
    address: String
    kind: String
  }
  type Case {
    number: String
    verdict: String @hasPrivilege(privilege: "svc/record.verdict")
  }
`);

/** The schema of an instance with the rules of {@link peopleDocument}. */
export const deployedSchema = `type Record {
  id: ID!
  name: String
  phone: String
  emails: [Email!]
}
type Email {
  address: String
}
`;

const field = (id: string, path: string) => ({ id, type: 'field', attributes: { path, caseSensitive: false } });
const pin = (sourceID: string) => ({ sourceID, sourcePin: 'default' });
const matcher = (id: string, resolverID: string) => ({ id, type: 'simple', attributes: { resolverID } });

/** Records are linked by an address or the telephone number; one with the same name, address and number is a duplicate. */
export const peopleDocument = () => ({
  transformers: [field('readEmail', 'emails.*.address'), field('readPhone', 'phone'), field('readName', 'name')],
  resolvers: [
    { id: 'email', inputPin: pin('readEmail') },
    { id: 'phone', inputPin: pin('readPhone') },
    { id: 'name', inputPin: pin('readName') },
  ],
  comparers: [],
  tokenizers: [],
  matchers: [matcher('sameEmail', 'email'), matcher('samePhone', 'phone'), matcher('sameName', 'name')],
  rules: [
    { id: 'EMAIL', matcherIDs: ['sameEmail'], attributes: { score: 0.9 } },
    { id: 'PHONE', matcherIDs: ['samePhone'], attributes: { score: 0.5 } },
    { id: 'NAME', matcherIDs: ['sameName'], attributes: { score: 0.1 } },
    { id: 'COPY', matcherIDs: ['sameName', 'sameEmail', 'samePhone'], attributes: {} },
  ],
  ruleSets: [
    { id: 'link', ruleIDs: ['EMAIL', 'PHONE'] },
    { id: 'index', ruleIDs: ['EMAIL', 'PHONE', 'NAME'] },
    { id: 'copy', ruleIDs: ['COPY'] },
    { id: 'search', ruleIDs: ['EMAIL', 'PHONE'] },
    { id: 'byName', ruleIDs: ['NAME'] },
  ],
  searchRuleSetIDs: { default: 'search', name: 'byName' },
  mutationRuleSetGroups: {
    default: { indexRuleSetID: 'index', linkRuleSetID: 'link', deduplicateRuleSetID: 'copy' },
  },
  scores: { consistency: [{ resolverID: 'name', weight: 1, type: 'text' }] },
});

export function compilePeople(document: object, options: CompileOptions = {}): CompiledRuleConfig {
  return compileRuleConfig(loadRuleConfig(JSON.stringify(document), recordSchema), {}, options);
}

const peopleRules = compilePeople(peopleDocument());

export interface People {
  ask(query: string, variables?: unknown, scope?: string): Promise<Answer>;
  /** Submits and answers the id of the entity of each record. */
  submit(...records: object[]): Promise<string[]>;
}

/** The API of made-up people on a store. */
export function peopleOn(
  store: Store,
  rules: CompiledRuleConfig = peopleRules,
  options: Partial<ResolutionDependencies> = {},
): People {
  const api = createApi({
    resolution: createResolution({ store, rules, ...options }),
    ruleChanges: ruleChangesOn(store, options.table),
    recordSchema,
    serviceIdentifier: 'svc',
    log: new RecordingLog(),
  });
  const ask: People['ask'] = async (query, variables, scope = allScopes) =>
    read(await api(apiEvent({ body: JSON.stringify({ query, variables }), scope })));
  return {
    ask,
    submit: async (...records) => {
      const { data, errors } = await ask(
        'mutation ($input: SubmitInput!) { submit(input: $input) { records { entityID } } }',
        { input: { records } },
        `${allScopes} svc/record.secret svc/record.verdict`,
      );
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data.submit.records.map(({ entityID }: { entityID: string }) => entityID);
    },
  };
}

/** Changes of the rules need a scan of the table, which most tests do without. */
function ruleChangesOn(store: Store, table: TableScan | undefined): RuleChanges {
  if (table === undefined) return new FakeRuleChanges();
  const text = JSON.stringify(peopleDocument());
  return createRuleChanges({ store, table, deployed: { text, recordSchema } });
}

export const email = (address: string, kind = 'home') => ({ address, kind });
