import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noObserver } from '../../src/entities/observer.ts';
import type { Resolution, ResolutionDependencies } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { entitiesByOrder, entitiesIn } from '../setup/over-frequent.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { letterRules, toyRules } from '../setup/toy-rules.ts';
import { WatchedStore } from '../setup/watched-store.ts';
import { compilePeople, email, type People, peopleDocument, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const stores = await storesHere();
const example = (name: string) => readFileSync(new URL(`../../examples/people/${name}`, import.meta.url), 'utf8');
const exampleRules = compileRuleConfig(
  loadRuleConfig(example('rule-config.json'), loadRecordSchema(example('schema.graphqls'))),
);

describe.each(stores)('on the %s engine', (_engine, open) => {
  let engine: OpenedStore;
  let store: WatchedStore;
  beforeAll(async () => {
    engine = await open();
    store = new WatchedStore(engine.store);
  });
  afterAll(() => engine.end());

  const resolutionOf = (options: Partial<ResolutionDependencies> = {}): Resolution =>
    createResolution({ store, rules: toyRules, ...options });

  describe('a key that only suggests a link', () => {
    const CAP = 50;
    let letters = 0;
    /** As many records as share one key of their own, each near the one before. */
    const crowd = (count: number) => {
      letters += 1;
      const letter = String.fromCharCode(0x100 + letters);
      return Array.from({ length: count }, (_, index) => ({
        id: `${letter}${index}`,
        near: [`${letter}${index % 7}`],
      }));
    };

    it.each([[[1]], [[2]], [[10]], [[100]], [[3, 40, 7, 100, 1]]])(
      'links as many records as may share it and no other, in batches of %j',
      async (sizes) => {
        const resolution = resolutionOf({ genericKeyRecords: CAP });
        const records = crowd(200);

        await submitInBatches(resolution, records, sizes);

        const entities = await entitiesIn(resolution, records);
        expect(entities.map((ids) => ids.split(' ').length).sort((a, b) => b - a)).toEqual([
          CAP,
          ...Array<number>(200 - CAP).fill(1),
        ]);
        expect(entities).toEqual(entitiesByOrder(records, CAP));
      },
    );

    it('does the same in a dry run, which leaves no mark', async () => {
      const resolution = resolutionOf({ genericKeyRecords: CAP });
      const records = crowd(CAP + 20);
      await resolution.submit(records.slice(0, CAP - 5));

      const preview = await resolution.submitWithPreview(records.slice(CAP - 5), { dryRun: true });
      await resolution.submit(records.slice(CAP - 5));

      expect(preview.map(({ records }) => records.length).sort((a, b) => a - b)).toEqual([
        ...Array<number>(20).fill(1),
        CAP,
      ]);
      expect(await entitiesIn(resolution, records)).toEqual(entitiesByOrder(records, CAP));
    });

    it('gets no posting of a record that changes to its value once it is marked', async () => {
      const resolution = resolutionOf({ genericKeyRecords: CAP, updateRecords: true });
      const records = crowd(CAP + 1);
      await submitInBatches(resolution, records, [10]);
      const { hash } = toyRules.indexKeys(toyRules.resolve(records[0]!))[0]!;
      const other = { id: `${records[0]!.id}-other`, exact: [`${records[0]!.id}-other`] };
      await resolution.submit([other]);

      await resolution.submit([{ ...other, near: records[0]!.near }]);

      expect((await resolution.entityByRecord(other.id))!.records.length).toBe(1);
      const postings = (await store.items()).filter(({ pk }) => pk === `B#${hash}`);
      expect(postings.map(({ sk }) => sk.split('\t')[0]).filter((id) => id !== '').length).toBe(CAP);
    });
  });

  describe('a search by a name that many share', () => {
    /** People of one name that agree in nothing else. */
    const person = (index: number) => ({
      id: `p${String(index).padStart(5, '0')}`,
      firstName: 'Emma',
      lastName: 'Smith',
      dateOfBirth: new Date(Date.UTC(1930, 0, 1 + index)).toISOString().slice(0, 10),
      email: `emma${index}@example.org`,
    });
    const name = { firstName: 'Emma', lastName: 'Smith' };
    let resolution: Resolution;
    let people = 0;
    const grow = async (count: number) => {
      const fresh = Array.from({ length: count - people }, (_, index) => person(people + index));
      await submitInBatches(resolution, fresh, [100]);
      people = count;
    };
    const tooFrequent = {
      rules: ['NAME'],
      reason: 'TOO_FREQUENT',
      atLeast: 1_001,
      add: ['dateOfBirth', 'postcode'],
    };

    it('reads the list of 500 by one call', async () => {
      resolution = resolutionOf({ rules: exampleRules });
      await grow(500);
      store.reset();

      const { entities } = await resolution.search({ parameters: name });

      expect(entities.length).toBe(500);
      // One of the list, and one of each entity.
      expect(store.calls.filter((call) => call === 'query').length).toBe(501);
    });

    it('finds all of 1,000, and says nothing', async () => {
      await grow(1_000);

      const { entities, incomplete } = await resolution.search({ parameters: name });

      expect([entities.length, incomplete]).toEqual([1_000, []]);
      expect((await resolution.metrics()).tooFrequentKeys).toEqual([]);
    });

    it.each([1_001, 2_500])('finds the first 1,000 of %d, and says that there are more', async (count) => {
      await grow(count);

      const { entities, incomplete } = await resolution.search({ parameters: name });

      expect(entities.flatMap(({ records }) => records.map(({ id }) => id)).sort()).toEqual(
        Array.from({ length: 1_000 }, (_, index) => person(index).id),
      );
      expect(incomplete).toEqual([tooFrequent]);
    });

    it('finds the last of them by the field that it says to add', async () => {
      const { dateOfBirth, id } = person(2_499);

      const { entities, incomplete } = await resolution.search({ parameters: { ...name, dateOfBirth } });

      const found = entities.find(({ records }) => records.some((record) => record['id'] === id));
      expect(Object.values(found!.hits())).toEqual([['BIRTHDAY_LAST_NAME', 'BIRTHDAY_FIRST_NAME', 'NAME']]);
      expect(incomplete).toEqual([{ ...tooFrequent, add: ['email', 'postcode'] }]);
    });

    it('is counted by metrics, once', async () => {
      await resolution.search({ parameters: name });

      const { tooFrequentKeys, genericKeys } = await resolution.metrics();

      expect(tooFrequentKeys.map(({ ruleIDs }) => ruleIDs)).toEqual([['NAME']]);
      expect(genericKeys.filter(({ ruleIDs }) => ruleIDs.includes('NAME'))).toEqual([]);
    });

    it('ends with TRY_AGAIN when its time is over', async () => {
      const search = resolutionOf({ rules: exampleRules, timeLeft: () => -1 }).search({ parameters: name });

      await expect(search).rejects.toMatchObject({ code: 'TRY_AGAIN' });
    });
  });

  describe('a search by several values that many share', () => {
    it('looks at no more candidates than one of them may have, some of each', async () => {
      const CAP = 20;
      const told: number[] = [];
      const document = peopleDocument();
      const ruleSets = document.ruleSets.map((set) => (set.id === 'link' ? { ...set, ruleIDs: ['PHONE'] } : set));
      const rules = compilePeople({
        ...document,
        ruleSets,
        mutationRuleSetGroups: { default: { indexRuleSetID: 'index', linkRuleSetID: 'link' } },
      });
      const resolution = resolutionOf({
        rules,
        genericKeyRecords: CAP,
        observer: { ...noObserver, searchCandidates: (count) => told.push(count) },
      });
      const crowds = ['one', 'two'].flatMap((crowd) =>
        Array.from({ length: CAP + 5 }, (_, index) => ({
          id: `${crowd}-${index}`,
          phone: `of ${crowd}-${index}`,
          emails: [email(`${crowd}@example.org`)],
        })),
      );
      await submitInBatches(resolution, crowds, [100]);

      const { entities, incomplete } = await resolution.search({
        parameters: { emails: [email('one@example.org'), email('two@example.org')] },
      });

      const found = entities.map(({ records }) => String(records[0]!['id']).split('-')[0]);
      expect(told).toEqual([CAP]);
      expect(found.sort()).toEqual([...Array(CAP / 2).fill('one'), ...Array(CAP / 2).fill('two')]);
      expect(incomplete).toEqual([{ rules: ['EMAIL'], reason: 'TOO_FREQUENT', atLeast: CAP + 1, add: [] }]);
    });
  });

  describe('through the API', () => {
    const CAP = 12;
    const SEARCH = `query ($input: SearchInput!) { search(input: $input) {
      totalCount incomplete { rules reason atLeast add } } }`;
    let people: People;

    beforeAll(() => {
      const document = peopleDocument();
      // A telephone number links two of one name only.
      const rules = compilePeople({
        ...document,
        rules: document.rules.map((rule) =>
          rule.id === 'PHONE'
            ? { ...rule, matcherIDs: ['samePhone', 'sameName'], attributes: { disableIndexMatcherIDs: ['sameName'] } }
            : rule,
        ),
      });
      people = peopleOn(store, rules, { genericKeyRecords: CAP });
    });

    it('a search says that a value links nothing any more, and which field to add', async () => {
      for (let index = 0; index <= CAP; index++) {
        await people.submit({ id: `switch${index}`, name: `n${index}`, phone: '555-switchboard' });
      }

      const { data, codes } = await people.ask(SEARCH, {
        input: { parameters: { phone: '555-switchboard', name: 'n3' } },
      });
      const other = await people.ask(SEARCH, { input: { parameters: { phone: '555-other', name: 'n3' } } });

      expect(codes).toEqual([]);
      expect(data.search).toEqual({
        totalCount: 0,
        incomplete: [{ rules: ['PHONE'], reason: 'GENERIC', atLeast: CAP + 1, add: [] }],
      });
      expect(other.data.search).toEqual({ totalCount: 0, incomplete: [] });
    });

    it('metrics counts both kinds, until the last record with the value is erased', async () => {
      const shared = Array.from({ length: CAP + 3 }, (_, index) => ({
        id: `named${index}`,
        name: 'shared',
        phone: `555-${index}`,
      }));
      await people.submit(...shared);
      const search = { parameters: { name: 'shared' }, searchRules: 'name' };
      const METRICS = '{ metrics { genericKeyCount tooFrequentKeyCount } }';
      const counts = async () => (await people.ask(METRICS)).data.metrics;
      const before = await counts();

      const found = await people.ask(SEARCH, { input: search });
      const between = await counts();
      for (const { id } of shared) {
        await people.ask('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', {
          input: { recordIDs: [id] },
        });
      }

      expect(found.data.search.totalCount).toBe(CAP);
      expect(between.tooFrequentKeyCount).toBe(before.tooFrequentKeyCount + 1);
      expect(await counts()).toEqual(before);
    });
  });

  it('a search by a key that is enough for a hit finds as many as may share it', async () => {
    const resolution = resolutionOf({ rules: letterRules, genericKeyRecords: 5 });
    const records = Array.from({ length: 5 }, (_, index) => ({ id: `enough${index}`, near: [`~${index * 10}`] }));
    await resolution.submit(records);
    const whole = await resolution.search({ parameters: { near: ['~1000'] } });
    await resolution.submit([{ id: 'one too many', near: ['~2000'] }]);

    const closed = await resolution.search({ parameters: { near: ['~1000'] } });

    expect([whole.entities.length, whole.incomplete]).toEqual([5, []]);
    expect(closed).toEqual({
      entities: [],
      incomplete: [{ rules: ['NEAR'], reason: 'GENERIC', atLeast: 6, add: [] }],
    });
  });
});
