import { describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { defaultLimits } from '../../../../src/graphql/limits.ts';
import { createTestApi, SUBMIT } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

describe('limits of a query', () => {
  it.each([
    ['1,000 nested fields', `{ a ${nested('{ a ', '}', 1_000)} }`, 'QUERY_TOO_DEEP'],
    ['21 nested fields', `{ a ${nested('{ a ', '}', 20)} }`, 'QUERY_TOO_DEEP'],
    ['1,000 nested lists in an argument', `{ entity(input: ${nested('[', ']', 1_000)}) { a } }`, 'QUERY_TOO_DEEP'],
    ['100,000 opening brackets', '{'.repeat(100_000), 'QUERY_TOO_DEEP'],
    [
      '10,000 aliases',
      `{ ${Array.from({ length: 10_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
      'TOO_MANY_TOKENS',
    ],
    [
      '10,000 aliases by fragments',
      `{ metrics { ...F0 } } ${Array.from({ length: 4 }, (_, i) => `fragment F${i} on Metrics { ${`...F${i + 1} `.repeat(10)} }`).join(' ')} fragment F4 on Metrics { a: __typename }`,
      'TOO_MANY_ALIASES',
    ],
    [
      '3,000 aliases',
      `{ ${Array.from({ length: 3_000 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
      'TOO_MANY_ROOT_FIELDS',
    ],
    [
      '101 aliases below the top level',
      `{ metrics { ${Array.from({ length: 101 }, (_, i) => `a${i}: __typename`).join(' ')} } }`,
      'TOO_MANY_ALIASES',
    ],
    ['21 root fields', `{ ${Array.from({ length: 21 }, () => '__typename').join(' ')} }`, 'TOO_MANY_ROOT_FIELDS'],
    [
      'root fields in a fragment',
      `{ ...F } fragment F on Query { ${'__typename '.repeat(21)} }`,
      'TOO_MANY_ROOT_FIELDS',
    ],
    [
      'a million introspected fields, one by one',
      `{ __schema { types { ${'name '.repeat(1_000_000)} } } }`,
      'TOO_MANY_TOKENS',
    ],
    [
      'a million introspected fields, by fragments',
      `{ __schema { types { ...F0 } } } ${Array.from({ length: 6 }, (_, i) => `fragment F${i} on __Type { ${`...F${i + 1} `.repeat(10)} }`).join(' ')} fragment F6 on __Type { name }`,
      'TOO_MANY_FIELDS',
    ],
    [
      'a thousand introspected fields again and again',
      `{ __schema { ${'types { name } '.repeat(1_001)} } }`,
      'TOO_MANY_FIELDS',
    ],
    [
      'fragments that double 60 times',
      `{ metrics { ...F0 } } ${Array.from({ length: 60 }, (_, i) => `fragment F${i} on Metrics { ...F${i + 1} ...F${i + 1} }`).join(' ')} fragment F60 on Metrics { __typename }`,
      'TOO_MANY_FIELDS',
    ],
    [
      'introspection that leads through lists again and again',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'circular fragments',
      '{ metrics { ...A } } fragment A on Metrics { ...B } fragment B on Metrics { ...A }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a fragment that spreads itself',
      '{ metrics { ...A } } fragment A on Metrics { assemblyStatus { state } ...A }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('refuse %s before anything is executed', async (_what, query, code) => {
    const { ask, resolution } = createTestApi();

    const answer = await ask(query);

    expect(answer.codes.length).toBeGreaterThan(0);
    expect(new Set(answer.codes)).toEqual(new Set([code]));
    expect(answer.data).toBeUndefined();
    expect(resolution.searches).toEqual([]);
  });

  it('let the usual introspection query through', async () => {
    const { ask } = createTestApi();

    const { data, errors } = await ask(getIntrospectionQuery());

    expect(errors).toEqual([]);
    expect(data.__schema.types.length).toBeGreaterThan(10);
  });

  it('do not count what travels in variables', async () => {
    const { ask, resolution } = createTestApi();
    const records = Array.from({ length: 1_000 }, (_, i) => ({ id: `r${i}`, name: 'x', emails: ['a', 'b', 'c'] }));

    const { errors } = await ask(SUBMIT, { input: { records } });

    expect(errors).toEqual([]);
    expect(resolution.submitted[0]).toHaveLength(1_000);
  });

  it('can be set', async () => {
    const { ask } = createTestApi({ limits: { ...defaultLimits, maxDepth: 3 } });

    const { codes } = await ask('{ entity(input: {id: "E"}) { entity { records { id } } } }');

    expect(codes).toEqual(['QUERY_TOO_DEEP']);
  });
});

describe('limits of a body', () => {
  it.each([
    ['text', (body: string) => ({ body })],
    ['base64', (body: string) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })],
  ])('refuse 10 MB of %s with status 413', async (_how, encode) => {
    const { send } = createTestApi();
    const body = JSON.stringify({ query: SUBMIT, variables: { input: { records: [{ id: 'x'.repeat(10_000_000) }] } } });

    const answer = await send(encode(body));

    expect(answer.status).toBe(413);
    expect(answer.codes).toEqual(['REQUEST_TOO_LARGE']);
    expect(answer.errors[0]?.message).toContain(`the limit is ${defaultLimits.maxRequestBytes}`);
  });

  it('count bytes, not characters', async () => {
    const limits = { ...defaultLimits, maxRequestBytes: 1_100 };
    const { send } = createTestApi({ limits });

    const answer = await send({ body: JSON.stringify({ query: `# ${'€'.repeat(500)}\n{ __typename }` }) });

    expect(answer.codes).toEqual(['REQUEST_TOO_LARGE']);
  });

  it.each([1_000, 1_000_000])('refuse a variable that nests %d levels deep', async (levels) => {
    const { send } = createTestApi();
    const value = nested('[', ']', levels);

    const answer = await send({ body: `{"query":"{ __typename }","variables":{"x":${value}}}` });

    expect(answer.status).toBe(400);
    expect(answer.codes).toEqual(['BAD_REQUEST']);
  });

  it('do not count brackets inside a text', async () => {
    const { send } = createTestApi();
    const text = `${'{['.repeat(1_000)} \\" ${'['.repeat(1_000)}`;

    const answer = await send({ body: JSON.stringify({ query: '{ __typename }', variables: { x: text } }) });

    expect(answer.errors).toEqual([]);
  });
});

describe('the limit of an answer', () => {
  const limits = { ...defaultLimits, maxAnswerBytes: 20_000 };
  const READ = '{ entity(input: {id: "E"}) { entity { records { id name } } } }';
  // Quotes are escaped twice on the way out: in the body and in the payload that carries the body.
  const entity = new FakeEntity(
    'E',
    Array.from({ length: 600 }, (_, i) => ({ id: `r${i}`, name: '"quoted"' })),
  );

  it('is told with the size and what to do', async () => {
    const { ask, resolution } = createTestApi({ limits });
    resolution.entities = [entity];

    const answer = await ask(READ);

    expect(answer.codes).toEqual(['RESPONSE_TOO_LARGE']);
    expect(answer.errors[0]?.message).toMatch(/^the answer has \d{5} bytes, and at most 20000 can be sent$/);
    expect(answer.errors[0]?.extensions.hint).toContain('select fewer fields');
    expect(answer.data).toBeUndefined();
  });

  it('counts the bytes that leave the function, so that gzip helps', async () => {
    const { ask, resolution } = createTestApi({ limits });
    resolution.entities = [entity];

    const answer = await ask(READ, undefined, {
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    });

    expect(answer.errors).toEqual([]);
    expect(answer.data.entity.entity.records).toHaveLength(600);
  });

  it('says that a mutation was carried out all the same', async () => {
    const { ask, resolution } = createTestApi({ limits });
    const records = Array.from({ length: 400 }, (_, i) => ({ id: `r${i}`, name: 'x' }));

    const answer = await ask(SUBMIT, { input: { records } });

    expect(answer.errors[0]?.message).toContain('the mutation itself was carried out');
    expect(resolution.submitted).toHaveLength(1);
  });
});
