import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApi } from '../../functions/api/api.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import { chooseRules, type DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { loadDeployment } from '../../src/runtime/configuration/deployment.ts';
import { apiEvent, RecordingLog, read, SUBMIT } from '../unit/functions/api/exchange.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const example = join('examples', 'people');

const stores = await storesHere();

describe.each(stores)('the API on the %s engine', (_name, open) => {
  let engine: OpenedStore;
  let deployment: DeployedRules;
  let ask: (query: string, variables?: unknown, headers?: Record<string, string>) => Promise<ReturnType<typeof read>>;

  beforeAll(async () => {
    engine = await open();
    deployment = await loadDeployment(join(example, 'rule-config.json'), join(example, 'schema.graphqls'));
    const api = createApi({
      resolution: createResolution({ store: engine.store, ...(await chooseRules(engine.store, deployment)) }),
      ruleChanges: createRuleChanges({ store: engine.store, table: engine.table, deployed: deployment }),
      recordSchema: deployment.recordSchema,
      serviceIdentifier: 'svc',
      log: new RecordingLog(),
    });
    ask = async (query, variables, headers = {}) =>
      read(
        await api(
          apiEvent({
            body: JSON.stringify({ query, variables }),
            headers: { 'content-type': 'application/json', ...headers },
          }),
        ),
      );
  });
  afterAll(() => engine.end());

  const ada = {
    id: 'a1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    dateOfBirth: '1975-12-10',
    email: 'ada@example.org',
    phone: '07700 900070',
    street: '12 St James Square',
    city: 'London',
    postcode: 'SW1Y 4JH',
  };
  const submit = (...records: object[]) => ask(SUBMIT, { input: { records } });
  const ALL = 'entity { id records { id firstName } edges duplicates hits score consistency hitScore }';

  it('links what belongs together and finds it at once', async () => {
    const first = await submit(ada);
    const second = await submit(
      { ...ada, id: 'a2', phone: null },
      { id: 'b1', firstName: 'Glen', email: 'glen@example.com' },
    );

    expect([...first.errors, ...second.errors]).toEqual([]);
    const [entityOfAda, entityOfGlen] = second.data.submit.records.map(
      ({ entityID }: { entityID: string }) => entityID,
    );
    expect(entityOfAda).toBe(first.data.submit.records[0].entityID);
    expect(entityOfGlen).not.toBe(entityOfAda);

    const found = await ask(
      'query ($input: SearchInput!) { search(input: $input) { totalCount entities { id hits hitScore records { id } } } }',
      { input: { parameters: { email: 'ada@example.org' } } },
    );
    expect(found.errors).toEqual([]);
    expect(found.data.search.totalCount).toBe(1);
    expect(found.data.search.entities[0].id).toBe(entityOfAda);
    expect(Object.keys(found.data.search.entities[0].hits)).toEqual(['a1', 'a2']);
    expect(found.data.search.entities[0].hitScore).toBeGreaterThan(0);
  });

  it('answers the entity by its id and by each of its records', async () => {
    const { data: byRecord } = await ask(`{ entityByRecord(input: {id: "a2"}) { ${ALL} } }`);
    const { entity } = byRecord.entityByRecord;
    const { data: byID } = await ask(`query ($id: ID!) { entity(input: {id: $id}) { ${ALL} } }`, { id: entity.id });

    expect(byID.entity.entity).toEqual(entity);
    expect(entity.records.map(({ id }: { id: string }) => id)).toEqual(['a1', 'a2']);
    expect(entity.edges.every((edge: string) => edge.startsWith('a1:a2:'))).toBe(true);
    expect(entity.hits).toEqual({});
    for (const score of [entity.score, entity.consistency, entity.hitScore]) {
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('takes an identical record again, and refuses a changed one', async () => {
    const again = await submit(ada);
    const changed = await submit({ ...ada, firstName: 'Grace' });

    expect(again.data.submit).toMatchObject({ recordsAdded: 1, records: [{ id: 'a1', outcome: 'UNCHANGED' }] });
    expect(changed.codes).toEqual(['RECORD_EXISTS']);
    expect(changed.errors[0]?.path).toEqual(['submit', 'input', 'records', 0]);
  });

  it.each([
    ['an id with a colon', [{ id: 'a:b', email: 'x@example.org' }], 0, 'RECORD_ID_INVALID'],
    ['an empty id', [{ id: '', email: 'x@example.org' }], 0, 'RECORD_ID_MISSING'],
    ['a blank id', [{ id: ' \u00a0', email: 'x@example.org' }], 0, 'RECORD_ID_MISSING'],
    ['an empty payload', [{ id: 'c1', email: null }], 0, 'RECORD_EMPTY'],
    [
      'two records with one id',
      [
        { id: 'c1', email: 'x@example.org' },
        { id: 'c1', email: 'y@example.org' },
      ],
      1,
      'RECORD_CONFLICT',
    ],
  ])('refuses %s, and stores nothing of the request', async (_what, records, index, code) => {
    const answer = await submit({ id: 'good', email: 'good@example.org' }, ...records);
    const good = await ask('{ entityByRecord(input: {id: "good"}) { entity { id } } }');

    expect(answer.codes).toEqual([code]);
    expect(answer.errors[0]?.path).toEqual(['submit', 'input', 'records', index + 1]);
    expect(good.data).toEqual({ entityByRecord: { entity: null } });
  });

  it.each([
    ['no value', { parameters: {} }, 'NO_SEARCH_VALUE'],
    ['only null', { parameters: { email: null } }, 'NO_SEARCH_VALUE'],
    ['unknown rules', { parameters: { email: 'x' }, searchRules: 'nope' }, 'UNKNOWN_SEARCH_RULES'],
  ])('refuses a search with %s', async (_what, input, code) => {
    const answer = await ask('query ($input: SearchInput!) { search(input: $input) { totalCount } }', { input });

    expect(answer.codes).toEqual([code]);
    expect(answer.errors[0]?.path).toEqual(['search']);
  });

  it('tells the size of an answer that does not fit through the gateway, and compresses it for those who accept that', async () => {
    const street = 'Long Street '.repeat(6_000);
    for (let batch = 0; batch < 3; batch++) {
      const records = Array.from({ length: 34 }, (_, index) => ({
        id: `long${batch}-${index}`,
        firstName: 'Long',
        email: 'long@example.org',
        street,
      }));
      const { errors } = await submit(...records);
      expect(errors).toEqual([]);
    }
    const query = '{ entityByRecord(input: {id: "long0-0"}) { entity { id records { id street } } } }';

    const plain = await ask(query);
    const compressed = await ask(query, undefined, { 'accept-encoding': 'gzip' });
    const less = await ask(query.replace('street', ''));

    expect(plain.codes).toEqual(['RESPONSE_TOO_LARGE']);
    expect(plain.errors[0]?.message).toMatch(/^the answer has 7\d{6} bytes, and at most 6289408 can be sent$/);
    expect(plain.errors[0]?.extensions.hint).toMatch(/select fewer fields/);
    expect(compressed.errors).toEqual([]);
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.data.entityByRecord.entity.records).toHaveLength(102);
    expect(compressed.data.entityByRecord.entity.records[101].street).toBe(street);
    expect(less.data.entityByRecord.entity.records).toHaveLength(102);
  });

  it('is ready when nothing is unfinished', async () => {
    const { data } = await ask('{ metrics { assemblyStatus { state estimatedTimeRemaining } } }');

    expect(data.metrics.assemblyStatus).toEqual({ state: 'READY', estimatedTimeRemaining: null });
  });
});
