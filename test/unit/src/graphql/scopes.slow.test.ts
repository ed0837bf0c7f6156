import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse, print } from 'graphql';
import { operations } from '../../../../src/graphql/operations/registry.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import { scopesOf } from '../../../../src/scopes.ts';
import {
  type Answer,
  allScopes,
  createTestApi,
  recordSchema,
  SUBMIT,
  type TestApi,
} from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

let ask: TestApi['ask'];
let resolution: TestApi['resolution'];
let ruleChanges: TestApi['ruleChanges'];
beforeEach(() => {
  ({ ask, resolution, ruleChanges } = createTestApi());
});

const requests: readonly (readonly [field: string, needed: string, query: string, variables?: object])[] = [
  ['submit', 'mutation.submit', SUBMIT, { input: { records: [{ id: 'r', name: 'x' }] } }],
  ['search', 'query.search', '{ search(input: {parameters: {name: "x"}}) { totalCount } }'],
  ['entity', 'query.entity', '{ entity(input: {id: "E"}) { entity { id } } }'],
  ['entities', 'query.entity', '{ entities(input: {}) { after } }'],
  ['entityByRecord', 'query.entity', '{ entityByRecord(input: {id: "r"}) { entity { id } } }'],
  ['metrics', 'query.metrics', '{ metrics { assemblyStatus { state } } }'],
  ['ruleChange', 'query.rules', '{ ruleChange { state } }'],
  ['explain', 'query.entity', '{ explain(input: {a: "r", b: "s"}) { together } }'],
  [
    'submitWithPreview',
    'mutation.submit',
    'mutation { submitWithPreview(input: {records: [{id: "r", name: "x"}], dryRun: true}) { entities { id } } }',
  ],
  ['disassemble', 'mutation.disassemble', 'mutation { disassemble(input: {recordIDs: ["r"]}) { triggered } }'],
  [
    'removeConnectionBan',
    'mutation.removeConnectionBan',
    `mutation { removeConnectionBan(input: {
      reference: "R", entityID: "E", others: ["F"], meta: {user: "u", reason: "r"}
    }) { removed } }`,
  ],
  ['continueRuleChange', 'mutation.rules', 'mutation { continueRuleChange(input: {to: "next"}) { state } }'],
  ['rollBackRuleChange', 'mutation.rules', 'mutation { rollBackRuleChange { state } }'],
  ['setRuleChangePace', 'mutation.rules', 'mutation { setRuleChangePace(input: {paused: true}) { state } }'],
  ['link', 'mutation.review', 'mutation { link(input: {a: "r", b: "s", user: "u", reason: "w"}) { triggered } }'],
  [
    'separate',
    'mutation.review',
    'mutation { separate(input: {a: "r", b: "s", user: "u", reason: "w"}) { triggered } }',
  ],
  ['undoDecision', 'mutation.review', 'mutation { undoDecision(input: {id: "D"}) { triggered } }'],
  ['decisions', 'query.review', '{ decisions(input: {}) { after } }'],
  ['history', 'query.review', '{ history(input: {recordID: "r"}) { after } }'],
  ['reviews', 'query.review', '{ reviews(input: {}) { after } }'],
  ['skipReview', 'mutation.review', 'mutation { skipReview(input: {a: "r", b: "s", user: "u"}) { triggered } }'],
  ['takeReviews', 'mutation.review', 'mutation { takeReviews(input: {user: "u"}) { reviews { id } } }'],
  ['releaseReviews', 'mutation.review', 'mutation { releaseReviews(input: {user: "u"}) { released } }'],
  ['statistics', 'query.review', '{ statistics { scan { records } } }'],
  ['refreshStatistics', 'mutation.rules', 'mutation { refreshStatistics { scan { records } } }'],
];

/** The answer to a request without a scope that it needs. */
function expectDenied({ codes, errors }: Pick<Answer, 'codes' | 'errors'>, scope: string): void {
  expect(codes).toEqual(['FORBIDDEN']);
  expect(errors[0]?.message).toBe(`access denied, required privilege: ${scope}`);
}

