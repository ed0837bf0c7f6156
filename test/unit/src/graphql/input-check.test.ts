import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  coerceInputValue,
  GraphQLEnumType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  parse,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { inputLiteralsRule } from '../../../../src/graphql/documents/input-literals.ts';
import { buildApiSchema } from '../../../../src/graphql/schema/build.ts';
import { createInputReader, valueProblems } from '../../../../src/graphql/schema/input-check.ts';
import { countedReads } from '../../../setup/counted-reads.ts';
import { createTestApi, recordSchema, SUBMIT, type TestApi } from '../../functions/api/exchange.ts';

const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { totalCount } }';
const schema = buildApiSchema(recordSchema, 'svc');
const typeOf = (name: string) => schema.getType(name) as GraphQLInputType;
const readable = createInputReader(schema);

let ask: TestApi['ask'];
let resolution: TestApi['resolution'];
beforeEach(() => {
  ({ ask, resolution } = createTestApi());
});

const unknownKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));

describe('an object of more fields than its type has', () => {
  it('is refused without reading a value of it', () => {
    const { object, reads } = countedReads(unknownKeys(50_000));

    const problems = valueProblems(object, typeOf('SearchParams'), 5);

    expect(problems.map(({ message }) => message)).toEqual([
      `Expected value of type "SearchParams" to have at most ${Object.keys(recordFields()).length} fields, as its type has; found 50000.`,
    ]);
    expect(reads()).toBe(0);
  });

  it.each([
    ['search parameters', SEARCH, { input: { parameters: unknownKeys(50_000) } }, ' at .parameters'],
    ['a record', SUBMIT, { input: { records: [{ id: 'r' }, unknownKeys(50_000)] } }, ' at .records[1]'],
    [
      'an object in a record',
      SUBMIT,
      { input: { records: [{ id: 'r', address: unknownKeys(9) }] } },
      ' at .records[0].address',
    ],
    ['the input', SUBMIT, { input: unknownKeys(50_000) }, ''],
  ])('is one short error: %s', async (_what, query, variables, where) => {
    const { codes, errors, raw } = await ask(query, variables);

    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(errors[0]?.message).toMatch(`has invalid value${where}: Expected value of type`);
    expect(raw.body?.length).toBeLessThan(400);
    expect(resolution.asked('search')).toEqual([]);
  });

  it('may be the value of a scalar that takes objects', async () => {
    const { errors } = await ask(SUBMIT, {
      input: { records: [{ id: 'r', anything: unknownKeys(1_000), attributes: unknownKeys(1_000) }] },
    });

    expect(errors).toEqual([]);
    expect(Object.keys(resolution.asked('submit')[0]![0]!['anything'] as object)).toHaveLength(1_000);
  });
});

describe('mistakes in variables', () => {
  it('are told up to five', async () => {
    const records = Array.from({ length: 50_000 }, (_, i) => ({ id: `r${i}`, nope: 1 }));

    const { errors, codes } = await ask(SUBMIT, { input: { records } });

    expect(codes).toEqual(Array.from({ length: 6 }, () => 'BAD_USER_INPUT'));
    expect(errors.at(-1)?.message).toContain('the first 5 are told');
  });

  it('end the look at the values', () => {
    const rows = Array.from({ length: 1_000 }, () => countedReads({ id: 'r', nope: 1 }));
    const type = new GraphQLList(typeOf('RecordInput'));

    valueProblems(
      rows.map(({ object }) => object),
      type,
      5,
    );

    expect(rows.filter(({ reads }) => reads() > 0)).toHaveLength(5);
  });

  const text = 'x'.repeat(1_000_000);
  const { object: large, reads } = countedReads(
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, text])),
  );

  it.each([
    ['a long name', { id: 'r', [text]: 1 }],
    ['an unknown field beside a long text', { id: 'r', nmae: 1, secret: text }],
    ['a long text for a number', { id: 'r', age: text }],
    ['a list for a text', { id: 'r', name: [text] }],
    ['a missing id beside a long text', { name: text }],
    ['an object for an id', { id: large }],
  ])('do not quote the whole: %s', (_what, record) => {
    const problems = valueProblems(record, typeOf('RecordInput'), 5);

    expect(problems).toHaveLength(1);
    expect(problems[0]!.message.length).toBeLessThan(300);
    expect(reads()).toBe(0);
  });
});

