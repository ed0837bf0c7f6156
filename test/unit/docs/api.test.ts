import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { createAuthorizer, type Verdict } from '../../../functions/authorizer/authorizer.ts';
import { loadConfig } from '../../../functions/authorizer/config.ts';
import { discoveryUrls } from '../../../functions/authorizer/keys.ts';
import {
  BanNotFoundError,
  BatchTooLargeError,
  ConflictingRecordsError,
  EdgeNotFoundError,
  EmptyRecordError,
  EntityTooLargeError,
  InvalidRecordIdError,
  MissingRecordIdError,
  NoRecordsError,
  NoSearchValueError,
  NothingToDisassembleError,
  RecordExistsError,
  RecordNotInEntityError,
  RecordTooLargeError,
  SeveralEntitiesError,
  TooManyRecordsError,
  TooManyRemovedLinksError,
  UnknownRecordError,
} from '../../../src/entities/errors.ts';
import { createResolution } from '../../../src/entities/operations.ts';
import {
  ArgumentOutOfRangeError,
  InvalidRegexError,
  ValueNotNumericError,
  ValueNotTimeError,
} from '../../../src/entities/read/insights/errors.ts';
import type { EntityDataError } from '../../../src/errors.ts';
import type { EntityEvent } from '../../../src/events/entity-event.ts';
import { publishEvents } from '../../../src/events/outbox-relay.ts';
import {
  AccessDeniedError,
  AnswerTooLargeError,
  BodyNotJsonError,
  ExplainInputError,
  InvalidPathError,
  RequestTooLargeError,
  UnknownFieldError,
  UnknownSortFieldError,
} from '../../../src/graphql/errors.ts';
import { MessagePattern } from '../../../src/guidance/errors/catalogue.ts';
import { frozenClock } from '../../setup/frozen-clock.ts';
import { MemoryStore } from '../../setup/memory-store.ts';
import { toyRules } from '../../setup/toy-rules.ts';
import { makeKey, sign, type TestClaims, type TestKey } from '../functions/authorizer/minted.ts';
import { fencedBlocks } from './fenced-blocks.ts';
import { root } from './pages.ts';