const matrix = requests.flatMap(([field, needed, query, variables]) =>
  scopesOf('svc').all.map((scope) => [field, scope, scope === `svc/${needed}`, query, variables, needed] as const),
);

describe('scopes', () => {
  it('are tried for every operation', () => {
    expect(requests.map(([name]) => name).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  it.each(matrix)('%s with %s: %s', async (field, scope, allowed, query, variables, needed) => {
    const { data, errors, codes } = await ask(query, variables, { scope });

    if (allowed) {
      expect(errors).toEqual([]);
      expect(data[field]).toBeDefined();
    } else {
      expectDenied({ codes, errors }, `svc/${needed}`);
      expect(errors[0]?.path).toEqual([field]);
      expect(data).toBeNull();
      expect([resolution.asked('submit'), resolution.asked('search'), ruleChanges.asked]).toEqual([[], [], []]);
    }
  });

  it.each([[undefined], [''], [' '], ['svc/mutation.submitX'], ['mutation.submit'], ['SVC/MUTATION.SUBMIT']])(
    'refuses a token whose scope is %j',
    async (scope) => {
      const { codes } = await ask(SUBMIT, { input: { records: [{ id: 'r', name: 'x' }] } }, { scope });

      expect(codes).toEqual(['FORBIDDEN']);
      expect(resolution.asked('submit')).toEqual([]);
    },
  );

  it('cannot be got around by an alias or a fragment', async () => {
    const { errors, data } = await ask('query { metrics: search(input: {parameters: {}}) { totalCount } }', undefined, {
      scope: 'svc/query.metrics',
    });

    expect(errors[0]?.message).toBe('access denied, required privilege: svc/query.search');
    expect(data).toBeNull();
  });

  it('carry the prefix of the deployment', async () => {
    const { ask } = createTestApi({ serviceIdentifier: 'people' });
    const query = '{ metrics { assemblyStatus { state } } }';

    const own = await ask(query, undefined, { scope: 'people/query.metrics' });
    const foreign = await ask(query, undefined, { scope: 'svc/query.metrics' });

    expect(own.errors).toEqual([]);
    expect(foreign.errors[0]?.message).toBe('access denied, required privilege: people/query.metrics');
  });

  it('are not needed for introspection', async () => {
    const { data } = await ask('{ __type(name: "Record") { name } }', undefined, { scope: undefined });

    expect(data.__type.name).toBe('Record');
  });
});

describe('a record field with a privilege', () => {
  const READ = '{ entity(input: {id: "E"}) { entity { records { id hidden: secret } } } }';
  const entity = new FakeEntity('E', [{ id: 'r', secret: 'cat' }]);

  it('hides from others whether there is a value of a type with a privilege', async () => {
    const { ask, resolution } = createTestApi({
      recordSchema: loadRecordSchema(/* GraphQL */ `
        type Record {
          id: ID!
          file: File
          files: [File!]
        }
        type File @hasPrivilege(privilege: "svc/record.file") {
          name: String
        }
      `),
    });
    resolution.entities = [new FakeEntity('E', [{ id: 'r', file: { name: 'cat' }, files: [{ name: 'cat' }] }])];
    const query = '{ entity(input: {id: "E"}) { entity { records { file { __typename name } files { name } } } } }';

    const holder = await ask(query, undefined, { scope: 'svc/query.entity svc/record.file' });
    const other = await ask(query, undefined, { scope: 'svc/query.entity' });

    expect(holder.data.entity.entity.records).toEqual([
      { file: { __typename: 'File', name: 'cat' }, files: [{ name: 'cat' }] },
    ]);
    expect(other.data.entity.entity.records).toEqual([{ file: null, files: null }]);
  });

  it('is refused to others where null is not allowed', async () => {
    const { ask, resolution } = createTestApi({
      recordSchema: {
        document: parse(print(recordSchema.document).replace('secret: String @has', 'secret: String! @has')),
      },
    });
    resolution.entities = [entity];

    const { data, errors } = await ask(READ, undefined, { scope: 'svc/query.entity' });

    expect(errors[0]?.message).toBe('access denied, required privilege: svc/record.secret');
    expect(JSON.stringify(data)).not.toContain('cat');
  });

  it('can be submitted by those who hold the scope, and by others when it is left out', async () => {
    await ask(
      SUBMIT,
      { input: { records: [{ id: 'r', secret: 'x' }] } },
      { scope: 'svc/mutation.submit svc/record.secret' },
    );
    await ask(SUBMIT, { input: { records: [{ id: 's', name: 'x' }] } });

    expect(resolution.asked('submit')).toEqual([[{ id: 'r', secret: 'x' }], [{ id: 's', name: 'x' }]]);
  });
});

describe('a privilege of a record field that inputs written by hand do not repeat', () => {
  const sdl = /* GraphQL */ `
    type Record {
      id: ID!
      name: String
      secret: String @hasPrivilege(privilege: "svc/record.secret")
      cases: [Case!]
      file: File
    }
    type Case {
      number: String
      verdict: String @hasPrivilege(privilege: "svc/record.verdict")
    }
    type File @hasPrivilege(privilege: "svc/record.file") {
      name: String
    }
    input RecordInput {
      id: ID!
      name: String
      secret: String
      cases: [CaseInput!]
      file: Map
    }
    input SearchParams {
      name: String
      secret: String
      cases: Any
      file: FileInput
    }
    input CaseInput {
      number: String
      verdict: String
    }
    input FileInput {
      name: String
    }
  `;
  const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { totalCount } }';
  const PREVIEW = 'mutation ($input: SubmitWithPreviewInput!) { submitWithPreview(input: $input) { entities { id } } }';
  const guarded = [
    ['a field', { secret: 'guess' }, 'svc/record.secret'],
    ['a field that is null', { secret: null }, 'svc/record.secret'],
    ['a field of a list of objects', { cases: [{ number: '1' }, { verdict: 'guess' }] }, 'svc/record.verdict'],
    ['an object', { file: { name: 'guess' } }, 'svc/record.file'],
  ] as const;

  it.each(guarded)('holds for %s all the same', async (_what, fields, scope) => {
    const { ask, resolution } = createTestApi({ recordSchema: loadRecordSchema(sdl) });
    const records = [{ id: 'r', name: 'x', ...fields }];

    const answers = [
      await ask(SUBMIT, { input: { records } }),
      await ask(PREVIEW, { input: { records, dryRun: true } }),
      await ask(SEARCH, { input: { parameters: { name: 'x', ...fields } } }),
    ];

    for (const answer of answers) expectDenied(answer, scope);
    expect([resolution.asked('submit'), resolution.asked('submitWithPreview'), resolution.asked('search')]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it.each(guarded)('lets those who hold it give %s', async (_what, fields, scope) => {
    const { ask } = createTestApi({ recordSchema: loadRecordSchema(sdl) });
    const held = { scope: `${allScopes} ${scope}` };

    const submitted = await ask(SUBMIT, { input: { records: [{ id: 'r', name: 'x', ...fields }] } }, held);
    const searched = await ask(SEARCH, { input: { parameters: { name: 'x', ...fields } } }, held);

    expect([...submitted.codes, ...searched.codes]).toEqual([]);
  });

  it('leaves everything else alone', async () => {
    const { ask } = createTestApi({ recordSchema: loadRecordSchema(sdl) });

    const submitted = await ask(SUBMIT, { input: { records: [{ id: 'r', cases: [{ number: '1' }] }] } });
    const searched = await ask(SEARCH, { input: { parameters: { cases: { number: '1' } } } });

    expect([...submitted.codes, ...searched.codes]).toEqual([]);
  });
});
