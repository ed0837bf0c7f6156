import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMisconfiguredApi } from '../../functions/api/api.ts';
import {
  SeparationTooLargeError,
  TooDeepPageError,
  TooManyBansError,
  TooManyDecisionsError,
  TooManyReviewsError,
} from '../../src/entities/errors.ts';
import { RetryableError } from '../../src/errors.ts';
import { errorCodes } from '../../src/graphql/error-codes.ts';
import { TooManyRequestsError } from '../../src/graphql/errors.ts';
import { defaultLimits } from '../../src/graphql/limits.ts';
import { StoreFormatError, StoreFullError } from '../../src/store/errors.ts';
import { apiEvent, createTestApi, RecordingLog, read, SUBMIT } from '../unit/functions/api/exchange.ts';
import { FakeEntity } from '../unit/functions/api/fake-resolution.ts';
import { compilePeople, email, type People, peopleDocument, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { totalCount } }';

/** The engine that is tried now. */
let opened: OpenedStore;

async function peopleHere(document: object = peopleDocument()): Promise<People> {
  const people = peopleOn(opened.store, compilePeople(document), { table: opened.table });
  await people.submit({ id: 'ann', name: 'Ann', phone: '1' }, { id: 'bob', name: 'Bob', phone: '2' });
  return people;
}

const submitting =
  (...records: object[]) =>
  async () =>
    (await (await peopleHere()).ask(SUBMIT, { input: { records } })).codes;
const searching = (input: object) => async () =>
  (await (await peopleHere()).ask(SEARCH, { input: { parameters: { name: 'x' }, ...input } })).codes;
const asking = (query: string) => async () => (await (await peopleHere()).ask(query)).codes;
const insights = (selection: string) =>
  asking(`{ entityByRecord(input: {id: "ann"}) { entity { recordInsights { ${selection} } } } }`);
const sending = (options: Parameters<ReturnType<typeof createTestApi>['send']>[0], limits?: object) => async () => {
  return (await createTestApi({ limits: { ...defaultLimits, ...limits } }).send(options)).codes;
};
const failingWith =
  (failure: unknown, query = SUBMIT, input: object = { records: [{ id: 'r', name: 'x' }] }) =>
  async () => {
    const { ask, resolution } = createTestApi();
    resolution.failure = failure;
    return (await ask(query, { input })).codes;
  };
const repeated = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');