/** The guidance server explains a message without its code in the same way. */
describe('the page about errors of the API', () => {
  const sections = readFileSync(join(root, 'docs/errors/api.md'), 'utf8').split(/^## /m).slice(1);
  const patterns = sections.flatMap((section) =>
    [...section.matchAll(/^Message: `(.+)`$/gm)].map(([, message]) => ({
      code: section.split('\n', 1)[0]!,
      pattern: new MessagePattern(message!),
    })),
  );
  const bestFor = (message: string) =>
    patterns
      .map(({ code, pattern }) => ({ code, match: pattern.match(message) }))
      .reduce((best, one) => (one.match > best.match ? one : best), { code: 'none', match: 0 }).code;

  const errors: readonly EntityDataError[] = [
    new AccessDeniedError('svc/query.search'),
    new AnswerTooLargeError(7_000_000, 6_000_000, false),
    new BodyNotJsonError('is not JSON'),
    new ExplainInputError(),
    new InvalidPathError('city.x', 'city is String and has no fields', 'city'),
    new InvalidPathError('mails.address', 'mails is a list', 'mails.*.address'),
    new RequestTooLargeError(7_000_000, 6_000_000),
    new UnknownFieldError('citty', 'citty', 'Record'),
    new UnknownSortFieldError('name', ['id']),
    new ArgumentOutOfRangeError('page', 0, '1 or more'),
    new InvalidRegexError('the pattern "(" cannot be run'),
    new ValueNotNumericError('city', 'London', 'r1'),
    new ValueNotTimeError('city', 'London', 'r1'),
    new BanNotFoundError('ban', 'E'),
    new BatchTooLargeError(4_000_000, 3_500_000),
    new ConflictingRecordsError('r1', 0),
    new EdgeNotFoundError('r1', 'r2'),
    new EmptyRecordError('r1'),
    new EntityTooLargeError('E', 1_000, 500_000),
    new InvalidRecordIdError('a:b', 'contains a colon'),
    new InvalidRecordIdError('x', 'has 600 bytes; the limit is 512'),
    new MissingRecordIdError(),
    new NoRecordsError(),
    new NoSearchValueError(),
    new NothingToDisassembleError(),
    new RecordExistsError('r1'),
    new RecordNotInEntityError('r1', 'E', 'F'),
    new RecordTooLargeError('r1', 500_000, 300_000),
    new SeveralEntitiesError(['E', 'F']),
    new TooManyRemovedLinksError('r1', 90),
    new TooManyRecordsError(101, 100),
    new UnknownRecordError('r1'),
  ];

  it.each(errors.map((error) => [error.message, error.code]))('knows %j as %s', (message, code) => {
    expect(bestFor(message)).toBe(code);
  });
});

const page = readFileSync(join(root, 'docs/entity-events.md'), 'utf8');
const [example, schema] = fencedBlocks(page)
  .filter(({ language }) => language === 'json')
  .map(({ text }) => JSON.parse(text) as object);

type Copy = Map<string, { recordIDs: readonly string[] }>;
/** The function of the page that takes an event into a copy. */
const applyOf = (): ((event: Pick<EntityEvent, 'entityID' | 'sequence' | 'recordIDs'>, copy: Copy) => void) =>
  new Function(`${/^function apply[\s\S]*?^}/m.exec(page)![0]}; return apply;`)();

/** A bit of everything that can become of entities, published now and then. */
async function someEvents(
  billsTransactions = false,
): Promise<{ events: EntityEvent[]; entities: Map<string, string[]> }> {
  const store = Object.assign(new MemoryStore(), { billsTransactions });
  const resolution = createResolution({
    store,
    rules: toyRules,
    updateRecords: true,
    entityEvents: true,
    now: frozenClock,
  });
  const events: EntityEvent[] = [];
  const target = {
    deliver: async (some: readonly EntityEvent[]) => {
      events.push(...some);
      return some.map(() => 'delivered' as const);
    },
  };
  const steps = [
    () => resolution.submit([{ id: 'a', exact: ['x'] }]),
    () => resolution.submit([{ id: 'b', exact: ['y'] }]),
    () => resolution.submit([{ id: 'c', exact: ['x', 'y'] }]),
    () => resolution.submit([{ id: 'c', exact: ['x', 'y', 'z'] }]),
    () => resolution.disassemble({ edges: [{ a: 'b', b: 'c' }] }),
    () => resolution.submit(Array.from({ length: 100 }, (_, index) => ({ id: `many-${index}`, exact: ['many'] }))),
    () => resolution.submit(Array.from({ length: 100 }, (_, index) => ({ id: `more-${index}`, exact: ['many'] }))),
    () => resolution.disassemble({ recordIDs: ['b'] }),
  ];
  for (const step of steps) {
    await step();
    await publishEvents({ store, target, now: frozenClock });
  }
  const entities = new Map<string, string[]>();
  for (const id of ['a', 'c', 'many-0']) {
    const view = await resolution.entityByRecord(id);
    entities.set(view!.id, view!.records.map((record) => record['id'] as string).slice(0, 100));
  }
  return { events, entities };
}

describe('the page of entity events', () => {
  it.each([
    ['an engine that notes operations in a journal', false],
    ['one that bills transactions, and notes them on slates', true],
  ])('has a schema that the example and every event satisfies: of %s', async (_engine, billsTransactions) => {
    const validate = new Ajv({ allErrors: true }).compile(schema!);
    const { events } = await someEvents(billsTransactions);

    const problems = [example!, ...events].flatMap((event) => (validate(event) ? [] : (validate.errors ?? [])));

    expect(problems).toEqual([]);
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
      'changed',
      'created',
      'deleted',
      'merged',
      'split',
    ]);
  });

  it('has a schema that refuses what is no event', () => {
    const validate = new Ajv().compile(schema!);

    const accepted = [
      { ...example, type: 'renamed' },
      { ...example, sequence: 0 },
      { ...example, values: { name: 'Ann' } },
      { ...example, causes: [] },
    ].filter((event) => validate(event));

    expect(accepted).toEqual([]);
  });

  it('shows a rule by which a copy is right, whatever is repeated and however late', async () => {
    const apply = applyOf();
    const { events, entities } = await someEvents();
    const copy: Copy = new Map();

    for (const event of [...events, ...events.slice().reverse(), ...events]) apply(event, copy);

    const live = [...copy].filter(([, { recordIDs }]) => recordIDs.length > 0);
    expect(new Map(live.map(([id, { recordIDs }]) => [id, recordIDs]))).toEqual(entities);
  });

  it('shows a rule that takes what was stored before events were switched on, whenever it is read', async () => {
    const apply = applyOf();
    const event = (entityID: string, sequence: number, ...recordIDs: string[]) => ({ entityID, sequence, recordIDs });
    const stored = [event('E', 0, 'a'), event('F', 0, 'b')];
    const events = [event('E', 1, 'a', 'c'), { ...event('E', 2), mergedInto: 'F' }, event('F', 1, 'b', 'a', 'c')];
    const orders = [
      [...stored, ...events],
      [...events, ...stored],
      [events[0]!, stored[0]!, ...events.slice(1), stored[1]!, ...stored],
    ];

    const copies = orders.map((order) => {
      const copy: Copy = new Map();
      for (const one of order) apply(one, copy);
      return Object.fromEntries([...copy].map(([id, { recordIDs }]) => [id, recordIDs]));
    });

    const right = { E: [], F: ['b', 'a', 'c'] };
    expect(copies).toEqual([right, right, right]);
  });
});