describe('a value of an enum', () => {
  const long = `V${'x'.repeat(200)}`;
  const type = new GraphQLEnumType({ name: 'Long', values: { [long]: {} } });

  it('may have a long name', () => {
    expect(valueProblems(long, type, 5)).toEqual([]);
    expect(valueProblems(`${long}y`, type, 5)).toHaveLength(1);
    expect(valueProblems('x'.repeat(1_000_000), type, 5)[0]!.message.length).toBeLessThan(700);
  });
});

describe('the scope of an operation', () => {
  const bad = { input: { parameters: unknownKeys(50_000) } };

  it('is judged before its variables', async () => {
    const { codes, data, status } = await ask(SEARCH, bad, { scope: 'svc/query.metrics' });

    expect(codes).toEqual(['FORBIDDEN']);
    expect(data).toBeNull();
    expect(status).toBe(200);
  });

  it.each([
    [
      'a fragment',
      'query ($input: SearchInput!) { ...F } fragment F on Query { search(input: $input) { totalCount } }',
    ],
    ['an inline fragment', 'query ($input: SearchInput!) { ... on Query { a: search(input: $input) { totalCount } } }'],
    [
      'a condition that holds',
      'query ($input: SearchInput!, $yes: Boolean = true) { search(input: $input) @include(if: $yes) { totalCount } }',
    ],
  ])('is judged within %s', async (_what, query) => {
    const { codes, errors } = await ask(query, bad, { scope: 'svc/query.metrics' });

    expect(codes).toEqual(['FORBIDDEN']);
    expect(errors[0]?.path).toHaveLength(1);
  });

  it.each([
    ['@skip(if: true)', {}],
    ['@include(if: $no)', {}],
    ['@include(if: $no)', { no: false }],
    ['@skip(if: $yes)', { yes: true }],
  ])('is not needed for a field that %s leaves out', async (directive, variables) => {
    const query = `query ($no: Boolean = false, $yes: Boolean! = true) {
      search(input: {parameters: {name: "x"}}) ${directive} { totalCount }
      metrics @include(if: $yes) @skip(if: $no) { recordCount }
    }`;

    const { errors, data } = await ask(query, variables, { scope: 'svc/query.metrics' });

    expect(errors).toEqual([]);
    expect(data).toEqual({ metrics: { recordCount: 3 } });
  });

  it('is judged for every field of a mutation before the first is carried out', async () => {
    const query = `mutation {
      submit(input: {records: [{id: "r", name: "x"}]}) { recordsAdded }
      disassemble(input: {recordIDs: ["r"]}) { triggered }
    }`;

    const { codes } = await ask(query, undefined, { scope: 'svc/mutation.submit' });

    expect(codes).toEqual(['FORBIDDEN']);
    expect(resolution.asked('submit')).toEqual([]);
  });
});

