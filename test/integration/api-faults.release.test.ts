import { type AddressInfo, createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/operations.ts';
import { RetryableError } from '../../src/errors.ts';
import { RequestTime } from '../../src/request-time.ts';
import type { Pace } from '../../src/store/dynamodb/backoff.ts';
import type { DynamoDB } from '../../src/store/dynamodb/dynamodb.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { connectTo, type DynamoDBUnderTest, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { type Fault, withFaults } from '../setup/faulty-client.ts';
import { seededRandom } from '../setup/interleaving.ts';
import { describeWith } from '../setup/requirement.ts';
import { compilePeople, email, type People, peopleDocument, peopleOn } from './api-people.ts';

const RECORDS = 'mutation ($input: SubmitInput!) { submit(input: $input) { records { id entityID outcome } } }';
const READ = 'query ($input: EntityByRecordInput!) { entityByRecord(input: $input) { entity { id records { id } } } }';
const SEARCH = 'query ($input: SearchInput!) { search(input: $input) { totalCount } }';
const ERASE = 'mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }';
const METRICS = '{ metrics { recordCount entityCount oldestUnfinishedSeconds } }';
/** Milliseconds that a Lambda function has for a request. */
const TIME = 29_000;

/** The API of made-up people as the function runs it, on a table of its own, whose calls a test decides about. */
class Deployment {
  fate: (operation: string, call: number, input: object) => Fault = () => 'none';
  calls = 0;
  /** Passes only when something waits. */
  clock = 0;
  readonly people: People;
  readonly time = new RequestTime(() => this.clock);
  readonly sweep: () => Promise<number>;
  private readonly dynamodb: DynamoDB;

  constructor(server: DynamoDBUnderTest, tableName: string) {
    this.dynamodb = withFaults(server.connect(), (operation, input) => {
      this.calls += 1;
      return this.fate(operation, this.calls, input);
    });
    const pass = async (milliseconds: number) => {
      this.clock += milliseconds;
      await nextTurn();
    };
    const pace: Pace = { now: () => this.clock, sleep: pass, random: seededRandom(1) };
    const timeLeft = this.time.left;
    const store = createDynamoDBStore({ tableName, dynamodb: this.dynamodb, pace, timeLeft });
    const now = () => 1_800_000_000_000 + Math.floor(this.clock);
    const options = { now, pause: pass, timeLeft, updateRecords: true };
    this.people = peopleOn(store, rules, options);
    const sweeper = createResolution({ store, rules, ...options, timeLeft: () => Number.POSITIVE_INFINITY });
    this.sweep = () => {
      this.clock += 200_000;
      this.time.begin(TIME);
      return sweeper.sweep();
    };
  }

  /** One request, with all of a function's time. */
  ask(query: string, input?: object) {
    this.time.begin(TIME);
    return this.people.ask(query, input === undefined ? undefined : { input });
  }

  close(): void {
    this.dynamodb.close();
  }
}

const rules = compilePeople(peopleDocument());
const person = (id: string, ...addresses: string[]) => ({
  id,
  name: `name of ${id}`,
  emails: addresses.map((address) => email(`${address}@example.org`)),
});

describeWith('the API on a table', await requireDynamoDB(), tests);

function tests(server: DynamoDBUnderTest): void {
  let deployment: Deployment;
  let tables = 0;

  const deploy = async () => {
    deployment?.close();
    tables += 1;
    const tableName = `faults-${process.pid}-${tables}`;
    await server.createTable(tableName);
    const clock = deployment?.clock ?? 0;
    deployment = new Deployment(server, tableName);
    // The ids of operations go up in a process, so that its time never goes back.
    deployment.clock = clock;
  };
  beforeAll(deploy);
  afterAll(async () => {
    deployment.close();
    await server.stop();
  });

  const entityOf = async (id: string): Promise<string[] | undefined> => {
    const { data, errors } = await deployment.ask(READ, { id });
    expect(errors).toEqual([]);
    return data.entityByRecord.entity?.records.map((record: { id: string }) => record.id);
  };

  it('that throttles, conflicts, loses answers and does half of its batches, answers as if nothing were wrong', async () => {
    await deploy();
    const random = seededRandom(7);
    const faults: Fault[] = ['throttled', 'conflict', 'lost', 'partial'];
    const met = new Set<Fault>();
    deployment.fate = () => {
      const fault = random() < 0.2 ? faults[Math.floor(random() * faults.length)]! : 'none';
      met.add(fault);
      return fault;
    };

    const outcomes: string[] = [];
    for (let group = 0; group < 6; group++) {
      const records = Array.from({ length: 5 }, (_, index) => person(`g${group}r${index}`, `shared${group}`));
      const answers = await Promise.all([
        deployment.ask(RECORDS, { records: records.slice(0, 3) }),
        deployment.ask(RECORDS, { records: records.slice(2) }),
      ]);
      for (const { data, errors } of answers) {
        expect(errors).toEqual([]);
        outcomes.push(...data.submit.records.map(({ outcome }: { outcome: string }) => outcome));
      }
      const found = await deployment.ask(SEARCH, { parameters: { emails: [email(`shared${group}@example.org`)] } });
      expect([found.errors, found.data]).toEqual([[], { search: { totalCount: 1 } }]);
      expect((await entityOf(`g${group}r4`))!.length).toBe(5);
      const moved = await deployment.ask(RECORDS, { records: [person(`g${group}r1`, `alone${group}`)] });
      expect([moved.errors, moved.data.submit.records[0].outcome]).toEqual([[], 'UPDATED']);
      const erased = await deployment.ask(ERASE, { recordIDs: [`g${group}r0`] });
      expect([erased.errors, erased.data]).toEqual([[], { disassemble: { triggered: true } }]);
    }
    deployment.fate = () => 'none';
    await deployment.sweep();

    expect(met).toEqual(new Set(['none', ...faults]));
    // Exactly one of the two submits that name the record reports it as new.
    expect(outcomes.filter((outcome) => outcome === 'CREATED').length).toBe(30);
    for (let group = 0; group < 6; group++) {
      expect(await entityOf(`g${group}r0`)).toBeUndefined();
      expect(await entityOf(`g${group}r1`)).toEqual([`g${group}r1`]);
      expect((await entityOf(`g${group}r3`))!.toSorted()).toEqual(['r2', 'r3', 'r4'].map((r) => `g${group}${r}`));
    }
    expect((await deployment.ask(METRICS)).data.metrics).toEqual({
      recordCount: 24,
      entityCount: 12,
      oldestUnfinishedSeconds: null,
    });
  });

  it.each(['throttled', 'lost'] as const)(
    'whose calls are all %s, is answered TRY_AGAIN to before the time of the function is over',
    async (fault) => {
      await deploy();
      await deployment.ask(RECORDS, { records: [person('a', 'x'), person('b', 'x')] });
      const requests: [string, object][] = [
        [RECORDS, { records: [person('c', 'x')] }],
        [READ, { id: 'a' }],
        [SEARCH, { parameters: { emails: [email('x@example.org')] } }],
        [ERASE, { recordIDs: ['a'] }],
        [
          'mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }',
          { edges: [{ a: 'a', b: 'b' }] },
        ],
      ];

      for (const [query, input] of requests) {
        const started = deployment.clock;
        deployment.fate = () => fault;
        const { codes, errors } = await deployment.ask(query, input);
        expect(codes).toEqual(['TRY_AGAIN']);
        expect(errors[0]!.extensions.hint).toMatch(/again|Repeat/);
        expect(deployment.clock - started).toBeLessThan(TIME - 500);
      }
      deployment.fate = () => 'none';

      for (const [query, input] of requests)
        expect((await deployment.ask(query, input)).codes).not.toContain('TRY_AGAIN');
    },
  );

  it('that fails for good at any call of a submit, takes the same submit again', async () => {
    await deploy();
    await deployment.ask(RECORDS, { records: [person('left', 'l'), person('right', 'r')] });
    let failed = 0;
    for (let point = 1; ; point++) {
      const records = [person(`bridge${point}`, 'l', 'r'), person(`other${point}`, `o${point}`)];
      const first = deployment.calls;
      deployment.fate = (_command, call) => (call - first >= point ? (point % 2 === 0 ? 'lost' : 'throttled') : 'none');
      const { codes } = await deployment.ask(RECORDS, { records });
      deployment.fate = () => 'none';
      if (codes.length === 0) break;
      failed += 1;
      expect(codes).toEqual(['TRY_AGAIN']);

      const again = await deployment.ask(RECORDS, { records });

      expect(again.errors).toEqual([]);
      expect(await entityOf('left')).toContain('right');
      expect(await entityOf('right')).toContain(`bridge${point}`);
      expect(await entityOf(`other${point}`)).toEqual([`other${point}`]);
      if (point === 1) await deployment.ask(ERASE, { recordIDs: ['bridge1'] });
    }
    await deployment.sweep();
    const { recordCount, oldestUnfinishedSeconds } = (await deployment.ask(METRICS)).data.metrics;

    expect(failed).toBeGreaterThan(6);
    // Two for each point, one that was erased, and two to begin with; the last point did not fail.
    expect([recordCount, oldestUnfinishedSeconds]).toEqual([2 * (failed + 1) - 1 + 2, null]);
  });

  it.each([
    ['submitted again', RECORDS, { records: [person('late', 'x', 'z')] }],
    ['changed', RECORDS, { records: [person('late', 'x', 'y', 'z')] }],
    ['cut from another', ERASE, { edges: [{ a: 'first', b: 'late' }] }],
  ])(
    'finishes a record of which the answer was lost, and which was %s before it was asked again',
    async (_what, query, input) => {
      await deploy();
      await deployment.ask(RECORDS, { records: [person('first', 'x')] });
      await deployment.ask(RECORDS, { records: [person('second', 'x')] });
      let meanwhile: { codes: readonly string[] } | undefined;
      deployment.fate = (operation, _call, put) => {
        // The record itself, not its reservation.
        if (operation !== 'PutItem' || !('Item' in put && 'd' in (put.Item as object))) return 'none';
        deployment.fate = () => 'none';
        return async () => {
          meanwhile = await deployment.ask(query, input);
        };
      };

      const { errors } = await deployment.ask(RECORDS, { records: [person('late', 'x', 'z')] });
      await deployment.ask(RECORDS, { records: [person('last', 'z')] });
      await deployment.sweep();

      expect([meanwhile?.codes, errors]).toEqual([[], []]);
      expect((await entityOf('last'))!.toSorted()).toEqual(['first', 'last', 'late', 'second']);
      expect((await deployment.ask(METRICS)).data.metrics).toMatchObject({
        recordCount: 4,
        oldestUnfinishedSeconds: null,
      });
    },
  );

  it('gives each call no more than the time that is left', async () => {
    await deploy();
    let asked = 0;
    deployment.fate = () => {
      asked += 1;
      return 'none';
    };
    deployment.time.begin(900);

    const { codes } = await deployment.people.ask(READ, { input: { id: 'unknown' } });

    expect(codes).toEqual(['TRY_AGAIN']);
    expect(asked).toBe(0);
  });

  it('gives up a call that is never answered when the time is over', async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const time = new RequestTime();
    const dynamodb = connectTo(`http://127.0.0.1:${port}`);
    const store = createDynamoDBStore({ tableName: 'none', dynamodb, timeLeft: time.left });
    time.begin(1_150);

    const failure = await store.getMany([{ pk: 'p', sk: 's' }]).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(RetryableError);
    expect(time.left()).toBeLessThan(1_150);
    await store.close();
    dynamodb.close();
    silent.close();
  });
}
