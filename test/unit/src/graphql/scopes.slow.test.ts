import { describe, expect, it } from '@jest/globals';
import { parse, print } from 'graphql';
import { operations } from '../../../../src/graphql/operations/registry.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import { scopesOf } from '../../../../src/scopes.ts';
import { allScopes, createTestApi, recordSchema, SUBMIT } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

const requests = [
  ['submit', SUBMIT, { input: { records: [{ id: 'r', name: 'x' }] } }, 'mutation.submit'],
  ['search', '{ search(input: {parameters: {name: "x"}}) { totalCount } }', undefined, 'query.search'],
  ['entity', '{ entity(input: {id: "E"}) { entity { id } } }', undefined, 'query.entity'],
  ['entities', '{ entities(input: {}) { after } }', undefined, 'query.entity'],
  ['entityByRecord', '{ entityByRecord(input: {id: "r"}) { entity { id } } }', undefined, 'query.entity'],
  ['metrics', '{ metrics { assemblyStatus { state } } }', undefined, 'query.metrics'],
  ['ruleChange', '{ ruleChange { state } }', undefined, 'query.rules'],
  ['explain', '{ explain(input: {a: "r", b: "s"}) { together } }', undefined, 'query.entity'],
  [
    'submitWithPreview',
    'mutation { submitWithPreview(input: {records: [{id: "r", name: "x"}], dryRun: true}) { entities { id } } }',
    undefined,
    'mutation.submit',
  ],
  [
    'disassemble',
    'mutation { disassemble(input: {recordIDs: ["r"]}) { triggered } }',
    undefined,
    'mutation.disassemble',
  ],
  [
    'removeConnectionBan',
    `mutation { removeConnectionBan(input: {
      reference: "R", entityID: "E", others: ["F"], meta: {user: "u", reason: "r"}
    }) { removed } }`,
    undefined,
    'mutation.removeConnectionBan',
  ],
  ['continueRuleChange', 'mutation { continueRuleChange(input: {to: "next"}) { state } }', undefined, 'mutation.rules'],
  ['rollBackRuleChange', 'mutation { rollBackRuleChange { state } }', undefined, 'mutation.rules'],
  ['setRuleChangePace', 'mutation { setRuleChangePace(input: {paused: true}) { state } }', undefined, 'mutation.rules'],
  [
    'link',
    'mutation { link(input: {a: "r", b: "s", user: "u", reason: "w"}) { triggered } }',
    undefined,
    'mutation.review',
  ],
  [
    'separate',
    'mutation { separate(input: {a: "r", b: "s", user: "u", reason: "w"}) { triggered } }',
    undefined,
    'mutation.review',
  ],
  ['undoDecision', 'mutation { undoDecision(input: {id: "D"}) { triggered } }', undefined, 'mutation.review'],
  ['decisions', '{ decisions(input: {}) { after } }', undefined, 'query.review'],
  ['history', '{ history(input: {recordID: "r"}) { after } }', undefined, 'query.review'],
  ['reviews', '{ reviews(input: {}) { after } }', undefined, 'query.review'],
  [
    'skipReview',
    'mutation { skipReview(input: {a: "r", b: "s", user: "u"}) { triggered } }',
    undefined,
    'mutation.review',
  ],
  ['takeReviews', 'mutation { takeReviews(input: {user: "u"}) { reviews { id } } }', undefined, 'mutation.review'],
  ['releaseReviews', 'mutation { releaseReviews(input: {user: "u"}) { released } }', undefined, 'mutation.review'],
  [
    'assignReview',
    'mutation { assignReview(input: {a: "r", b: "s", to: "t", user: "u"}) { review { id } } }',
    undefined,
    'mutation.review',
  ],
  ['statistics', '{ statistics { scan { records } } }', undefined, 'query.review'],
  ['refreshStatistics', 'mutation { refreshStatistics { scan { records } } }', undefined, 'mutation.rules'],
] as const;

/** The answer to a request without a scope that it needs. */
function expectDenied(
  { codes, errors }: Pick<Awaited<ReturnType<ReturnType<typeof createTestApi>['ask']>>, 'codes' | 'errors'>,
  scope: string,
): void {
  expect(codes).toEqual(['FORBIDDEN']);
  expect(errors[0]?.message).toBe(`access denied, required privilege: ${scope}`);
}

const matrix = requests.flatMap(([field, query, variables, needed]) =>
  scopesOf('svc').all.map((scope) => [field, scope, scope === `svc/${needed}`, query, variables, needed] as const),
);