/** Per code a request that is answered with it. */
const provocations: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  BAD_REQUEST: sending({ body: '{"query": 7}' }),
  BODY_NOT_JSON: sending({ body: '{' }),
  METHOD_NOT_ALLOWED: sending({ method: 'PUT', body: '{}' }),
  NOT_ACCEPTABLE: sending({
    headers: { 'content-type': 'application/json', accept: 'text/html' },
    body: '{"query":"{ __typename }"}',
  }),
  REQUEST_TOO_LARGE: sending({ body: ' '.repeat(2_000) }, { maxRequestBytes: 1_024 }),
  UNSUPPORTED_MEDIA_TYPE: sending({ headers: { 'content-type': 'text/plain' }, body: '{}' }),
  GRAPHQL_PARSE_FAILED: asking('{'),
  GRAPHQL_VALIDATION_FAILED: asking('{ nope }'),
  OPERATION_NOT_FOUND: asking('query A { __typename } query B { __typename }'),
  BAD_USER_INPUT: searching({ page: 'x' }),
  TOO_MANY_TOKENS: asking(`{ ${repeated(10_000, (i) => `a${i}: __typename`)} }`),
  QUERY_TOO_DEEP: asking(`${'{ a '.repeat(30)}${'}'.repeat(30)}`),
  TOO_MANY_ALIASES: asking(`{ metrics { ${repeated(101, (i) => `a${i}: __typename`)} } }`),
  TOO_MANY_ROOT_FIELDS: asking(`{ ${repeated(21, () => '__typename')} }`),
  TOO_MANY_FIELDS: asking(`{ metrics { ${repeated(2_001, () => '__typename')} } }`),
  FORBIDDEN: async () =>
    (await (await peopleHere()).ask('{ metrics { __typename } }', undefined, 'svc/query.entity')).codes,
  NO_RECORDS: submitting(),
  TOO_MANY_RECORDS: submitting(...Array.from({ length: 101 }, (_, i) => ({ id: `r${i}`, name: 'x' }))),
  BATCH_TOO_LARGE: submitting(...Array.from({ length: 13 }, (_, i) => ({ id: `r${i}`, source: 'x'.repeat(280_000) }))),
  RECORD_ID_MISSING: submitting({ id: '', name: 'x' }),
  RECORD_ID_INVALID: submitting({ id: 'a:b', name: 'x' }),
  RECORD_SOURCE_INVALID: async () => {
    const sources = { names: ['crm'], withoutDuplicates: [] };
    const people = peopleOn(opened.store, compilePeople(peopleDocument()), { sources });
    return (await people.ask(SUBMIT, { input: { records: [{ id: 'shop/1', name: 'x' }] } })).codes;
  },
  RECORD_EMPTY: submitting({ id: 'r', name: null }),
  RECORD_TOO_LARGE: submitting({ id: 'r', source: 'x'.repeat(400_000) }),
  RECORD_CONFLICT: submitting({ id: 'r', name: 'x' }, { id: 'r', name: 'y' }),
  RECORD_EXISTS: submitting({ id: 'ann', name: 'other' }),
  TOO_MANY_INDEX_KEYS: submitting({ id: 'r', emails: Array.from({ length: 1_001 }, (_, i) => email(`a${i}@e.org`)) }),
  FIELD_DOES_NOT_EXIST: async () => {
    const document = peopleDocument();
    const [sameEmail, ...others] = document.matchers;
    const people = peopleOn(
      opened.store,
      compilePeople({
        ...document,
        matchers: [{ ...sameEmail, attributes: { ...sameEmail!.attributes, mustExist: true } }, ...others],
        rules: document.rules.map((rule) => ({ ...rule, attributes: { ...rule.attributes, ignoreErrors: false } })),
      }),
    );
    return (await people.ask(SUBMIT, { input: { records: [{ id: 'r', name: 'x' }] } })).codes;
  },
  POSITION_INVALID: asking('{ entities(input: { after: "nonsense" }) { after } }'),
  SEGMENT_INVALID: asking('{ entities(input: { segment: 2, segments: 2 }) { after } }'),
  TOO_MANY_REQUESTS: async () => {
    const throttle = { refusalOf: async () => new TooManyRequestsError({ rate: 1, burst: 1 }, 1) };
    return (await createTestApi({ throttle }).send({ body: '{"query":"{ __typename }"}' })).codes;
  },
  NO_SEARCH_VALUE: searching({ parameters: {} }),
  UNKNOWN_SEARCH_RULES: searching({ searchRules: 'nope' }),
  ARGUMENT_OUT_OF_RANGE: searching({ page: 0 }),
  PAGING_CONFLICT: searching({ first: 1, page: 1 }),
  CURSOR_INVALID: searching({ first: 1, after: 'nonsense' }),
  PAGE_TOO_DEEP: failingWith(new TooDeepPageError(500), SEARCH, { parameters: { name: 'x' }, first: 1 }),
  UNKNOWN_SORT_FIELD: searching({ sort: { field: 'name' } }),
  UNKNOWN_FIELD: insights('values(field: "nope")'),
  INVALID_PATH: insights('values(field: "emails.address")'),
  EMPTY_FILTER: searching({ considerRecords: [{ field: 'name' }] }),
  INVALID_REGEX: searching({ considerRecords: [{ field: 'name', likeRegex: '(' }] }),
  FILTER_TOO_EXPENSIVE: insights(
    `filter(conditions: [${repeated(21, (i) => `{field: "name", likeRegex: "a${i}"}`)}]) { count }`,
  ),
  VALUE_NOT_NUMERIC: insights('sum(field: "name")'),
  VALUE_NOT_A_TIME: insights('newest(field: "name") { id }'),
  BAD_EXPLAIN_INPUT: asking('{ explain(input: {}) { together } }'),
  RECORD_NOT_FOUND: asking('{ explain(input: {a: "ann", b: "unknown"}) { together } }'),
  RECORD_NOT_IN_ENTITY: asking('{ explain(input: {record: "ann", entityID: "nonsense"}) { together } }'),
  NOTHING_TO_DISASSEMBLE: asking('mutation { disassemble(input: {}) { triggered } }'),
  EDGE_NOT_FOUND: async () => {
    const { ask } = await peopleHere();
    const mail = (...names: string[]) => names.map((name) => email(`${name}@example.org`));
    const chain = [
      { id: 'end1', name: 'a', emails: mail('one') },
      { id: 'middle', name: 'b', emails: mail('one', 'two') },
      { id: 'end2', name: 'c', emails: mail('two') },
    ];
    await ask(SUBMIT, { input: { records: chain } });
    return (await ask('mutation { disassemble(input: {edges: [{a: "end1", b: "end2"}]}) { triggered } }')).codes;
  },
  SEVERAL_ENTITIES: async () => {
    const { ask } = await peopleHere();
    await ask(SUBMIT, { input: { records: [{ id: 'stranger', name: 'far away' }] } });
    return (await ask('mutation { disassemble(input: {recordIDs: ["ann", "stranger"]}) { triggered } }')).codes;
  },
  TOO_MANY_CUTS: async () => {
    const { ask, submit } = await peopleHere();
    await submit(...Array.from({ length: 92 }, (_, i) => ({ id: `r${i}`, name: `n${i}`, phone: '77' })));
    const edges = Array.from({ length: 91 }, (_, i) => ({ a: 'r0', b: `r${i + 1}` }));
    const query = 'mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }';
    return (await ask(query, { input: { edges } })).codes;
  },
  TOO_MANY_BANS: failingWith(
    new TooManyBansError('the entity has 1000 connection bans', 'Undo some separations.'),
    'mutation { separate(input: {a: "ann", b: "bob", user: "u", reason: "r"}) { triggered } }',
  ),
  CONNECTION_BAN_NOT_FOUND: asking(`mutation { removeConnectionBan(input: {
    reference: "none", entityID: "01JZ5K8Q3N0000000000000001", others: ["01JZ5K8Q3N0000000000000002"],
    meta: {user: "u", reason: "r"}
  }) { removed } }`),
  NO_SUCH_RULE_CHANGE: asking('mutation { continueRuleChange(input: { to: "none" }) { state } }'),
  PACE_MISSING: asking('mutation { setRuleChangePace(input: {}) { state } }'),
  REVIEW_INVALID: asking('{ reviews(input: {after: "nothing"}) { after } }'),
  BAD_HISTORY_INPUT: asking('{ history(input: {}) { after } }'),
  HISTORY_OFF: asking('{ history(input: {recordID: "ann"}) { after } }'),
  DECISION_INVALID: asking('mutation { link(input: {a: "ann", b: "ann", user: "u", reason: "r"}) { triggered } }'),
  BAD_SKIP_INPUT: asking('mutation { skipReview(input: {a: "ann", user: "u"}) { triggered } }'),
  TOO_MANY_REVIEWS: failingWith(
    new TooManyReviewsError('Ada', 100, 1, 100),
    'mutation { takeReviews(input: {user: "Ada"}) { reviews { id } } }',
  ),
  USER_NOT_SIGNED_IN: async () => {
    const query = 'mutation { link(input: {a: "a", b: "b", user: "Bob", reason: "r"}) { triggered } }';
    return (await createTestApi().ask(query, {}, { person: 'Ada' })).codes;
  },
  RECORDS_SEPARATED: async () => {
    const { ask, submit } = await peopleHere();
    await submit({ id: 'one', name: 'far away' }, { id: 'two', name: 'elsewhere' });
    const about = '(input: {a: "one", b: "two", user: "u", reason: "r"}) { triggered }';
    return (await ask(`mutation { separate${about} link${about} }`)).codes;
  },
  SEPARATION_TOO_LARGE: failingWith(
    new SeparationTooLargeError('a', 'b', 'more than 200 links would have to be removed'),
    'mutation { separate(input: {a: "a", b: "b", user: "u", reason: "r"}) { triggered } }',
  ),
  TOO_MANY_DECISIONS: failingWith(
    new TooManyDecisionsError('a', 90),
    'mutation { link(input: {a: "a", b: "b", user: "u", reason: "r"}) { triggered } }',
  ),
  DECISION_NOT_FOUND: asking('mutation { undoDecision(input: {id: "nothing"}) { triggered } }'),
  STORED_VALUE_UNREADABLE: async () => {
    const { ask, resolution } = createTestApi();
    resolution.entities = [new FakeEntity('E', [{ id: 'a', age: 'old' }])];
    return (await ask('{ entity(input: {id: "E"}) { entity { records { age } } } }')).codes;
  },
  ENTITY_TOO_LARGE: async () => {
    const { ask, submit } = await peopleHere();
    for (let batch = 0; batch < 11; batch++) {
      await submit(
        ...Array.from({ length: 100 }, (_, i) => ({ id: `r${batch}-${i}`, name: `n${batch}-${i}`, phone: '77' })),
      );
    }
    return (await ask('{ entityByRecord(input: {id: "r0-0"}) { entity { edges } } }')).codes;
  },
  RESPONSE_TOO_LARGE: async () => {
    const { ask, resolution } = createTestApi({ limits: { ...defaultLimits, maxAnswerBytes: 1_024 } });
    resolution.entities = [new FakeEntity('E', [{ id: 'x'.repeat(2_000) }])];
    return (await ask('{ entity(input: {id: "E"}) { entity { records { id } } } }')).codes;
  },
  TRY_AGAIN: failingWith(new RetryableError('the store is busy')),
  STORE_FULL: failingWith(new StoreFullError('the disk is full')),
  STORE_FORMAT: failingWith(new StoreFormatError('a page is damaged')),
  INTERNAL_ERROR: failingWith(new Error('socket hang up')),
  SERVICE_MISCONFIGURED: async () => {
    const api = createMisconfiguredApi(new RetryableError('no rules'), new RecordingLog());
    return read(await api(apiEvent({ body: '{}' }))).codes;
  },
};

const stores = await storesHere();

describe.each(stores)('an error code on the %s engine', (_name, open) => {
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.end());

  it.each(Object.entries(provocations))('%s is answered to a request that deserves it', async (code, provoke) => {
    const codes = await provoke();

    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set([code]));
  });
});

describe('an error code', () => {
  it('is in the list only when a request can be answered with it', () => {
    // A refused submit names the problems of its records instead, one error each.
    const listed = errorCodes.map(({ code }) => code).filter((code) => code !== 'SUBMIT_REFUSED');

    expect(Object.keys(provocations).toSorted()).toEqual(listed.toSorted());
  });
});