describe('mistakes in the literals of a document', () => {
  const fields = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `${name(i)}: 1`).join(' ');
  const text = JSON.stringify('x'.repeat(500_000));

  it.each([
    ['unknown fields', `{ search(input: {parameters: {${fields(3_000, (i) => `key${i}`)}}}) { totalCount } }`, 1],
    [
      'unknown fields beside long texts',
      `{ search(input: {parameters: {name: ${text}, secret: ${text}, a1: 1, a2: 1, a3: 1}}) { totalCount } }`,
      3,
    ],
    ['a long text in a list', `{ search(input: {parameters: {name: [${text}]}}) { totalCount } }`, 1],
    ['a long text for a number', `{ search(input: {parameters: {age: ${text}}}) { totalCount } }`, 1],
    [
      'records beside an unknown field',
      `mutation { submit(input: {records: [{id: ${text}}, {id: ${text}}], nope: 1}) { recordsAdded } }`,
      1,
    ],
    [
      'the default of a variable',
      `query ($i: SearchInput! = {${fields(3_000, (i) => `k${i}`)}}) { search(input: $i) { totalCount } }`,
      1,
    ],
  ])('are few and short: %s', async (_what, query, count) => {
    const { codes, raw } = await ask(query);

    expect(codes).toEqual(Array.from({ length: count }, () => 'GRAPHQL_VALIDATION_FAILED'));
    expect(raw.body?.length).toBeLessThan(300 * count);
  });

  it.each([
    ['a name', `{ ${'x'.repeat(100_000)} }`],
    ['a name of a field of an input', `{ search(input: {parameters: {${'x'.repeat(100_000)}: 1}}) { totalCount } }`],
    ['lines', `${'\n'.repeat(100_000)}{ nope }`],
    ['lines at the end', `{ nope }${'\r\n'.repeat(100_000)}`],
    ['lines of a text', `{ search(input: {parameters: {name: """${'\n'.repeat(100_000)}"""}}) { totalCount } }`],
  ])('are not looked for where the query has too much of it: %s', async (_what, query) => {
    const { codes } = await ask(query);

    expect(codes).toEqual(['TOO_MANY_TOKENS']);
  });
});

describe('a verdict on an input', () => {
  const leaf = fc.oneof(
    fc.constantFrom('', 'r', 'ASC', 'asc', '2024-02-29', '2024-02-29T00:00:00Z', 'x'.repeat(200)),
    fc.constantFrom(0, 1, -1, 1.5, 2 ** 31, 2 ** 53 - 1, 1e21),
    fc.boolean(),
    fc.constant(null),
  );
  const names = [
    'id',
    'name',
    'age',
    'height',
    'emails',
    'address',
    'anything',
    'attributes',
    'labels',
    'seen',
    'born',
  ];
  const anyName = fc.constantFrom(...names, 'city', 'lines', 'constructor', 'toString', '__proto__', 'nope', 'records');
  const { value: anyInput } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(anyName, tie('value')), { maxLength: 6 }).map((entries) => {
        const object = {};
        for (const [name, value] of entries) {
          Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
        }
        return object;
      }),
    ),
  }));
  const types = ['RecordInput', 'SearchParams', 'SubmitInput', 'SearchInput', 'FilterCondition', 'SortCriteria'];

  it('is that of graphql-js: of values', () => {
    const verdicts = new Set<boolean>();
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.boolean(), anyInput, (name, required, value) => {
        const type = required ? new GraphQLNonNull(typeOf(name) as never) : typeOf(name);
        const accepted = valueProblems(value, type, 5).length === 0;

        // graphql-js takes ids that JSON cannot hold exactly.
        fc.pre(!JSON.stringify(value).includes('1e+21'));
        expect(accepted).toBe(coerceInputValue(readable(value), type) !== undefined);
        verdicts.add(accepted);
      }),
      { numRuns: 500 },
    );
    expect(verdicts.size).toBe(2);
  });

  it('is that of graphql-js: of literals', () => {
    const literal = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
      if (typeof value !== 'object' || value === null) return value === 'ASC' ? 'ASC' : JSON.stringify(value);
      return `{${Object.entries(value)
        .map(([name, field]) => `${name}: ${literal(field)}`)
        .join(' ')}}`;
    };
    const ours = [inputLiteralsRule(100)];
    const theirs = specifiedRules.filter((rule) => rule === ValuesOfCorrectTypeRule);
    expect(theirs).toHaveLength(1);
    fc.assert(
      fc.property(fc.constantFrom('records', 'input'), anyInput, (at, value) => {
        const given = at === 'records' ? `{records: ${literal(value)}}` : literal(value);
        const document = parse(`mutation { submit(input: ${given}) { recordsAdded } }`);

        expect(validate(schema, document, ours).length === 0).toBe(validate(schema, document, theirs).length === 0);
      }),
      { numRuns: 500 },
    );
  });
});

function recordFields(): object {
  return (typeOf('SearchParams') as unknown as { getFields(): object }).getFields();
}
