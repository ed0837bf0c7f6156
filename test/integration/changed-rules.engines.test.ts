import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { chooseRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { deployedPeople, type Edit, edits } from '../setup/edited-people.ts';
import { WatchedStore } from '../setup/watched-store.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

type Person = { readonly id: string } & Readonly<Record<string, string>>;

const HOUR = 3_600_000;
/** What a record leaves in the table: its item, its keys and marks of keys, and members of entities. */
const isOfRecords = ({ pk, sk }: { readonly pk: string; readonly sk: string }) =>
  /^[RBKG]#/.test(pk) || (pk.startsWith('E#') && sk.startsWith('R#'));

/** Every engine, by rules that go on serving and by rules that come into force all the same. */
const casesWith = async (adoptChanged: boolean) =>
  (await storesHere()).map(([engine, open]) => ({
    engine,
    open,
    adoptChanged,
    way: adoptChanged ? 'adopted' : 'held back',
  }));
const cases = [...(await casesWith(false)), ...(await casesWith(true))];

describe.each(cases)(
  'rules that change under stored records, $way, on the $engine engine',
  ({ open, adoptChanged }) => {
    let engine: OpenedStore;
    let store: WatchedStore;
    let clock = Date.parse('2026-02-03T04:05:06Z');
    let year = 1900;

    beforeAll(async () => {
      engine = await open();
      store = new WatchedStore(engine.store);
    });
    afterAll(() => engine.end());

    /** A process that starts with these rules deployed. */
    async function start(edit?: Edit, adopt = adoptChanged): Promise<Resolution> {
      const chosen = await chooseRules(store, deployedPeople(edit), { adoptChanged: adopt });
      return createResolution({ store, ...chosen, updateRecords: true, now: () => clock });
    }

    /** People whose values no other record in the table has. */
    function people() {
      year += 1;
      const own = `secret${year}`;
      const ada = {
        firstName: 'Ada',
        lastName: 'Lovelace',
        dateOfBirth: `${year}-12-10`,
        email: `${own}@example.com`,
        postcode: `AB${year} 2CD`,
      };
      const record = (id: string, values: object): Person => ({ id: `${own}-${id}`, ...values });
      return { own, ada, record };
    }

    const groupsOf = async (resolution: Resolution, records: readonly Person[]) => {
      const entities = await Promise.all(records.map(({ id }) => resolution.entityByRecord(id)));
      return entities.map((entity) => entity?.id);
    };
    const areTogether = async (resolution: Resolution, ...records: readonly Person[]) =>
      new Set(await groupsOf(resolution, records)).size === 1;

    /** Everything that can be asked of stored records is answered; then nothing of them is left in the table. */
    async function expectServedAndErased(resolution: Resolution, own: string, ...records: readonly Person[]) {
      for (const { id, email } of records) {
        const entity = await resolution.entityByRecord(id);
        expect(entity!.records.map((one) => one['id'])).toContain(id);
        entity!.edges();
        entity!.score();
        entity!.duplicates();
        await resolution.search({ parameters: { email } });
      }
      for (const { id } of records) await resolution.disassemble({ recordIDs: [id] });
      clock += HOUR;
      await resolution.sweep();
      const items = await store.items();
      expect(items.filter(isOfRecords)).toEqual([]);
      expect(JSON.stringify(items)).not.toContain(own);
      expect(await resolution.metrics()).toMatchObject({ recordCount: 0, entityCount: 0, oldestUnfinished: null });
    }

    it('leave nothing of a record that is erased after two of its keys changed', async () => {
      const { own, ada, record } = people();
      const old = record('old', ada);
      await (await start(undefined, true)).submit([old]);

      const resolution = await start(edits.relaxed);

      await expectServedAndErased(resolution, own, old);
    });

    it('can be gone on with by records that would have too many keys under them', async () => {
      const { own, ada, record } = people();
      const words = Array.from({ length: 25 }, (_, index) => `word${index}`).join(' ');
      const [many, few] = [record('many', { ...ada, city: words }), record('few', ada)];
      await (await start(undefined, true)).submit([many, few]);

      const resolution = await start(edits.manyKeys);

      expect(await areTogether(resolution, many, few)).toBe(true);
      await resolution.submit([{ ...few, city: 'q' }]);
      await expectServedAndErased(resolution, own, many, few);
    });

    it('never join a record with a stored one that they keep apart, and show edges where records are together', async () => {
      const { own, ada, record } = people();
      const old = record('old', ada);
      const fresh = record('new', {
        firstName: ada.firstName,
        lastName: 'Quartz',
        email: ada.email,
        postcode: 'ZZ9 9ZZ',
      });
      await (await start(undefined, true)).submit([old]);

      const resolution = await start(edits.tightened);
      await resolution.submit([fresh]);

      const together = await areTogether(resolution, old, fresh);
      expect(together).toBe(!adoptChanged);
      expect((await resolution.entityByRecord(fresh.id))!.edges().length).toBe(together ? 1 : 0);
      await expectServedAndErased(resolution, own, old, fresh);
    });

    it('find stored records by a key that has come to decide, unless they were adopted', async () => {
      const { own, ada, record } = people();
      const old = record('old', ada);
      const fresh = record('new', { firstName: ada.firstName, lastName: 'King', email: ada.email });
      await (await start(undefined, true)).submit([old]);

      const resolution = await start(edits.exact);
      await resolution.submit([fresh]);

      const found = (await resolution.search({ parameters: { email: ada.email } })).entities.flatMap(({ records }) =>
        records.map(({ id }) => id),
      );
      expect(found.includes(old.id)).toBe(!adoptChanged);
      expect(await areTogether(resolution, old, fresh)).toBe(!adoptChanged);
      await expectServedAndErased(resolution, own, old, fresh);
    });

    it('never take one stored value for another when only the order of resolvers changes', async () => {
      const { own, ada, record } = people();
      const { dateOfBirth: _unknown, ...ageless } = ada;
      const old = record('old', ageless);
      const fresh = record('new', { ...ageless, email: `other-${ada.email}`, city: 'x' });
      await (await start(undefined, true)).submit([old]);

      const resolution = await start(edits.reordered);
      await resolution.submit([fresh]);

      expect(await areTogether(resolution, old, fresh)).toBe(!adoptChanged);
      await expectServedAndErased(resolution, own, old, fresh);
    });

    it('demand nothing of records that are stored', async () => {
      const { own, ada, record } = people();
      const [one, other] = [record('one', ada), record('other', { ...ada, city: 'x' })];
      await (await start(undefined, true)).submit([one, other]);

      const resolution = await start(edits.demanding);

      expect((await resolution.entityByRecord(one.id))!.edges().length).toBeGreaterThan(0);
      expect((await resolution.search({ parameters: { email: ada.email } })).entities.length).toBe(1);
      await expect(resolution.submit([record('third', ada)])).rejects.toMatchObject({ code: 'SUBMIT_REFUSED' });
      await resolution.disassemble({ edges: [{ a: one.id, b: other.id }] });
      await expectServedAndErased(resolution, own, one, other);
    });

    it('leave an entity its edges when a threshold is raised, unless they were adopted', async () => {
      const { own, ada, record } = people();
      const { dateOfBirth } = ada;
      const catherine = (firstName: string) => ({ firstName, lastName: 'Smith', dateOfBirth, email: ada.email });
      const a = record('a', { ...catherine('Katherine'), email: `a-${ada.email}` });
      const b = record('b', { ...catherine('Catherine'), email: `b-${ada.email}` });
      await (await start(undefined, true)).submit([a, b]);

      const resolution = await start(edits.threshold);

      expect(await areTogether(resolution, a, b)).toBe(true);
      expect((await resolution.entityByRecord(a.id))!.edges().length).toBe(adoptChanged ? 0 : 1);
      await resolution.submit([{ ...a, city: 'Leeds' }]);
      expect(await areTogether(resolution, a, b)).toBe(!adoptChanged);
      await expectServedAndErased(resolution, own, a, b);
    });
  },
);
