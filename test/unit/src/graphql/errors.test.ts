import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse, print } from 'graphql';
import {
  EmptyRecordError,
  InvalidRecordIdError,
  NoRecordsError,
  NoSearchValueError,
  SubmitRefusedError,
} from '../../../../src/entities/errors.ts';
import { EntityDataError, RetryableError } from '../../../../src/errors.ts';
import { errorCodes, publicCodes } from '../../../../src/graphql/error-codes.ts';
import { createTestApi, recordSchema, SUBMIT, type TestApi } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

const input = { records: [{ id: 'r1', name: 'x' }] };

let ask: TestApi['ask'];
let resolution: TestApi['resolution'];
let log: TestApi['log'];
beforeEach(() => {
  ({ ask, resolution, log } = createTestApi());
});

describe('an error of the core', () => {
  it('shows message, code and hint at the field that failed', async () => {
    resolution.failure = new NoSearchValueError();

    const { errors, data, status } = await ask('{ found: search(input: {parameters: {}}) { totalCount } }');

    expect(status).toBe(200);
    expect(data).toBeNull();
    expect(errors).toEqual([
      {
        message: 'no search parameter has a value',
        path: ['found'],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'NO_SEARCH_VALUE', hint: 'Give at least one field of `input.parameters` a value.' },
      },
    ]);
  });

  it('says when the same request may be repeated', async () => {
    resolution.failure = new RetryableError('the store is busy', { hint: 'Repeat the request.' });

    const { errors } = await ask(SUBMIT, { input });

    expect(errors[0]?.extensions).toEqual({ code: 'TRY_AGAIN', hint: 'Repeat the request.', retryable: true });
  });

  it('becomes one error for each problem with a record, with the record in its path', async () => {
    resolution.failure = new SubmitRefusedError([
      { index: 0, error: new InvalidRecordIdError('a:b', 'contains a colon') },
      { index: 2, error: new EmptyRecordError('r3') },
    ]);

    const { errors, data } = await ask(
      'mutation ($input: SubmitInput!) { stored: submit(input: $input) { recordsAdded } }',
      { input },
    );

    expect(data).toBeNull();
    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['stored', 'input', 'records', 0], 'RECORD_ID_INVALID'],
      [['stored', 'input', 'records', 2], 'RECORD_EMPTY'],
    ]);
    expect(errors[0]?.message).toBe('the record id "a:b" contains a colon');
  });

  it('about the whole request stays one error', async () => {
    resolution.failure = new NoRecordsError();

    const { errors } = await ask(SUBMIT, { input: { records: [] } });

    expect(errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['submit'], 'NO_RECORDS']]);
  });

  it('that only the operator may see is masked', async () => {
    class TableGoneError extends EntityDataError {
      readonly code = 'TABLE_GONE';
    }
    resolution.failure = new TableGoneError('table prod-records is gone');

    const { errors, codes } = await ask(SUBMIT, { input });

    expect(codes).toEqual(['INTERNAL_ERROR']);
    expect(errors[0]?.message).toBe('Unexpected error.');
    expect(log.text).toContain('TABLE_GONE');
  });
});

describe('an unknown failure', () => {
  it('is masked, names the request, and leaves what and where it was in the log, but no message', async () => {
    resolution.failure = new Error('socket hang up', { cause: new Error('deeper') });

    const { errors } = await ask(SUBMIT, { input });

    expect(errors).toEqual([
      {
        message: 'Unexpected error.',
        path: ['submit'],
        locations: [{ line: 3, column: 5 }],
        extensions: { code: 'INTERNAL_ERROR', requestId: 'request-1' },
      },
    ]);
    const line = log.lines.find(({ level }) => level === 'error');
    expect(line?.fields).toMatchObject({
      requestId: 'request-1',
      cause: { name: 'Error', calls: expect.anything(), cause: { name: 'Error', calls: expect.anything() } },
    });
    expect(log.text).not.toContain('socket hang up');
    expect(log.text).not.toContain('deeper');
  });

  it.each([['text'], [undefined], [null], [{ data: 'secret' }]])(
    'is masked also when %j was thrown',
    async (thrown) => {
      resolution.search = () => Promise.reject(thrown);

      const answer = await ask('{ search(input: {parameters: {}}) { totalCount } }');

      expect(answer.codes).toEqual(['INTERNAL_ERROR']);
      expect(answer.raw.body).not.toContain('secret');
    },
  );

  it('answers status 500 where it lies outside of GraphQL', async () => {
    const { api, log } = createTestApi();

    const { statusCode, body } = await api({
      headers: null,
      requestContext: { requestId: 'request-2', http: { method: 'POST' } },
    } as never);

    expect(statusCode).toBe(500);
    expect(JSON.parse(body ?? '').errors[0].extensions).toEqual({ code: 'INTERNAL_ERROR', requestId: 'request-2' });
    expect(log.lines.map(({ level }) => level)).toEqual(['error', 'info']);
  });
});

