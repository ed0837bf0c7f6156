import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { checkItem } from '../../src/store/items.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { toyRules } from '../setup/toy-rules.ts';
import { WatchedStore } from '../setup/watched-store.ts';
import { compilePeople, type People, peopleDocument, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const OVERSIZED = 10_000;
const KILOBYTE = 1_024;
const CAP = 120;

/** The rules of people, and one that only suggests: the same address, and the name if both have one. */
function rules({ withDuplicates }: { withDuplicates: boolean }) {
  const document = peopleDocument();
  const matchers = [
    ...document.matchers,
    { id: 'noOtherName', type: 'orempty', attributes: { matcherID: 'sameName' } },
  ];
  const [emailRule, ...others] = document.rules;
  return compilePeople({
    ...document,
    matchers,
    rules: [{ ...emailRule, matcherIDs: ['sameEmail', 'noOtherName'] }, ...others],
    ...(withDuplicates
      ? {}
      : { mutationRuleSetGroups: { default: { indexRuleSetID: 'index', linkRuleSetID: 'link' } } }),
  });
}

const stores = await storesHere();

describe.each(stores)('on the %s engine', (_engine, open) => {
  let engine: OpenedStore;
  let store: WatchedStore;
  let resolution: Resolution;
  let people: People;
  /** With rules that have every pair of records of an entity judged. */
  let judging: People;
  const reported: string[] = [];

  beforeAll(async () => {
    engine = await open();
    store = new WatchedStore(engine.store);
    const options = {
      genericKeyRecords: CAP,
      onOverFrequentKey: ({ plan }: { plan: { ruleIDs: readonly string[] } }) => reported.push(...plan.ruleIDs),
    };
    resolution = createResolution({ store, rules: rules({ withDuplicates: true }), ...options });
    people = peopleOn(store, rules({ withDuplicates: false }), options);
    judging = peopleOn(store, rules({ withDuplicates: true }), options);
  });
  afterAll(() => engine.end());

  const submitAll = (records: readonly RecordPayload[]) => submitInBatches(resolution, records, [100]);
  /** What one more record costs. */
  const costOf = async (record: Record<string, unknown>) => {
    store.reset();
    await resolution.submit([record]);
    return { calls: store.calls.length, writes: store.writes, bytes: store.bytes };
  };
  const ask = async (query: string, input: object) => {
    const { data, codes } = await people.ask(query, { input });
    return { data, codes };
  };

  describe('an entity of 10,000 records', () => {
    beforeAll(async () => {
      const hub = (count: number, phone: string, prefix: string) =>
        Array.from({ length: count }, (_, i) => ({ id: `${prefix}${i}`, name: `n${i}`, phone }));
      await submitAll(hub(10, '10', 's'));
      await submitAll(hub(OVERSIZED, '10000', 'g'));
    });

    it('takes one more record for what it costs at 10, within a factor of two', async () => {
      const small = await costOf({ id: 's-more', name: 'm', phone: '10' });
      const oversized = await costOf({ id: 'g-more', name: 'm', phone: '10000' });

      for (const what of ['calls', 'writes', 'bytes'] as const) {
        expect([what, oversized[what] <= 2 * small[what]]).toEqual([what, true]);
      }
    });

    it('is read whole, in pages', async () => {
      store.reset();

      const view = await resolution.entityByRecord('g17');

      expect(view!.records.length).toBe(OVERSIZED + 1);
      expect(new Set(view!.records.map(({ id }) => id)).size).toBe(OVERSIZED + 1);
      // One look at the record, and the fragment page by page: 10,000 members fit a few pages of 1 MB.
      expect(store.calls.filter((call) => call === 'query').length).toBeGreaterThan(0);
      expect(store.calls.length).toBeLessThan(20);
    });

    it('keeps every item far below the limit of 400 KB', async () => {
      const sizes = (await store.items()).map(checkItem);

      expect(sizes.length).toBeGreaterThan(2 * OVERSIZED);
      expect(Math.max(...sizes)).toBeLessThan(40 * KILOBYTE);
    });

    it('answers its records and its score, explains two of them, and says that its edges are too many', async () => {
      const query = (selection: string) => `query ($input: EntityByRecordInput!) { entityByRecord(input: $input) {
        entity { ${selection} } } }`;

      const records = await ask(query('id records { id } score'), { id: 'g5' });
      const edges = await ask(query('id edges'), { id: 'g5' });
      const EXPLAIN = 'query ($input: ExplainInput!) { explain(input: $input) { together chain { rule } } }';
      const explained = await ask(EXPLAIN, { a: 'g5', b: 'g9000' });
      const explainedAll = await judging.ask(EXPLAIN, { input: { a: 'g5', b: 'g9000' } });
      const score = await judging.ask(query('score'), { input: { id: 'g5' } });

      expect(records.codes).toEqual([]);
      expect(records.data.entityByRecord.entity.records.length).toBe(OVERSIZED + 1);
      expect(records.data.entityByRecord.entity.score).toBeCloseTo(0.5);
      for (const { codes } of [edges, score]) expect(codes).toEqual(['ENTITY_TOO_LARGE']);
      expect(explainedAll.data.explain.together).toBe(true);
      expect(explained).toEqual({ codes: [], data: { explain: { together: true, chain: [{ rule: 'PHONE' }] } } });
    });

    it('is found by a search', async () => {
      const { data, codes } = await ask(
        'query ($input: SearchInput!) { search(input: $input) { totalCount entities { id } } }',
        { parameters: { phone: '10000' } },
      );

      expect([codes, data.search.totalCount]).toEqual([[], 1]);
    });
  });

  describe('an entity of 2,101 records of which one holds the halves together', () => {
    it('is parted by the sweeper when that one is erased, and the record is gone at once', async () => {
      let clock = Date.now();
      const toys = createResolution({ store, rules: toyRules, now: () => clock });
      const half = (index: number) => (index < 1_050 ? 'left' : 'right');
      const members = Array.from({ length: 2_100 }, (_, index) => ({ id: `half${index}`, exact: [half(index)] }));
      await submitInBatches(toys, members, [100]);
      await toys.submit([{ id: 'bridge', exact: ['left', 'right'] }]);

      const erased = await toys.disassemble({ recordIDs: ['bridge'] });

      expect(erased).toEqual({ triggered: true, complete: false, entityIDs: [], stillConnected: [] });
      expect(await toys.entityByRecord('bridge')).toBeUndefined();
      clock += 120_000;
      await toys.sweep();
      for (const id of ['half0', 'half2099']) expect((await toys.entityByRecord(id))!.records.length).toBe(1_050);
    });
  });

  describe('a suggesting key that too many records share', () => {
    const placeholder = [{ address: 'none@example.org', kind: 'home' }];
    const named = (id: string, name: string) => ({ id, name, emails: placeholder });

    it('is found out by a submit that succeeds, and is reported', async () => {
      await submitAll([named('first', 'twin'), named('second', 'twin')]);
      for (let i = 0; i < CAP + 10; i++) await resolution.submit([named(`p${i}`, `person ${i}`)]);

      const { data } = await people.ask('{ metrics { genericKeyCount } }');

      expect(new Set(reported)).toEqual(new Set(['EMAIL']));
      expect(data.metrics.genericKeyCount).toBe(1);
    });

    it('links nothing any more, leaves linked what was linked, and explain says so', async () => {
      const [late] = await resolution.submit([named('late', 'twin')]);

      expect(late!.outcome).toBe('CREATED');
      expect((await resolution.entityByRecord('late'))!.records.length).toBe(1);
      expect((await resolution.entityByRecord('first'))!.records.map(({ id }) => id)).toEqual(['first', 'second']);
      const { data, codes } = await judging.ask(
        'query ($input: ExplainInput!) { explain(input: $input) { sharedKeys { rules deciding generic } } }',
        { input: { a: 'first', b: 'late' } },
      );
      expect(codes).toEqual([]);
      expect(data.explain.sharedKeys).toContainEqual({ rules: ['EMAIL'], deciding: false, generic: true });
      expect(data.explain.sharedKeys).toContainEqual(expect.objectContaining({ rules: ['NAME'], generic: false }));
    });

    it('makes a submit no slower than a key that no other record has', async () => {
      const alone = await costOf({
        ...named('alone', 'a name'),
        emails: [{ address: 'alone@example.org', kind: 'home' }],
      });
      const hub = await costOf(named('one more', 'another name'));

      expect(hub.calls).toBeLessThanOrEqual(alone.calls);
      expect(hub.writes).toBeLessThanOrEqual(alone.writes);
    });

    it('fails no search, and grows no further', async () => {
      const { data, codes } = await judging.ask(
        'query ($input: SearchInput!) { search(input: $input) { totalCount } }',
        {
          input: { parameters: { emails: placeholder, name: 'twin' } },
        },
      );
      const items = await store.items();
      const generic = new Set(items.filter(({ pk, sk }) => pk.startsWith('B#') && sk === '\t').map(({ pk }) => pk));
      const postings = items.filter(({ pk }) => generic.has(pk));

      expect([codes, data.search.totalCount]).toEqual([[], 0]);
      expect(generic.size).toBe(1);
      // As many as it took to find out, and the mark.
      expect(postings.length).toBeLessThanOrEqual(CAP + 3);
    });
  });
});