const folder = join(root, 'docs', 'identity');
const providers = readdirSync(folder).filter((name) => name !== 'README.md');
const scopesOfExample = ['svc/query.search'];

/** What a page says: settings and who is seen, in turns, about one token. */
interface Page {
  readonly token: TestClaims;
  readonly cases: readonly {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly clientId: string;
    readonly scope: string;
  }[];
}

function readPage(name: string): Page {
  const text = readFileSync(join(folder, name), 'utf8');
  const blocks = fencedBlocks(text);
  const settings = blocks.filter(({ language }) => language === 'hcl').map(({ text: hcl }) => settingsIn(hcl));
  const seen = [...text.matchAll(/^The API sees the client `([^`]+)` with the scopes `([^`]+)`\.$/gm)];
  expect(seen).toHaveLength(settings.length);
  return {
    token: JSON.parse(blocks.find(({ language }) => language === 'json')!.text) as TestClaims,
    cases: settings.map((values, index) => ({ settings: values, clientId: seen[index]![1]!, scope: seen[index]![2]! })),
  };
}

/** Assignments whose values are JSON as well. */
const settingsIn = (hcl: string): Record<string, unknown> =>
  Object.fromEntries([...hcl.matchAll(/^(\w+)\s*= (.+)$/gm)].map(([, name, value]) => [name!, JSON.parse(value!)]));

describe.each(providers)('the page %s', (name) => {
  const { token, cases } = readPage(name);
  let key: TestKey;
  beforeAll(async () => {
    key = await makeKey('key-1');
  });

  /** The verdict on claims, with the page's settings as the Terraform module hands them to the function. */
  async function judge(
    settings: Readonly<Record<string, unknown>>,
    claims: TestClaims,
    signer = key,
  ): Promise<Verdict> {
    const issuer = settings['authorizer_issuer_url'] as string;
    // As keys of Entra are published.
    const { alg: _, ...publicJwk } = key.publicJwk;
    const pages: Record<string, object> = {
      [discoveryUrls(issuer)[1].href]: { issuer, jwks_uri: 'https://keys.example.com/' },
      'https://keys.example.com/': { keys: [publicJwk] },
    };
    const authorize = createAuthorizer(
      loadConfig({
        AUTHORIZER_ISSUER_URL: issuer,
        AUTHORIZER_AUDIENCE: JSON.stringify(settings['authorizer_audience']),
        AUTHORIZER_SCOPE_CLAIMS: JSON.stringify(settings['authorizer_scope_claims']),
      }),
      {
        fetch: async ({ href }) => JSON.stringify(pages[href]),
        clock: () => ((token['iat'] as number) + 60) * 1000,
        log: () => undefined,
      },
    );
    const header = `Bearer ${await sign(claims, signer, { typ: 'JWT' })}`;
    return authorize({ identitySource: [header], headers: {}, requestContext: {} } as never);
  }

  it.each(cases)('has settings with which its token carries $scope', async ({ settings, clientId, scope }) => {
    expect(await judge(settings, token)).toEqual({ isAuthorized: true, context: { clientId, scope } });
    expect(scope.split(' ')).toEqual(expect.arrayContaining(scopesOfExample));
  });

  it('has settings that refuse tokens of another tenant, another API and another key', async () => {
    const { settings } = cases[0]!;
    const stranger = await makeKey('key-1');

    expect(await judge(settings, { ...token, iss: `${token['iss']}x` })).toEqual({ isAuthorized: false });
    expect(await judge(settings, { ...token, aud: 'account' })).toEqual({ isAuthorized: false });
    expect(await judge(settings, token, stranger)).toEqual({ isAuthorized: false });
  });

  it('needs the scope claims that it names, for a token without `scope`', async () => {
    for (const { settings, scope } of cases.filter((one) => one.settings['authorizer_scope_claims'] !== undefined)) {
      const { authorizer_scope_claims: _, ...plain } = settings;
      const verdict = await judge(plain, { ...token, scope: undefined });
      expect(verdict).not.toMatchObject({ context: { scope } });
    }
  });
});
