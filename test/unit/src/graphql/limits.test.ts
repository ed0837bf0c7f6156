import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  type GraphQLScalarType,
  GraphQLSchema,
  getIntrospectionQuery,
  parseConstValue,
  printSchema,
  validateSchema,
} from 'graphql';
import { createPrepareDocument, TextCache } from '../../../../src/graphql/documents/prepare.ts';
import { defaultLimits } from '../../../../src/graphql/limits.ts';
import { objectTypes } from '../../../../src/graphql/operations/registry.ts';
import {
  AnyScalar,
  DateScalar,
  HitsScalar,
  MapScalar,
  StringMapScalar,
  TimeScalar,
} from '../../../../src/graphql/scalars.ts';
import { buildApiSchema } from '../../../../src/graphql/schema/build.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import { createTestApi, recordSchema, SUBMIT, type TestApi } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const aliases = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ');
/** So many fragments, each of which spreads the next one so many times. */
const fragments = (type: string, count: number, times: number) =>
  Array.from({ length: count }, (_, i) => `fragment F${i} on ${type} { ${`...F${i + 1} `.repeat(times)}}`).join(' ');

let ask: TestApi['ask'];
let resolution: TestApi['resolution'];
let send: TestApi['send'];
beforeEach(() => {
  ({ ask, resolution, send } = createTestApi());
});

