import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { people } from '../../bench/people.ts';
import { type EmulatedTable, openEmulatedTable } from '../../bench/store/emulated-table.ts';
import { createApi } from '../../functions/api/api.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { HELD_FOR } from '../../src/entities/people/types.ts';
import type { DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { DYNAMODB_NEED } from '../setup/dynamodb-emulator.ts';
import { deployedPeople } from '../setup/edited-people.ts';
import { describeWith } from '../setup/requirement.ts';
import { apiEvent, RecordingLog, read, SUBMIT } from '../unit/functions/api/exchange.ts';
import { FakeRuleChanges } from '../unit/functions/api/fake-rule-changes.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const REVIEWS = `query ($input: ReviewsInput!) { reviews(input: $input) {
  count after reviews { id kind score rules foundAt a { id entityID } b { id entityID } }
} }`;
const TAKE = 'mutation ($input: TakeReviewsInput!) { takeReviews(input: $input) { reviews { id } } }';
const HISTORY = 'query ($input: HistoryInput!) { history(input: $input) { events { kind } } }';
const decide = (operation: 'link' | 'separate', a: string, b: string) =>
  `mutation { ${operation}(input: {a: "${a}", b: "${b}", user: "Ada", reason: "r"}) { decision { id } } }`;

/** A record that nearly matches others of its first name and number: the birthday says that it is another person. */
const namesake = (id: string, firstName: string, phone: string, year: number) => ({
  id,
  firstName,
  lastName: `Person${id}`,
  dateOfBirth: `${year}-02-03`,
  phone,
});

const stores = await storesHere();

describe.each(stores)('the review queue on the %s engine', (_name, open) => {
  let engine: OpenedStore;
  let resolution: Resolution;
  /** Milliseconds by which the clock of the service is ahead. */
  let ahead = 0;
  let ask: (query: string, variables?: unknown) => Promise<ReturnType<typeof read>>;

  beforeAll(async () => {
    engine = await open();
    const { config, recordSchema } = deployedPeople();
    const rules = compileRuleConfig(config);
    resolution = createResolution({
      store: engine.store,
      rules,
      updateRecords: true,
      historyRetentionInDays: 30,
      now: () => Date.now() + ahead,
    });
    const api = createApi({
      resolution,
      ruleChanges: new FakeRuleChanges(),
      recordSchema,
      serviceIdentifier: 'svc',
      log: new RecordingLog(),
    });
    const headers = { 'content-type': 'application/json' };
    ask = async (query, variables) =>
      read(await api(apiEvent({ body: JSON.stringify({ query, variables }), headers })));
  });
  afterAll(() => engine.end());

  const reviews = async (input: object = {}) => (await ask(REVIEWS, { input })).data['reviews'];
  const pairs = async (input: object = {}) =>
    (await reviews(input)).reviews.map(({ a, b }: { a: { id: string }; b: { id: string } }) => `${a.id} ${b.id}`);

  it('goes from a shared number and first name to decisions of a person, and back', async () => {
    const records = Array.from({ length: 4 }, (_, index) => namesake(`r${index}`, 'Ada', '07700 900070', 1950 + index));
    for (const record of records) await ask(SUBMIT, { input: { records: [record] } });

    const all = await reviews();
    expect(all.reviews).toHaveLength(6);
    expect(all).toMatchObject({ count: 6, after: null });
    expect(all.reviews[0]).toMatchObject({ kind: 'NEAR_MATCH', score: 0.75, rules: ['PHONE_FIRST_NAME'] });
    expect(await pairs({ minScore: 0.8 })).toEqual([]);
    expect(await pairs({ kinds: [] })).toEqual([]);
    const first = await reviews({ first: 4 });
    expect(await pairs({ after: first.after })).toHaveLength(2);

    const linked = await ask(decide('link', 'r0', 'r1'));
    await ask(decide('separate', 'r2', 'r3'));
    await ask('mutation { skipReview(input: {a: "r3", b: "r0", user: "Ada"}) { triggered } }');
    expect((await pairs()).sort()).toEqual(['r0 r2', 'r1 r2', 'r1 r3']);

    await ask(`mutation { undoDecision(input: {id: "${linked.data['link'].decision.id}"}) { triggered } }`);
    expect((await pairs()).sort()).toEqual(['r0 r1', 'r0 r2', 'r1 r2', 'r1 r3']);

    await ask('mutation { disassemble(input: {recordIDs: ["r1"]}) { triggered } }');
    expect(await reviews()).toMatchObject({ count: 1, reviews: [{ a: { id: 'r0' }, b: { id: 'r2' } }] });

    await resolution.sweep();
    const history = async (input: object) =>
      (await ask(HISTORY, { input })).data['history'].events.map(({ kind }: { kind: string }) => kind);
    const { entityID } = all.reviews.find(({ a }: { a: { id: string } }) => a.id === 'r0').a;
    expect(await history({ recordID: 'r0' })).toEqual(['DECIDED', 'CREATED']);
    expect(await history({ recordID: 'r1' })).toEqual([]);
    expect(await history({ entityID })).toEqual(['SPLIT', 'MERGED', 'CREATED']);
  });

  it('hands each review to one of the persons who take at the same moment, for an hour', async () => {
    for (let index = 0; index < 5; index++) {
      await ask(SUBMIT, { input: { records: [namesake(`s${index}`, 'Ida', '07700 900071', 1950 + index)] } });
    }
    const taking = async (user: string): Promise<string[]> =>
      (await ask(TAKE, { input: { first: 3, user } })).data['takeReviews'].reviews.map(({ id }: { id: string }) => id);
    const assigned = (which: string, user: string) => reviews({ assigned: which, user });
    const free = (await assigned('FREE', 'Ada')).reviews.length;

    const taken = await Promise.all(['Ada', 'Grace', 'Ada'].map(taking));
    expect(taken.map((ids) => ids.length)).toEqual([3, 3, 3]);
    expect(taken[2]).toEqual(taken[0]);
    expect(new Set(taken.flat()).size).toBe(6);
    expect((await assigned('MINE', 'Grace')).reviews.map(({ id }: { id: string }) => id)).toEqual(taken[1]);
    expect((await assigned('FREE', 'Ada')).reviews).toHaveLength(free - 6);

    ahead = HELD_FOR + 60_000;
    expect((await assigned('MINE', 'Grace')).reviews).toEqual([]);
    await resolution.sweep();
    expect((await assigned('FREE', 'Ada')).reviews).toHaveLength(free);
    expect(await taking('Hedy')).toHaveLength(3);
    const { data } = await ask('mutation { releaseReviews(input: {user: "Hedy"}) { released } }');
    expect(data['releaseReviews'].released).toHaveLength(3);
    expect(await taking('Emmy')).toHaveLength(3);
    const mine = await ask('{ reviews(input: {user: "Emmy"}) { assigned mine } }');
    expect(mine.data['reviews']).toEqual({ assigned: 3, mine: 3 });
  });
});

const first = await openEmulatedTable(`reviews-off-${process.pid}`);
describeWith('what the review queue costs at DynamoDB', { found: first, need: DYNAMODB_NEED }, (off) => {
  const without = deployedPeople((document) => {
    const [group] = Object.values(document['mutationRuleSetGroups'] as Record<string, object>);
    Reflect.deleteProperty(group!, 'reviewRuleSetID');
    Object.assign(document, {
      ruleSets: (document['ruleSets'] as { id: string }[]).filter(({ id }) => id !== 'REVIEW'),
    });
  });
  let on: EmulatedTable;

  beforeAll(async () => {
    on = (await openEmulatedTable(`reviews-on-${process.pid}`))!;
  });
  afterAll(async () => {
    await off.close();
    await on.close();
  });

  /** The made-up people of the benchmarks: one in ten is an earlier one with errors. One in twenty shares number and first name. */
  function records(): RecordPayload[] {
    const stream = people(17, 'q');
    return Array.from({ length: 400 }, (_, index) => {
      const person = { ...stream.next().value! } as RecordPayload;
      if (index % 20 !== 0) return person;
      const phone = `07700 9001${String(Math.floor(index / 40)).padStart(2, '0')}`;
      return { ...person, ...namesake(`q-near-${index}`, 'Ada', phone, 1950 + index / 20) };
    });
  }

  const submitAll = async ({ store, measure }: EmulatedTable, { config }: DeployedRules) => {
    const resolution = createResolution({ store, rules: compileRuleConfig(config) });
    const { consumed } = await measure(async () => {
      for (const record of records()) await resolution.submit([record]);
    });
    return { ...consumed, pairs: (await resolution.countReviews()).near };
  };

  it('is at most a tenth of a submit of people', async () => {
    const [plain, reviewing] = [await submitAll(off, without), await submitAll(on, deployedPeople())];
    expect(plain.pairs).toBe(0);
    expect(reviewing.pairs).toBeGreaterThan(0);
    expect(reviewing.writeUnits + reviewing.readUnits).toBeLessThanOrEqual(1.1 * (plain.writeUnits + plain.readUnits));
  });
});
