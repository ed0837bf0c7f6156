import { beforeEach, describe, expect, it } from '@jest/globals';
import { defaultLimits } from '../../../../src/graphql/limits.ts';
import { createLoadLedger } from '../../../../src/loads/load-ledger.ts';
import { readLoads } from '../../../../src/loads/load-progress.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { createTestApi, SUBMIT, type TestApi } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

const ENTITY = '{ entity(input: {id: "E1"}) { entity { id } } }';

let ask: TestApi['ask'];
let resolution: TestApi['resolution'];
beforeEach(() => {
  ({ ask, resolution } = createTestApi());
});

describe('submit', () => {
  it('hands plain records to the core and answers what became of each', async () => {
    const record = { id: 'r1', name: 'Zoë 🏃', age: 41, height: 1.7, emails: ['a@b.c'], address: { city: 'Bern' } };

    const { data, errors } = await ask(SUBMIT, { input: { records: [record] } });

    expect(errors).toEqual([]);
    expect(data.submit).toEqual({
      recordsAdded: 1,
      records: [{ id: 'r1', entityID: 'E1', outcome: 'CREATED' }],
    });
    expect(resolution.asked('submit')).toEqual([[record]]);
    expect(Object.getPrototypeOf(resolution.asked('submit')[0]![0])).toBe(Object.prototype);
    expect(Object.getPrototypeOf(resolution.asked('submit')[0]![0]!['address'])).toBe(Object.prototype);
  });

  it('treats null as no value, in nested objects too, but keeps the positions of a list', async () => {
    await ask(SUBMIT, {
      input: { records: [{ id: 'r1', name: null, emails: null, address: { city: null, lines: ['a', null] } }] },
    });

    expect(resolution.asked('submit')).toEqual([[{ id: 'r1', address: { lines: ['a', null] } }]]);
  });

  it('keeps what a Map holds as it came', async () => {
    const attributes = { empty: null, deep: { list: [1, null, 'x'] } };

    await ask(SUBMIT, { input: { records: [{ id: 'r1', attributes, anything: [null] }] } });

    expect(resolution.asked('submit')).toEqual([[{ id: 'r1', attributes, anything: [null] }]]);
  });

  it('takes records that are written in the query', async () => {
    const { errors } = await ask(
      'mutation { submit(input: {records: [{id: "r1", name: null, attributes: {a: [1.5, true, null]}}]}) { recordsAdded } }',
    );

    expect(errors).toEqual([]);
    expect(resolution.asked('submit')).toEqual([[{ id: 'r1', attributes: { a: [1.5, true, null] } }]]);
  });

  it('reads no field from the prototype of what was sent', async () => {
    const { errors } = await ask(SUBMIT, { input: { records: [{ id: 'r1', name: 'x' }] } });

    expect(errors).toEqual([]);
    expect(resolution.asked('submit')).toEqual([[{ id: 'r1', name: 'x' }]]);
    expect(Object.keys(resolution.asked('submit')[0]![0]!)).toEqual(['id', 'name']);
  });

  it('stores fields that are named like members of every object', async () => {
    await ask(SUBMIT, { input: { records: [{ id: 'r1', constructor: 'c', toString: 't' }] } });

    expect(resolution.asked('submit')).toEqual([[{ id: 'r1', constructor: 'c', toString: 't' }]]);
  });

  it('takes numbers as ids, as GraphQL does, and hands them on as text', async () => {
    await ask(SUBMIT, { input: { records: [{ id: 7, name: 'x' }] } });

    expect(resolution.asked('submit')).toEqual([[{ id: '7', name: 'x' }]]);
  });

  it.each([
    ['a record', SUBMIT, { input: { records: [{ id: '1' }, { id: 2 ** 53 }] } }, '$input', ' at .records[1].id'],
    ['an argument', 'query ($id: ID!) { entity(input: {id: $id}) { entity { id } } }', { id: -1e21 }, '$id', ''],
    ['one record instead of a list', SUBMIT, { input: { records: { id: 2 ** 53 } } }, '$input', ' at .records.id'],
  ])('refuses an id that JSON read as another number: %s', async (_, query, variables, variable, where) => {
    const { codes, errors } = await ask(query, variables);

    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(errors[0]!.message).toBe(
      `Variable "${variable}" has invalid value${where}: ID cannot represent a number of so many digits exactly: send it as text`,
    );
    expect(resolution.asked('submit')).toEqual([]);
  });

  it('takes the largest ids that a number holds exactly, and any as text', async () => {
    await ask(SUBMIT, { input: { records: [{ id: 9007199254740991 }, { id: '9007199254740993' }] } });

    expect(resolution.asked('submit')).toEqual([[{ id: '9007199254740991' }, { id: '9007199254740993' }]]);
  });
});

describe('search', () => {
  const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { totalCount entities { id hitScore } } }';

  it('hands on the parameters that have a value and the name of the rules', async () => {
    resolution.entities = [new FakeEntity('E1', [{ id: 'a' }])];

    const { data } = await ask(SEARCH, { input: { parameters: { name: 'x', age: null }, searchRules: 'strict' } });

    expect(resolution.asked('search')).toEqual([{ parameters: { name: 'x' }, searchRules: 'strict' }]);
    expect(data.search).toEqual({ totalCount: 1, entities: [{ id: 'E1', hitScore: 1 }] });
  });

  it.each([[null], [undefined]])('leaves the rules to the core when the name is %s', async (searchRules) => {
    await ask(SEARCH, { input: { parameters: { name: 'x' }, searchRules } });

    expect(resolution.asked('search')).toEqual([{ parameters: { name: 'x' } }]);
  });
});