describe('scopes', () => {
  it('are tried for every operation', () => {
    expect(requests.map(([name]) => name as string).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  it.each(matrix)('%s with %s: %s', async (field, scope, allowed, query, variables, needed) => {
    const { ask, resolution, ruleChanges } = createTestApi();

    const { data, errors, codes } = await ask(query, variables, { scope });

    if (allowed) {
      expect(errors).toEqual([]);
      expect(data[field]).toBeDefined();
    } else {
      expectDenied({ codes, errors }, `svc/${needed}`);
      expect(errors[0]?.path).toEqual([field]);
      expect(data).toBeNull();
      expect(resolution.submitted).toEqual([]);
      expect(resolution.searches).toEqual([]);
      expect(ruleChanges.asked).toEqual([]);
    }
  });

  it.each([[undefined], [''], [' '], ['svc/mutation.submitX'], ['mutation.submit'], ['SVC/MUTATION.SUBMIT']])(
    'refuses a token whose scope is %j',
    async (scope) => {
      const { ask, resolution } = createTestApi();

      const { codes } = await ask(SUBMIT, { input: { records: [{ id: 'r', name: 'x' }] } }, { scope });

      expect(codes).toEqual(['FORBIDDEN']);
      expect(resolution.submitted).toEqual([]);
    },
  );

  it('cannot be got around by an alias or a fragment', async () => {
    const { ask } = createTestApi();

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
    const { ask } = createTestApi();

    const { data } = await ask('{ __type(name: "Record") { name } }', undefined, { scope: undefined });

    expect(data.__type.name).toBe('Record');
  });
});

describe('a record field with a privilege', () => {
  const READ = '{ entity(input: {id: "E"}) { entity { records { id hidden: secret } } } }';
  const entity = new FakeEntity('E', [{ id: 'r', secret: 'cat' }]);

  it('reads its value for those who hold the scope and null for others', async () => {
    const { ask, resolution } = createTestApi();
    resolution.entities = [entity];

    const holder = await ask(READ, undefined, { scope: 'svc/query.entity svc/record.secret' });
    const other = await ask(READ, undefined, { scope: 'svc/query.entity' });

    expect(holder.data.entity.entity.records).toEqual([{ id: 'r', hidden: 'cat' }]);
    expect(other.data.entity.entity.records).toEqual([{ id: 'r', hidden: null }]);
  });

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

  it.each([
    ['submitted', SUBMIT, { input: { records: [{ id: 'r', name: 'x', secret: 'guess' }] } }],
    [
      'searched',
      'query ($input: SearchInput!) { search(input: $input) { totalCount } }',
      { input: { parameters: { secret: 'guess' } } },
    ],
  ])('cannot be %s by others', async (_how, query, variables) => {
    const { ask, resolution } = createTestApi();

    const { errors, codes } = await ask(query, variables);

    expectDenied({ codes, errors }, 'svc/record.secret');
    expect(resolution.submitted).toEqual([]);
    expect(resolution.searches).toEqual([]);
  });

  it('can be submitted by those who hold the scope, and by others when it is left out', async () => {
    const { ask, resolution } = createTestApi();

    await ask(
      SUBMIT,
      { input: { records: [{ id: 'r', secret: 'x' }] } },
      { scope: 'svc/mutation.submit svc/record.secret' },
    );
    await ask(SUBMIT, { input: { records: [{ id: 's', name: 'x' }] } });

    expect(resolution.submitted).toEqual([[{ id: 'r', secret: 'x' }], [{ id: 's', name: 'x' }]]);
  });

  it('is refused in an explanation when the rules read it', async () => {
    const { ask, resolution } = createTestApi();
    Object.assign(resolution, { pathsRead: [['name'], ['secret']] });

    const { codes, errors } = await ask('{ explain(input: {a: "r", b: "s"}) { together } }');

    expectDenied({ codes, errors }, 'svc/record.secret');
    expect(resolution.questions).toEqual([]);
  });

  it.each([
    [
      'considered',
      'search(input: {parameters: {name: "x"}, considerRecords: [{field: "secret", isNull: true}]}) { totalCount }',
    ],
    ['previewed', 'submitWithPreview(input: {records: [{id: "r", secret: "x"}], dryRun: true}) { entities { id } }'],
  ])('cannot be %s by others', async (how, field) => {
    const { ask, resolution } = createTestApi();

    const { codes } = await ask(`${how === 'previewed' ? 'mutation' : 'query'} { ${field} }`);

    expect(codes).toEqual(['FORBIDDEN']);
    expect([resolution.searches, resolution.previews]).toEqual([[], []]);
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
    expect([resolution.submitted, resolution.previews, resolution.searches]).toEqual([[], [], []]);
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