describe('a variable that does not fit', () => {
  it.each([
    ['an unknown field', { id: 'r', nmae: 'x' }, /unknown field "nmae".*Did you mean "name"/],
    ['a wrong type', { id: 'r', name: 7 }, /at .records\[0\].name: String cannot represent a non string value: 7/],
    ['a fraction for a whole number', { id: 'r', age: 1.5 }, /Int cannot represent non-integer value: 1.5/],
    ['a text for a number', { id: 'r', height: '1.7' }, /Float cannot represent non numeric value/],
    ['a text for an object', { id: 'r', address: 'Bern' }, /to be an object/],
    ['no id', { name: 'x' }, /required field "id"/],
    ['null for the id', { id: null }, /not to be null/],
    ['null for a record', null, /not to be null/],
    ['an id that is an object', { id: {} }, /ID cannot represent an object/],
    ['null in a list that takes none', { id: 'r', emails: [null] }, /not to be null/],
    ['a field named __proto__', JSON.parse('{"id":"r","__proto__":{"name":"x"}}'), /unknown field "__proto__"/],
    ['a list for a Map', { id: 'r', attributes: [1] }, /Map cannot represent/],
    ['a number in a StringMap', { id: 'r', labels: { a: 1 } }, /StringMap cannot represent/],
  ])('is told for %s', async (_what, record, message) => {
    const { errors, codes, data } = await ask(SUBMIT, { input: { records: [record] } });

    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(errors[0]?.message).toMatch(message);
    expect(data).toBeUndefined();
    expect(resolution.asked('submit')).toEqual([]);
  });

  it('is told once for each of several mistakes', async () => {
    const { codes } = await ask(SUBMIT, {
      input: {
        records: [
          { id: 'r', age: 'x' },
          { id: 's', height: true },
        ],
      },
    });

    expect(codes).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT']);
  });

  it('is not sent back as a whole', async () => {
    const { raw } = await ask(SUBMIT, { input: { records: [{ id: 'r', age: 'x'.repeat(100_000) }] } });

    expect(raw.body?.length).toBeLessThan(2_000);
  });

  it('is told when it is missing', async () => {
    const { codes } = await ask(SUBMIT);

    expect(codes).toEqual(['BAD_USER_INPUT']);
  });
});

describe('a query that does not fit', () => {
  it.each([
    ['no GraphQL', '{', 'GRAPHQL_PARSE_FAILED'],
    ['no token of GraphQL', '{ ¿ }', 'GRAPHQL_PARSE_FAILED'],
    ['an empty text', '', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a field that is named like a member of every object', '{ constructor }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'an unknown record field in the query',
      'mutation { submit(input: {records: [{id: "r", x: 1}]}) { recordsAdded } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a subscription', 'subscription { a }', 'GRAPHQL_VALIDATION_FAILED'],
    ['Hits as an input', 'query ($h: Hits) { __typename @skip(if: $h) }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('is refused: %s', async (_what, query, code) => {
    const { codes, data, errors } = await ask(query);

    expect(codes).toContain(code);
    expect(new Set(codes).size).toBe(1);
    expect(errors[0]?.message).not.toBe('');
    expect(data).toBeUndefined();
  });
});

describe('a stored value that does not fit the schema', () => {
  const READ = '{ entity(input: {id: "E"}) { entity { id records { id age } } } }';

  it('fails alone', async () => {
    resolution.entities = [
      new FakeEntity('E', [
        { id: 'a', age: 'old' },
        { id: 'b', age: 7 },
      ]),
    ];

    const { data, errors, codes } = await ask(READ);

    expect(codes).toEqual(['STORED_VALUE_UNREADABLE']);
    expect(errors[0]?.path).toEqual(['entity', 'entity', 'records', 0, 'age']);
    expect(data.entity.entity.records).toEqual([
      { id: 'a', age: null },
      { id: 'b', age: 7 },
    ]);
  });

  it('is told where the schema promises a value and there is none', async () => {
    const { ask, resolution } = createTestApi({
      recordSchema: { document: parse(print(recordSchema.document).replace('  age: Int\n', '  age: Int!\n')) },
    });
    resolution.entities = [new FakeEntity('E', [{ id: 'a' }])];

    const { codes, errors } = await ask(READ);

    expect(codes).toEqual(['STORED_VALUE_UNREADABLE']);
    expect(errors[0]?.message).toBe('Cannot return null for non-nullable field Record.age.');
  });
});

describe('the log', () => {
  it('has one line for each request, without what was sent or answered', async () => {
    await ask('mutation Secretive($input: SubmitInput!) { s3cret: submit(input: $input) { recordsAdded } }', {
      input: { records: [{ id: 's3cret', name: 's3cret' }] },
    });

    expect(log.lines).toEqual([
      {
        level: 'info',
        message: 'request',
        fields: {
          requestId: 'request-1',
          clientId: 'client',
          fields: ['submit'],
          status: 200,
          milliseconds: expect.any(Number),
          answerLength: expect.any(Number),
        },
      },
    ]);
    expect(log.text).not.toMatch(/s3cret|Secretive/);
  });

  it('names the codes of what was refused, and no value', async () => {
    const { ask, send, log } = createTestApi();

    await ask(SUBMIT, { input: { records: [{ id: 'r', age: 's3cret' }] } });
    await send({ body: '{"s3cret": nonsense' });

    expect(log.lines.map(({ fields }) => fields['codes'])).toEqual([['BAD_USER_INPUT'], ['BODY_NOT_JSON']]);
    expect(log.text).not.toContain('s3cret');
  });
});

describe('the list of codes', () => {
  it('names each once, with a meaning and a fix', () => {
    expect(publicCodes.size).toBe(errorCodes.length);
    for (const { code, meaning, fix } of errorCodes) {
      expect(code).toMatch(/^[A-Z][A-Z_]+$/);
      expect(meaning).toMatch(/\.$/);
      expect(fix).toMatch(/[.`]$/);
    }
  });
});
