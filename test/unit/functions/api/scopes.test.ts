import { describe, expect, it } from '@jest/globals';
import { scopesOf } from '../../../../functions/core/scopes.ts';
import { createTestApi, recordSchema, SUBMIT } from './exchange.ts';
import { FakeEntity } from './fake-resolution.ts';

const requests = [
  ['submit', SUBMIT, { input: { records: [{ id: 'r', name: 'x' }] } }, 'mutation.submit'],
  ['search', '{ search(input: {parameters: {name: "x"}}) { totalCount } }', undefined, 'query.search'],
  ['entity', '{ entity(input: {id: "E"}) { entity { id } } }', undefined, 'query.entity'],
  ['entityByRecord', '{ entityByRecord(input: {id: "r"}) { entity { id } } }', undefined, 'query.entity'],
  ['metrics', '{ metrics { assemblyStatus { state } } }', undefined, 'query.metrics'],
] as const;

const matrix = requests.flatMap(([field, query, variables, needed]) =>
  scopesOf('svc').all.map((scope) => [field, scope, scope === `svc/${needed}`, query, variables, needed] as const),
);

describe('scopes', () => {
  it.each(matrix)('%s with %s: %s', async (field, scope, allowed, query, variables, needed) => {
    const { ask, resolution } = createTestApi();

    const { data, errors, codes } = await ask(query, variables, { scope });

    if (allowed) {
      expect(errors).toEqual([]);
      expect(data[field]).toBeDefined();
    } else {
      expect(errors.map((error) => error.message)).toEqual([`access denied, required privilege: svc/${needed}`]);
      expect(codes).toEqual(['FORBIDDEN']);
      expect(errors[0]?.path).toEqual([field]);
      expect(data).toBeNull();
      expect(resolution.submitted).toEqual([]);
      expect(resolution.searches).toEqual([]);
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

  it('is refused to others where null is not allowed', async () => {
    const { ask, resolution } = createTestApi({
      recordSchema: {
        sdl: recordSchema.sdl.replace('secret: String @has', 'secret: String! @has'),
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

    expect(codes).toEqual(['FORBIDDEN']);
    expect(errors[0]?.message).toBe('access denied, required privilege: svc/record.secret');
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

    expect(codes).toEqual(['FORBIDDEN']);
    expect(errors[0]?.message).toBe('access denied, required privilege: svc/record.secret');
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