describe('entity and entityByRecord', () => {
  it('computes only what is selected', async () => {
    const entity = new FakeEntity('E1', [{ id: 'a' }]);
    resolution.entities = [entity];

    await ask('{ entity(input: {id: "E1"}) { entity { id score } } }');

    expect(entity.asked).toEqual(['score']);
  });
});

describe('metrics', () => {
  it('tells of the loads that finished last, however long ago they began', async () => {
    const store = new MemoryStore();
    let time = 0;
    const ledger = createLoadLedger(store, () => ++time);
    await ledger.announce('long', { records: 1, parts: 1, isFinal: true });
    for (let index = 0; index < 25; index++)
      await ledger.announce(`short-${index}`, { records: 0, parts: 0, isFinal: true });
    await ledger.enter({ load: 'long', name: 'a', version: '1' }, 1);
    await ledger.settle({ load: 'long', name: 'a', version: '1' }, { from: 0, stored: 1, refused: 0, finished: true });
    const loads = await readLoads(store, time);
    const others = await resolution.metrics();
    resolution.metrics = async () => ({ ...others, loads });

    const { data } = await ask('{ metrics { loads { id state } } }');

    const listed: { id: string }[] = data.metrics.loads;
    expect(listed.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 19 }, (_, index) => `short-${24 - index}`),
      'long',
    ]);
  });
});

describe('the operation of a request', () => {
  it('is the one that is named', async () => {
    const { data } = await ask(`query A { a: __typename } query B { b: __typename }`, undefined, {
      operationName: 'B',
    });

    expect(data).toEqual({ b: 'Query' });
  });

  it.each([
    ['an unknown name', 'query A { __typename }', 'Nope'],
    ['no name where there are several', 'query A { __typename } query B { __typename }', undefined],
    ['a name that is a member of every object', 'query A { __typename }', '__proto__'],
  ])('is refused for %s', async (_what, query, operationName) => {
    const answer = await ask(query, undefined, operationName === undefined ? {} : { operationName });

    expect(answer.codes).toEqual(['OPERATION_NOT_FOUND']);
    expect(answer.data).toBeUndefined();
  });

  it('is answered from the same document again and again', async () => {
    resolution.entities = [new FakeEntity('E1', [{ id: 'a' }])];

    const answers = [await ask(ENTITY), await ask(ENTITY)];

    expect(answers.map(({ data }) => data.entity.entity.id)).toEqual(['E1', 'E1']);
  });
});

describe('what an entity computes', () => {
  it.each([
    ['recordInsights { count values(field: "name") }', []],
    ['edgeInsights { count }', ['links']],
    ['edgeInsights { matrix { a } }', ['links', 'duplicates']],
    ['links { a }', ['links']],
  ])('is only what %s needs', async (selection, asked) => {
    const entity = new FakeEntity('E1', [{ id: 'a', name: 'x' }]);
    resolution.entities = [entity];

    const { errors } = await ask(`{ entity(input: {id: "E1"}) { entity { ${selection} } } }`);

    expect(errors).toEqual([]);
    expect(entity.asked).toEqual(asked);
  });

  it('is nothing for entities of other pages', async () => {
    const entities = ['E1', 'E2', 'E3'].map((id) => new FakeEntity(id, [{ id }]));
    resolution.entities = entities;

    const { data } = await ask(
      '{ search(input: {parameters: {name: "x"}, page: 2, pageSize: 1}) { totalCount entities { id edges } } }',
    );

    expect(data.search).toEqual({ totalCount: 3, entities: [{ id: 'E2', edges: ['a:b:RULE'] }] });
    expect(entities.map(({ asked }) => asked)).toEqual([[], ['edges'], []]);
  });
});

describe('submitWithPreview', () => {
  it.each([
    ['dryRun: true', true],
    ['dryRun: false', false],
    ['dryRun: null', false],
    ['', false],
  ])('with "%s" asks for a dry run: %j', async (argument, dryRun) => {
    const { data } = await ask(
      `mutation { submitWithPreview(input: {records: [{id: "r", name: "x", age: null}] ${argument}}) { entities { id } } }`,
    );

    expect(data.submitWithPreview).toEqual({ entities: [] });
    expect(resolution.calls('submitWithPreview')).toEqual([[[{ id: 'r', name: 'x' }], { dryRun }]]);
  });
});

describe('entities', () => {
  const ENTITIES =
    'query ($input: EntitiesInput!) { entities(input: $input) { entities { id records { id } } oversized after } }';

  it('answers a page with what follows', async () => {
    resolution.entities = [new FakeEntity('E1', [{ id: 'r1' }, { id: 'r2' }])];
    resolution.oversized = ['E2'];
    resolution.after = 'position';

    const { data, errors } = await ask(ENTITIES, { input: { first: 5, after: 'before', segment: 1, segments: 4 } });

    expect(errors).toEqual([]);
    expect(data.entities).toEqual({
      entities: [{ id: 'E1', records: [{ id: 'r1' }, { id: 'r2' }] }],
      oversized: ['E2'],
      after: 'position',
    });
    expect(resolution.asked('listEntities')).toEqual([
      { first: 5, after: 'before', segment: 1, segments: 4, maxBytes: Math.floor(defaultLimits.maxAnswerBytes / 3) },
    ]);
  });

  it('takes 100 entities from the beginning where nothing else is said, and answers null at the end', async () => {
    const { ask, resolution } = createTestApi({ limits: { ...defaultLimits, maxAnswerBytes: 3_000 } });

    const { data } = await ask(ENTITIES, { input: { first: null, after: null, segment: null, segments: null } });

    expect(data.entities).toEqual({ entities: [], oversized: [], after: null });
    expect(resolution.asked('listEntities')).toEqual([
      { first: 100, after: undefined, segment: undefined, segments: undefined, maxBytes: 1_000 },
    ]);
  });
});
