import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resolution, ResolutionDependencies } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { EntityView } from '../../src/entities/read/types.ts';
import { componentOf } from '../setup/component.ts';
import { toyRules } from '../setup/toy-rules.ts';
import { WatchedStore } from '../setup/watched-store.ts';
import { compilePeople, email, peopleDocument } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const stores = await storesHere();
const meta = { user: 'ada', reason: 'two people' };
const MINUTE = 60_000;

describe.each(stores)('on the %s engine', (_engine, open) => {
  let engine: OpenedStore;
  let store: WatchedStore;
  let clock = Date.now();
  let spaces = 0;
  beforeAll(async () => {
    engine = await open();
    store = new WatchedStore(engine.store);
  });
  afterAll(() => engine.end());

  const resolutionOf = (options: Partial<ResolutionDependencies> = {}): Resolution =>
    createResolution({ store, rules: toyRules, updateRecords: true, now: () => clock, lockTime: 300, ...options });
  /** What an operation left to go in passing has gone: it is written in the order in which it was asked for. */
  const rest = () => engine.store.write([{ put: { pk: 'rest', sk: '#' } }]);
  /** Ids and values of one test, which no other has. */
  const space = () => {
    spaces += 1;
    const own = `t${spaces}-`;
    const record = (id: string, exact: readonly string[], near: readonly string[] = []) => ({
      id: own + id,
      exact: exact.map((value) => own + value),
      near: near.map((value) => `${String.fromCharCode(0x100 + spaces)}${value}`),
    });
    const members = (view: EntityView | undefined) =>
      view?.records.map(({ id }) => String(id).slice(own.length)).sort();
    const entityOf = (resolution: Resolution, id: string) => resolution.entityByRecord(own + id);
    return { own, record, members, entityOf };
  };

  describe('a record that is submitted again', () => {
    it('unchanged, is answered UNCHANGED, and nothing is written', async () => {
      const { record } = space();
      const resolution = resolutionOf();
      const records = [record('a', ['x'], ['1']), record('b', ['x', 'y'])];
      await resolution.submit(records);
      await rest();
      store.reset();

      const again = await resolution.submit(records);

      expect(again.map(({ outcome }) => outcome)).toEqual(['UNCHANGED', 'UNCHANGED']);
      expect([store.writes, store.bytes]).toEqual([0, 0]);
      expect(store.calls.every((call) => /^(getMany|query)/.test(call))).toBe(true);
    });

    it('changed, is found by its new values only, and parts the entity that it held together', async () => {
      const { own, record, members, entityOf } = space();
      const resolution = resolutionOf();
      await resolution.submit([record('a', ['x']), record('bridge', ['x', 'y']), record('c', ['y'])]);

      const [changed] = await resolution.submit([record('bridge', ['z'])]);

      expect(changed!.outcome).toBe('UPDATED');
      expect((await resolution.metrics()).oldestUnfinished).toBeNull();
      for (const id of ['a', 'bridge', 'c']) expect(members(await entityOf(resolution, id))).toEqual([id]);
      const hits = async (value: string) =>
        (await resolution.search({ parameters: { exact: [own + value] } })).entities.flatMap((view) => members(view));
      expect([await hits('x'), await hits('y'), await hits('z')]).toEqual([['a'], ['c'], ['bridge']]);
    });
  });

  describe('erasure', () => {
    it('leaves no trace of the values, of keys made of them, or of the id in any item', async () => {
      const rules = compilePeople(blocking());
      const watched = new WatchedStore(engine.store);
      const resolution = createResolution({
        store: watched,
        rules,
        updateRecords: true,
        genericKeyRecords: 3,
        now: () => clock,
      });
      const person = (id: string, name: string, ...addresses: string[]) => ({
        id,
        name,
        phone: `phone of ${id}`,
        emails: addresses.map((address) => email(`${address}@example.org`)),
      });
      const victim = (round: string) => ({
        ...person('victim', `SECRET name ${round}`, `SECRET-${round}`, 'shared'),
        source: 'SECRET note',
      });
      await resolution.submit([person('friend', 'friend', 'shared'), person('partner', 'partner', 'shared')]);
      await resolution.submit([victim('one'), person('fellow', 'fellow', 'elsewhere')], { linkTogether: true });
      await resolution.submit([victim('two')]);
      await resolution.disassemble({ edges: [{ a: 'victim', b: 'fellow' }], createConnectionBan: true, meta });
      // So many share an address that it says nothing; all of them are erased.
      const crowd = Array.from({ length: 6 }, (_, i) => person(`SECRET-crowd${i}`, `n${i}`, 'SECRET-placeholder'));
      for (const one of crowd) await resolution.submit([one]);
      expect((await resolution.metrics()).genericKeys.length).toBe(1);
      const erased = [victim('one'), victim('two'), ...crowd];
      const kept = ['friend', 'partner', 'fellow'];
      const hashesOf = (record: object) => rules.indexKeys(rules.resolve(record as never)).map(({ hash }) => hash);
      const keptHashes = new Set(
        [
          person('friend', 'friend', 'shared'),
          person('partner', 'partner', 'shared'),
          person('fellow', 'fellow', 'elsewhere'),
        ].flatMap(hashesOf),
      );

      await resolution.disassemble({ recordIDs: ['victim'], createConnectionBan: true, meta });
      for (const { id } of crowd) await resolution.disassemble({ recordIDs: [id] });
      clock += 10 * MINUTE;
      await resolution.sweep();

      const table = JSON.stringify(await watched.items());
      for (const id of kept) expect(table).toContain(id);
      expect(table).not.toMatch(/SECRET|victim/);
      const traces = erased.flatMap(hashesOf).filter((hash) => !keptHashes.has(hash) && table.includes(hash));
      expect(erased.flatMap(hashesOf).length).toBeGreaterThan(10);
      expect(traces).toEqual([]);
      expect(await resolution.metrics()).toMatchObject({ oldestUnfinished: null, genericKeys: [] });
    });
  });

  describe('a connection ban', () => {
    it('is inherited by what an entity is merged with, and by the parts that it falls into', async () => {
      const { own, record, members, entityOf } = space();
      const resolution = resolutionOf();
      await resolution.submit([record('a', ['x', 'l']), record('b', ['x', 'r'])]);
      const edges = [{ a: `${own}a`, b: `${own}b` }];
      const { reference } = await resolution.disassemble({ edges, createConnectionBan: true, meta });
      // The older of the two entities would take the ban's holder in.
      await resolution.submit([record('older', ['o'])]);
      await resolution.submit([record('c', ['l', 'm']), record('d', ['m', 'o'])]);

      await resolution.submit([record('tempter', ['o', 'r'])]);

      expect((await entityOf(resolution, 'older'))!.id).not.toBe((await entityOf(resolution, 'b'))!.id);

      await resolution.disassemble({ recordIDs: [`${own}c`] });
      await resolution.submit([record('tempter2', ['r', 'm']), record('tempter3', ['r', 'l'])]);

      const sides = await Promise.all(['a', 'd', 'b'].map((id) => entityOf(resolution, id)));
      expect(new Set(sides.map((view) => view!.id)).size).toBe(3);
      for (const view of sides.slice(0, 2)) {
        expect(await view!.connectionBans()).toEqual([{ reference, others: [sides[2]!.id], ...meta, verified: false }]);
      }
      const others = sides.slice(0, 2).map((view) => view!.id);
      await resolution.removeConnectionBan({ reference: reference!, entityID: sides[2]!.id, others, meta });
      expect(members(await entityOf(resolution, 'b'))).toEqual([
        'a',
        'b',
        'd',
        'older',
        'tempter',
        'tempter2',
        'tempter3',
      ]);
    });
  });

  describe('records that arrive at the same time', () => {
    it('have one original, and all others are its duplicates', async () => {
      const rules = compilePeople(peopleDocument());
      const resolutions = [1, 2, 3].map(() => createResolution({ store, rules }));
      const copy = (index: number) => ({
        id: `copy${index}`,
        name: 'Copy',
        phone: '55',
        emails: [email('copy@example.org')],
      });

      const answers = await Promise.all(
        Array.from({ length: 18 }, (_, index) => resolutions[index % 3]!.submit([copy(index)])),
      );
      const [last] = await resolutions[0]!.submit([copy(99)]);

      // An id that was answered may have lost a merge since.
      const entities = await Promise.all(answers.map(([one]) => resolutions[0]!.entity(one!.entityID)));
      expect(new Set(entities.map((entity) => entity?.id)).size).toBe(1);
      expect(last!.outcome).toBe('DUPLICATE');
      const view = (await resolutions[1]!.entityByRecord('copy0'))!;
      const [first, ...rest] = view.records.map(({ id }) => String(id));
      expect(view.duplicates()).toEqual({ [first!]: expect.arrayContaining(rest) });
      expect(view.edges()).toEqual([]);
      // The original's own submit found no earlier record.
      expect(answers.find(([one]) => one!.id === first)![0]!.outcome).toBe('CREATED');
    });

    it('are together exactly as far as the consistency rules let them', async () => {
      const rules = compilePeople({
        ...peopleDocument(),
        ruleSets: [...peopleDocument().ruleSets, { id: 'gate', ruleIDs: ['NAME'] }],
        consistencyRuleSetIDs: { default: 'gate' },
      });
      const resolutions = [1, 2, 3].map(() => createResolution({ store, rules }));
      const records = Array.from({ length: 30 }, (_, index) => ({
        id: `gate${index}`,
        name: `gate name ${index % 3}`,
        phone: `gate phone ${index % 4}`,
        emails: [email(`gate${index % 5}@example.org`)],
      }));

      await Promise.all(records.map((record, index) => resolutions[index % 3]!.submit([record])));

      const values = records.map((record) => rules.resolve(record));
      const isLink = (a: number, b: number) =>
        rules.links(values[a]!, values[b]!).length + rules.duplicateGroups(values[a]!, values[b]!).length > 0;
      for (const [index, { id }] of records.entries()) {
        const component = componentOf(index, [...records.keys()], isLink);
        const view = (await resolutions[0]!.entityByRecord(id))!;
        expect(view.records.map((record) => record['id']).sort()).toEqual(
          [...component].map((position) => records[position]!.id).sort(),
        );
        expect(new Set(view.records.map(({ name }) => name)).size).toBe(1);
      }
    });
  });

  describe('an id that lost a merge', () => {
    it('leads to its survivor for ever, with at most one more call after the first', async () => {
      const { record, members } = space();
      const resolution = resolutionOf();
      const ids: string[] = [];
      for (let index = 0; index < 9; index++) {
        const [one] = await resolution.submit([record(`r${index}`, [`k${index}`])]);
        ids.push(one!.entityID);
      }
      // The youngest two first, so that the chain of the youngest grows with every merge.
      for (let index = 7; index >= 0; index--) {
        await resolution.submit([record(`m${index}`, [`k${index}`, `k${index + 1}`])]);
      }
      const [survivor] = ids;
      const callsOf = async (id: string) => {
        store.reset();
        const view = await resolution.entity(id);
        expect([view!.id, members(view)!.length]).toEqual([survivor, 17]);
        return store.calls.length;
      };
      await callsOf(ids[8]!);

      const direct = await callsOf(survivor!);

      for (const id of ids) {
        await callsOf(id);
        expect(await callsOf(id)).toBeLessThanOrEqual(direct + 1);
      }
    });
  });

  describe('metrics', () => {
    it('tell the age of the oldest unfinished work, and count exactly when it is done', async () => {
      const { own, record } = space();
      const resolution = resolutionOf();
      await rest();
      const before = await resolution.metrics();
      const cutOff = resolutionOf({ store: dying(store, 'discard') });
      await expect(cutOff.submit([record('a', ['x']), record('b', ['x']), record('c', ['y'])])).rejects.toThrow('dead');
      clock += 5 * MINUTE;

      const during = await resolution.metrics();
      await resolution.sweep();
      const after = await resolution.metrics();

      expect(during.oldestUnfinished).toBe(5 * MINUTE);
      expect(during.assemblyStatus.state).toBe('IN_PROGRESS');
      expect([after.recordCount - before.recordCount, after.entityCount - before.entityCount]).toEqual([3, 2]);
      expect([after.oldestUnfinished, after.assemblyStatus.state]).toEqual([null, 'READY']);
      expect((await resolution.entityByRecord(`${own}a`))!.records.length).toBe(2);
    });
  });
});

/** A store whose process ends when it comes to a verb. */
function dying(below: WatchedStore, verb: 'discard'): WatchedStore {
  return Object.assign(Object.create(below) as WatchedStore, { [verb]: () => Promise.reject(new Error('dead')) });
}

/** The rules of people, of which one only suggests: the same address, and the name if both have one. */
function blocking() {
  const document = peopleDocument();
  const [emailRule, ...others] = document.rules;
  return {
    ...document,
    matchers: [...document.matchers, { id: 'noOtherName', type: 'orempty', attributes: { matcherID: 'sameName' } }],
    rules: [{ ...emailRule, matcherIDs: ['sameEmail', 'noOtherName'] }, ...others],
  };
}