describe('limits of a query', () => {
  it.each([
    ['1,000 nested fields', `{ a ${nested('{ a ', '}', 1_000)} }`, 'QUERY_TOO_DEEP'],
    ['21 nested fields', `{ a ${nested('{ a ', '}', 20)} }`, 'QUERY_TOO_DEEP'],
    ['1,000 nested lists in an argument', `{ entity(input: ${nested('[', ']', 1_000)}) { a } }`, 'QUERY_TOO_DEEP'],
    ['100,000 opening brackets', '{'.repeat(100_000), 'QUERY_TOO_DEEP'],
    ['10,000 aliases', `{ ${aliases(10_000)} }`, 'TOO_MANY_TOKENS'],
    [
      '10,000 aliases by fragments',
      `{ metrics { ...F0 } } ${fragments('Metrics', 4, 10)} fragment F4 on Metrics { a: __typename }`,
      'TOO_MANY_ALIASES',
    ],
    ['3,000 aliases', `{ ${aliases(3_000)} }`, 'TOO_MANY_ROOT_FIELDS'],
    ['101 aliases below the top level', `{ metrics { ${aliases(101)} } }`, 'TOO_MANY_ALIASES'],
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
      `{ __schema { types { ...F0 } } } ${fragments('__Type', 6, 10)} fragment F6 on __Type { name }`,
      'TOO_MANY_FIELDS',
    ],
    [
      'a thousand introspected fields again and again',
      `{ __schema { ${'types { name } '.repeat(1_001)} } }`,
      'TOO_MANY_FIELDS',
    ],
    [
      'fragments that double 60 times',
      `{ metrics { ...F0 } } ${fragments('Metrics', 60, 2)} fragment F60 on Metrics { __typename }`,
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
    const answer = await ask(query);

    expect(answer.codes.length).toBeGreaterThan(0);
    expect(new Set(answer.codes)).toEqual(new Set([code]));
    expect(answer.data).toBeUndefined();
    expect(resolution.asked('search')).toEqual([]);
  });

  it('let the usual introspection query through', async () => {
    const { data, errors } = await ask(getIntrospectionQuery());

    expect(errors).toEqual([]);
    expect(data.__schema.types.length).toBeGreaterThan(10);
  });

  it('do not count what travels in variables', async () => {
    const records = Array.from({ length: 1_000 }, (_, i) => ({ id: `r${i}`, name: 'x', emails: ['a', 'b', 'c'] }));

    const { errors } = await ask(SUBMIT, { input: { records } });

    expect(errors).toEqual([]);
    expect(resolution.asked('submit')[0]).toHaveLength(1_000);
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
    const value = nested('[', ']', levels);

    const answer = await send({ body: `{"query":"{ __typename }","variables":{"x":${value}}}` });

    expect(answer.status).toBe(400);
    expect(answer.codes).toEqual(['BAD_REQUEST']);
  });

  it('do not count brackets inside a text', async () => {
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
  beforeEach(() => {
    ({ ask, resolution } = createTestApi({ limits }));
    resolution.entities = [entity];
  });

  it('is told with the size and what to do', async () => {
    const answer = await ask(READ);

    expect(answer.codes).toEqual(['RESPONSE_TOO_LARGE']);
    expect(answer.errors[0]?.message).toMatch(/^the answer has \d{5} bytes, and at most 20000 can be sent$/);
    expect(answer.errors[0]?.extensions.hint).toContain('select fewer fields');
    expect(answer.data).toBeUndefined();
  });

  it('counts the bytes that leave the function, so that gzip helps', async () => {
    const answer = await ask(READ, undefined, {
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    });

    expect(answer.errors).toEqual([]);
    expect(answer.data.entity.entity.records).toHaveLength(600);
  });

  it('says that a mutation was carried out all the same', async () => {
    const records = Array.from({ length: 400 }, (_, i) => ({ id: `r${i}`, name: 'x' }));

    const answer = await ask(SUBMIT, { input: { records } });

    expect(answer.errors[0]?.message).toContain('the mutation itself was carried out');
    expect(resolution.asked('submit')).toHaveLength(1);
  });
});

describe('TextCache', () => {
  it('forgets what was used longest ago', () => {
    const cache = new TextCache<number>({ entries: 2, characters: 100 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');

    cache.set('c', 3);

    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  it('bounds the characters of all texts', () => {
    const cache = new TextCache<number>({ entries: 100, characters: 40 });

    for (let i = 0; i < 10; i += 1) cache.set(`${i}`.padEnd(10), i);

    expect(cache.size).toBe(4);
    expect(cache.get('9'.padEnd(10))).toBe(9);
  });

  it('counts a text that is set again once', () => {
    const cache = new TextCache<number>({ entries: 100, characters: 40 });

    for (let i = 0; i < 10; i += 1) cache.set('same      ', i);
    cache.set('other     ', 1);

    expect(cache.size).toBe(2);
    expect(cache.get('same      ')).toBe(9);
  });

  it('does not keep a text that would crowd out the others', () => {
    const cache = new TextCache<number>({ entries: 100, characters: 40 });

    cache.set('x'.repeat(11), 1);

    expect(cache.size).toBe(0);
  });

  it('stays right over any order of use', () => {
    const cache = new TextCache<number>({ entries: 3, characters: 20 });
    const texts = ['a', 'bb', 'ccc', 'dddd', 'eeeee'];

    for (let i = 0; i < 1_000; i += 1) {
      const text = texts[(i * 7 + (i >> 3)) % texts.length]!;
      if (cache.get(text) === undefined) cache.set(text, i);
      expect(cache.size).toBeLessThanOrEqual(3);
      expect(cache.get(text)).toBeDefined();
    }
  });
});

describe('preparing a document', () => {
  const prepare = createPrepareDocument(buildApiSchema(recordSchema, 'svc'), defaultLimits);

  it('parses and validates one text once', () => {
    expect(prepare('{ __typename }')).toBe(prepare('{ __typename }'));
  });

  it('does not keep what is refused', () => {
    expect(prepare('{ nope }')).not.toBe(prepare('{ nope }'));
  });
});

const people = loadRecordSchema(readFileSync('examples/people/schema.graphqls', 'utf8'));

describe.each([
  ['the tests', recordSchema],
  ['examples/people', people],
])('the API schema with the records of %s', (_name, records) => {
  // A function that starts takes the service's own definitions on trust, so this is where they are judged.
  it('is valid', () => {
    const schema = buildApiSchema(records, 'svc');

    expect(validateSchema(new GraphQLSchema({ ...schema.toConfig(), assumeValid: false }))).toEqual([]);
    expect(printSchema(buildSchema(printSchema(schema)))).toBe(printSchema(schema));
  });

  it('has a field for every resolver of its types', () => {
    const schema = buildApiSchema(records, 'svc');
    const fieldsOf = (name: string) => (schema.getType(name) as { getFields?(): object } | undefined)?.getFields?.();

    for (const { name, resolvers } of objectTypes) {
      expect(Object.keys(fieldsOf(name) ?? {})).toEqual(expect.arrayContaining(Object.keys(resolvers)));
    }
  });
});

const literal = (scalar: GraphQLScalarType, text: string) => scalar.coerceInputLiteral?.(parseConstValue(text));
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('Any', () => {
  it.each([[null], ['x'], [1.5], [true], [[1, [null]]], [{ a: { b: [] } }]])('takes and answers %j', (value) => {
    expect(AnyScalar.coerceInputValue(value)).toEqual(value);
    expect(AnyScalar.coerceOutputValue(value)).toEqual(value);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [1n], [() => 1], [Symbol('x')], [new Date(0)], [new Map()]])(
    'refuses what JSON has no form for: %p',
    (value) => {
      expect(() => AnyScalar.coerceOutputValue(value)).toThrow('Any cannot represent');
      expect(() => AnyScalar.coerceInputValue([{ a: value }])).toThrow('Any cannot represent');
    },
  );

  it('makes ordinary objects of those without a prototype', () => {
    const value = Object.assign(Object.create(null), { a: 1 });

    expect(Object.getPrototypeOf(AnyScalar.coerceInputValue(value))).toBe(Object.prototype);
  });

  it('reads literals of a query', () => {
    expect(literal(AnyScalar, '{a: [1, -2.5, "x", true, null, {b: {}}]}')).toEqual({
      a: [1, -2.5, 'x', true, null, { b: {} }],
    });
  });

  it.each([
    ['RED', 'an enum value'],
    ['[12345678901234567890]', 'exactly'],
    ['{__proto__: 1}', '__proto__'],
  ])('refuses the literal %s', (text, message) => {
    expect(() => literal(AnyScalar, text)).toThrow(message);
  });

  it('bounds how deep values nest', () => {
    expect(AnyScalar.coerceInputValue(deep(60))).toEqual(deep(60));
    expect(() => AnyScalar.coerceInputValue(deep(100))).toThrow('levels deep');
  });

  it('refuses a field that would replace a prototype', () => {
    expect(() => AnyScalar.coerceInputValue(JSON.parse('{"a": {"__proto__": {"x": 1}}}'))).toThrow('__proto__');
  });

  it('keeps fields that are named like members of every object', () => {
    expect(AnyScalar.coerceInputValue({ constructor: 1, toString: 'x' })).toEqual({ constructor: 1, toString: 'x' });
  });
});

describe('Map and StringMap', () => {
  it('take objects', () => {
    expect(MapScalar.coerceInputValue({ a: [1] })).toEqual({ a: [1] });
    expect(literal(StringMapScalar, '{a: "x"}')).toEqual({ a: 'x' });
  });

  it.each([[[]], ['x'], [1], [null], [undefined]])('refuse %j', (value) => {
    expect(() => MapScalar.coerceInputValue(value)).toThrow('Map cannot represent');
    expect(() => StringMapScalar.coerceOutputValue(value)).toThrow('StringMap cannot represent');
  });

  it.each([[1], [null], [{}]])('StringMap refuses a value that is %j', (value) => {
    expect(() => StringMapScalar.coerceInputValue({ name: value })).toThrow('the value of "name"');
  });
});

describe('Time', () => {
  it.each([
    ['2024-02-29T12:00:00Z'],
    ['2024-02-29t12:00:00.123456789z'],
    ['2024-02-29 23:59:59+05:30'],
    ['0000-01-01T00:00:00-23:59'],
    ['2024-02-29T12:00:00'],
    ['2024-02-29T12:00:00.5'],
  ])('takes %s and keeps it as it is', (text) => {
    expect(TimeScalar.coerceInputValue(text)).toBe(text);
    expect(TimeScalar.coerceOutputValue(text)).toBe(text);
    expect(literal(TimeScalar, JSON.stringify(text))).toBe(text);
  });

  it.each([
    ['2023-02-29T12:00:00Z'],
    ['2024-13-01T12:00:00Z'],
    ['2024-00-01T12:00:00Z'],
    ['2024-01-00T12:00:00Z'],
    ['2024-01-01T24:00:00Z'],
    ['2024-01-01T12:60:00Z'],
    ['2024-01-01T12:00:60Z'],
    ['2024-01-01T12:00:00+24:00'],
    ['2024-01-01T12:00:00+0100'],
    ['2024-01-01T12:00Z'],
    ['2024-01-01'],
    ['2024-01-01T12:00:00Z\n'],
    [''],
    [1_700_000_000],
    [null],
    [new Date(0)],
  ])('refuses %j', (value) => {
    expect(() => TimeScalar.coerceInputValue(value)).toThrow('Time cannot represent');
  });

  it('refuses literals that are no text', () => {
    expect(() => literal(TimeScalar, '2024')).toThrow('Time cannot represent');
  });
});

describe('Date', () => {
  it.each([['2024-02-29'], ['2000-02-29'], ['0001-12-31']])('takes %s', (text) => {
    expect(DateScalar.coerceInputValue(text)).toBe(text);
    expect(literal(DateScalar, JSON.stringify(text))).toBe(text);
  });

  it.each([
    ['1900-02-29'],
    ['2024-04-31'],
    ['2024-1-1'],
    ['24-01-01'],
    ['2024-01-01T00:00:00Z'],
    [' 2024-01-01'],
    [20240101],
  ])('refuses %j', (value) => {
    expect(() => DateScalar.coerceInputValue(value)).toThrow('Date cannot represent');
  });
});

describe('Hits', () => {
  it('leaves the service as it is and is never an input', () => {
    const hits = { r: ['RULE'] };

    expect(HitsScalar.coerceOutputValue(hits)).toBe(hits);
    expect(() => HitsScalar.coerceInputValue(hits)).toThrow('Hits is never an input');
    expect(() => literal(HitsScalar, '{}')).toThrow('Hits is never an input');
  });
});
