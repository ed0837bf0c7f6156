import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newID } from '../../src/entities/items/ids.ts';
import { journalItem, journalKey } from '../../src/entities/items/journal.ts';
import { WatchedStore } from '../setup/watched-store.ts';
import { compilePeople, email, type People, peopleDocument, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const stores = await storesHere();

describe.each(stores)('what changes entities, through the API on the %s engine', (_name, open) => {
  let opened: OpenedStore;
  let people: People;
  let ask: People['ask'];

  beforeAll(async () => {
    opened = await open();
    people = peopleOn(opened.store);
    ask = people.ask;
  });
  afterAll(() => opened.end());

  const ENTITY = 'id aliases records { id } edges connectionBans { reference others user reason }';
  const entityOf = async (id: string) =>
    (await ask(`query ($id: ID!) { entityByRecord(input: {id: $id}) { entity { ${ENTITY} } } }`, { id })).data
      .entityByRecord.entity;
  const recordsOf = async (id: string): Promise<string[]> =>
    (await entityOf(id)).records.map((record: { id: string }) => record.id);
  const disassemble = (input: object) =>
    ask('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', { input });
  const metrics = async () =>
    (
      await ask(
        '{ metrics { recordCount entityCount oldestUnfinishedSeconds assemblyStatus { state estimatedTimeRemaining } } }',
      )
    ).data.metrics;
  /** The embedded engine counts with its next commit; only tests wait for it. */
  const committed = async () => {
    await opened.store.write([{ put: { pk: 'test', sk: 'committed' } }]);
    return metrics();
  };
  const search = async (parameters: object): Promise<string[]> =>
    (
      await ask('query ($input: SearchInput!) { search(input: $input) { entities { records { id } } } }', {
        input: { parameters },
      })
    ).data.search.entities.flatMap(({ records }: { records: { id: string }[] }) => records.map(({ id }) => id));
  const mail = (...names: string[]) => names.map((name) => email(`${name}@example.org`));

  describe('an entity id', () => {
    it('is new where nothing matches, and that of the entity where one does', async () => {
      const [first, second] = await people.submit({ id: 'i1', emails: mail('i1') }, { id: 'i2', emails: mail('i2') });
      const [third] = await people.submit({ id: 'i3', emails: mail('i2') });

      expect(first).not.toBe(second);
      expect(third).toBe(second);
    });

    it('survives where the entity is the oldest of those that become one, and the others lead to it', async () => {
      const [oldest] = await people.submit({ id: 'o1', emails: mail('o1') });
      const [middle] = await people.submit({ id: 'o2', emails: mail('o2') });
      const [young] = await people.submit({ id: 'o3', emails: mail('o3') });
      // First the two younger ones.
      const [between] = await people.submit({ id: 'o4', emails: mail('o2', 'o3') });
      const [all] = await people.submit({ id: 'o5', emails: mail('o1', 'o3') });

      expect(between).toBe(middle);
      expect(all).toBe(oldest);
      const { aliases } = await entityOf('o3');
      expect(aliases).toEqual([middle, young].toSorted());
      for (const id of [oldest, middle, young]) {
        const { data } = await ask('query ($id: ID!) { entity(input: {id: $id}) { entity { id records { id } } } }', {
          id,
        });
        expect(data.entity.entity).toMatchObject({ id: oldest });
        expect(data.entity.entity.records).toHaveLength(5);
      }
    });

    it('stays with the largest part of an entity that is split', async () => {
      const [id] = await people.submit(
        { id: 's1', emails: mail('s1') },
        { id: 's2', emails: mail('s1', 's2') },
        { id: 's3', emails: mail('s2', 's3') },
        { id: 's4', emails: mail('s3') },
        { id: 's5', emails: mail('s3') },
      );

      const { data } = await disassemble({ edges: [{ a: 's2', b: 's3' }] });

      expect(data.disassemble).toEqual({ triggered: true });
      const [small, large] = [await entityOf('s1'), await entityOf('s5')];
      expect(large.id).toBe(id);
      expect(small.id).not.toBe(id);
      expect(small.records.map((record: { id: string }) => record.id)).toEqual(['s1', 's2']);
      expect(large.records.map((record: { id: string }) => record.id)).toEqual(['s3', 's4', 's5']);
      expect(large.edges.join()).not.toContain('s2');
    });
  });

  describe('linkTogether', () => {
    it('makes one entity of records that nothing links, with edges of the rule STATIC', async () => {
      const { data } = await ask(
        'mutation ($input: SubmitInput!) { submit(input: $input) { records { id entityID outcome } } }',
        {
          input: {
            records: [
              { id: 't1', emails: mail('t1') },
              { id: 't2', emails: mail('t2') },
            ],
            linkTogether: true,
          },
        },
      );
      const apart = await people.submit({ id: 't3', emails: mail('t3') }, { id: 't4', emails: mail('t4') });

      const [first, second] = data.submit.records;
      expect(first.entityID).toBe(second.entityID);
      expect([first.outcome, second.outcome]).toEqual(['CREATED', 'CREATED']);
      expect((await entityOf('t1')).edges).toEqual(['t1:t2:STATIC']);
      expect(new Set(apart).size).toBe(2);
      await disassemble({ edges: [{ a: 't2', b: 't1' }] });
      expect([await recordsOf('t1'), await recordsOf('t2')]).toEqual([['t1'], ['t2']]);
    });
  });

  describe('the outcome of each record of a submit', () => {
    it('tells what became of it', async () => {
      await people.submit({ id: 'c1', name: 'Cy', phone: 'c', emails: mail('c') });
      const { data } = await ask(
        'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded records { id entityID outcome } } }',
        {
          input: {
            records: [
              { id: 'c1', name: 'Cy', phone: 'c', emails: mail('c') },
              { id: 'c2', name: 'Cy', phone: 'c', emails: mail('c') },
              { id: 'c3', name: 'Di', phone: 'c' },
            ],
          },
        },
      );

      const { id } = await entityOf('c1');
      expect(data.submit).toEqual({
        recordsAdded: 3,
        records: [
          { id: 'c1', entityID: id, outcome: 'UNCHANGED' },
          { id: 'c2', entityID: id, outcome: 'DUPLICATE' },
          { id: 'c3', entityID: id, outcome: 'CREATED' },
        ],
      });
    });

    it('is one error for each bad record, with its place, and nothing is stored', async () => {
      const { codes, errors, data } = await ask(
        'mutation ($input: SubmitInput!) { stored: submit(input: $input) { recordsAdded } }',
        {
          input: {
            records: [
              { id: 'bad:1', name: 'x' },
              { id: 'fine', name: 'x' },
              { id: 'bad2', emails: Array.from({ length: 1_001 }, (_, i) => email(`k${i}@example.org`)) },
              { id: 'bad3', name: null },
              { id: ' \u00a0', name: 'x' },
              { id: 'fine', name: 'y' },
            ],
          },
        },
      );

      expect(data).toBeNull();
      expect(codes).toHaveLength(5);
      const places = errors.map(({ path, extensions }) => [extensions.code, path]);
      expect(Object.fromEntries(places)).toEqual({
        RECORD_ID_INVALID: ['stored', 'input', 'records', 0],
        TOO_MANY_INDEX_KEYS: ['stored', 'input', 'records', 2],
        RECORD_EMPTY: ['stored', 'input', 'records', 3],
        RECORD_ID_MISSING: ['stored', 'input', 'records', 4],
        RECORD_CONFLICT: ['stored', 'input', 'records', 5],
      });
      expect(await entityOf('fine')).toBeNull();
    });
  });

  describe('a changed record, where the deployment lets records change', () => {
    it('replaces the old one: its keys, its edges and, where it held it together, the entity', async () => {
      const changing = peopleOn(opened.store, undefined, { updateRecords: true });
      await changing.submit(
        { id: 'u1', emails: mail('u1') },
        { id: 'u2', emails: mail('u1', 'u2') },
        { id: 'u3', emails: mail('u2') },
      );

      const { data } = await changing.ask(
        'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded records { id outcome } } }',
        { input: { records: [{ id: 'u2', emails: mail('u2', 'u4') }] } },
      );

      expect(data.submit).toEqual({ recordsAdded: 1, records: [{ id: 'u2', outcome: 'UPDATED' }] });
      expect(await recordsOf('u1')).toEqual(['u1']);
      expect(await recordsOf('u2')).toEqual(['u2', 'u3']);
      expect(await search({ emails: mail('u1') })).toEqual(['u1']);
      expect((await search({ emails: mail('u4') })).toSorted()).toEqual(['u2', 'u3']);
    });
  });

  describe('disassemble', () => {
    it('erases a record with all that belongs to it', async () => {
      await people.submit(
        { id: 'e1', emails: mail('e1') },
        { id: 'e2', name: 'Erased', phone: 'secret-number', emails: mail('e1', 'e2') },
        { id: 'e3', emails: mail('e2') },
      );

      const first = await disassemble({ recordIDs: ['e2'], meta: { user: 'u', reason: 'asked for it' } });
      const again = await disassemble({ recordIDs: ['e2'] });

      expect(first.data.disassemble.triggered).toBe(true);
      expect(again.data.disassemble.triggered).toBe(false);
      expect(await entityOf('e2')).toBeNull();
      expect(await search({ phone: 'secret-number' })).toEqual([]);
      expect(await search({ emails: mail('e1', 'e2') })).toHaveLength(2);
      expect(await recordsOf('e1')).toEqual(['e1']);
      expect(await recordsOf('e3')).toEqual(['e3']);
    });

    it('has nothing left to do when a request is repeated after the parts came apart', async () => {
      await people.submit({ id: 'a1', emails: mail('a') }, { id: 'a2', emails: mail('a') });
      const request = { edges: [{ a: 'a1', b: 'a2' }], createConnectionBan: true };

      const first = await disassemble(request);
      const again = await disassemble(request);

      expect(first.data.disassemble).toEqual({ triggered: true });
      expect(again.codes).toEqual([]);
      expect(again.data.disassemble).toEqual({ triggered: false });
      expect((await entityOf('a1')).connectionBans).toHaveLength(1);
    });

    describe('of two records that hang together by more than the edge', () => {
      const answer = `triggered complete entityIDs connectionBan stillConnected { a b path edges }`;
      const takeApart = async (input: object) => {
        const { data, codes } = await ask(
          `mutation ($input: DisassembleInput!) { disassemble(input: $input) { ${answer} } }`,
          { input },
        );
        expect(codes).toEqual([]);
        return data.disassemble;
      };
      const meta = { user: 'ops', reason: 'two people' };
      const submitTwo = (name: string) =>
        people.submit(
          { id: `${name}1`, emails: mail(`${name}1`, name) },
          { id: `${name}2`, emails: mail(`${name}2`, name) },
          { id: `${name}3`, emails: mail(`${name}1`, `${name}3`) },
          { id: `${name}4`, emails: mail(`${name}3`, `${name}2`) },
        );

      it('says what still connects them, and that it stored no ban', async () => {
        const [entityID] = await submitTwo('two-s');

        const first = await takeApart({ edges: [{ a: 'two-s1', b: 'two-s2' }], createConnectionBan: true, meta });

        expect(first).toEqual({
          triggered: true,
          complete: true,
          entityIDs: [entityID],
          connectionBan: null,
          stillConnected: [
            {
              a: 'two-s1',
              b: 'two-s2',
              path: ['two-s1', 'two-s3', 'two-s4', 'two-s2'],
              edges: ['two-s1:two-s3:EMAIL', 'two-s3:two-s4:EMAIL', 'two-s2:two-s4:EMAIL'],
            },
          ],
        });
        expect((await entityOf('two-s1')).connectionBans).toEqual([]);
      });

      it('parts them, with a ban, when a link of that chain is removed as well', async () => {
        const [entityID] = await submitTwo('two-t');
        await takeApart({ edges: [{ a: 'two-t1', b: 'two-t2' }], createConnectionBan: true, meta });

        const second = await takeApart({ edges: [{ a: 'two-t3', b: 'two-t4' }], createConnectionBan: true, meta });

        const [one, two] = [await entityOf('two-t1'), await entityOf('two-t2')];
        expect(one.id).not.toBe(two.id);
        const [ban] = one.connectionBans;
        expect(ban).toEqual({ reference: second.connectionBan, others: [two.id], ...meta });
        expect(second).toEqual({
          triggered: true,
          complete: true,
          entityIDs: [one.id, two.id].sort(),
          connectionBan: ban.reference,
          stillConnected: [],
        });
        expect(second.entityIDs[0]).toBe(entityID);
      });

      it('parts them at once when all edges between the two sides are named', async () => {
        await submitTwo('two-u');

        const { connectionBan, entityIDs, stillConnected } = await takeApart({
          edges: [
            { a: 'two-u1', b: 'two-u2' },
            { a: 'two-u3', b: 'two-u4' },
          ],
          createConnectionBan: true,
          meta,
        });

        expect([connectionBan === null, entityIDs.length, stillConnected]).toEqual([false, 2, []]);
      });

      it('tells of an erasure what is left, and of nothing that nothing is', async () => {
        const [entityID] = await submitTwo('two-v');
        await takeApart({ edges: [{ a: 'two-v1', b: 'two-v2' }] });

        const parted = await takeApart({ recordIDs: ['two-v3'] });
        const gone = await takeApart({ recordIDs: ['two-v1'] });
        const again = await takeApart({ recordIDs: ['two-v1'] });

        expect(parted.entityIDs).toEqual([(await entityOf('two-v2')).id, parted.entityIDs[1]]);
        expect(parted.entityIDs).toContain(entityID);
        expect(gone).toMatchObject({ triggered: true, entityIDs: [], connectionBan: null, stillConnected: [] });
        expect(again).toMatchObject({ triggered: false, complete: true, entityIDs: [] });
      });
    });

    it('removes an edge that is named many times over once', async () => {
      await people.submit({ id: 'r1', emails: mail('r') }, { id: 'r2', emails: mail('r') });

      const { codes, data } = await disassemble({
        edges: Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? { a: 'r1', b: 'r2' } : { a: 'r2', b: 'r1' })),
      });

      expect(codes).toEqual([]);
      expect(data.disassemble).toEqual({ triggered: true });
      expect(await recordsOf('r1')).toEqual(['r1']);
    });

    it('keeps the parts apart by a ban, also through later merges, until the ban is lifted', async () => {
      await people.submit({ id: 'b1', emails: mail('b1', 'b') }, { id: 'b2', emails: mail('b2', 'b') });
      await disassemble({
        edges: [{ a: 'b1', b: 'b2' }],
        createConnectionBan: true,
        meta: { user: 'ops', reason: 'two people' },
      });
      const [one, two] = [await entityOf('b1'), await entityOf('b2')];

      expect(one.id).not.toBe(two.id);
      const { reference } = one.connectionBans[0];
      expect(one.connectionBans).toEqual([{ reference, others: [two.id], user: 'ops', reason: 'two people' }]);
      expect(two.connectionBans).toEqual([{ reference, others: [one.id], user: 'ops', reason: 'two people' }]);

      // A record that both would take, and another that one of them takes.
      await people.submit({ id: 'b3', emails: mail('b1', 'b2') });
      await people.submit({ id: 'b4', emails: mail('b2') });
      expect((await entityOf('b1')).id).not.toBe((await entityOf('b2')).id);
      const explained = await ask(`{ explain(input: {a: "b1", b: "b2"}) {
        together cut chain { rule } bans { reference others user reason } groups { outcome }
      } }`);
      expect(explained.data.explain).toEqual({
        together: false,
        cut: true,
        chain: [],
        bans: [{ reference, others: [two.id], user: 'ops', reason: 'two people' }],
        groups: [{ outcome: 'LINK' }],
      });

      const lift = () =>
        ask('mutation ($input: RemoveConnectionBanInput!) { removeConnectionBan(input: $input) { removed } }', {
          input: { reference, entityID: one.id, others: [two.id], meta: { user: 'ops', reason: 'one after all' } },
        });
      expect((await lift()).data.removeConnectionBan).toEqual({ removed: true });
      const united = await entityOf('b1');
      expect(united.records.map(({ id }: { id: string }) => id)).toEqual(['b1', 'b2', 'b3', 'b4']);
      // It separates nothing any more, and takes no room.
      expect(united.connectionBans).toEqual([]);
      // The edge itself stays removed.
      expect(united.edges.join()).not.toContain('b1:b2:');
    });

    it.each([
      ['nothing', {}, 'NOTHING_TO_DISASSEMBLE'],
      ['empty lists', { edges: [], recordIDs: [] }, 'NOTHING_TO_DISASSEMBLE'],
      ['null', { edges: null, recordIDs: null }, 'NOTHING_TO_DISASSEMBLE'],
      ['a record that is not stored', { edges: [{ a: 'unknown', b: 'i1' }] }, 'RECORD_NOT_FOUND'],
      ['records of two entities', { recordIDs: ['i1', 'i2'] }, 'SEVERAL_ENTITIES'],
      ['two records without an edge', { edges: [{ a: 'o1', b: 'o2' }] }, 'EDGE_NOT_FOUND'],
      ['an edge from a record to itself', { edges: [{ a: 'o1', b: 'o1' }] }, 'EDGE_NOT_FOUND'],
      ['an edge without an end', { edges: [{ a: 'o1' }] }, 'BAD_USER_INPUT'],
      ['a motive without a user', { recordIDs: ['o1'], meta: { reason: 'x' } }, 'DECISION_INVALID'],
      ['a list for one id', { edges: [{ a: ['o1'], b: 'o2' }] }, 'BAD_USER_INPUT'],
    ])('refuses %s', async (_what, input, code) => {
      const { codes, data } = await disassemble(input);

      expect(codes).toEqual([code]);
      expect(data?.disassemble).toBeUndefined();
    });
  });

  describe('a ban that there is not', () => {
    it.each([
      ['a reference that is none', { reference: 'none' }, 'CONNECTION_BAN_NOT_FOUND'],
      ['null for the reference', { reference: null }, 'BAD_USER_INPUT'],
      ['null for the others', { others: null }, 'BAD_USER_INPUT'],
      ['no motive', { meta: null }, 'BAD_USER_INPUT'],
    ])('is not lifted: %s', async (_what, wrong, code) => {
      const { id } = await entityOf('i1');
      const input = { reference: 'r', entityID: id, others: [id], meta: { user: 'u', reason: 'r' }, ...wrong };
      const { codes } = await ask(
        'mutation ($input: RemoveConnectionBanInput!) { removeConnectionBan(input: $input) { removed } }',
        { input },
      );

      expect(codes).toEqual([code]);
    });
  });

  describe('a dry run', () => {
    const PREVIEW = `mutation ($input: SubmitWithPreviewInput!) {
      submitWithPreview(input: $input) { entities { id aliases edges records { id } recordInsights { count } } }
    }`;

    it.each([
      ['new records', [{ id: 'd9', emails: mail('d9') }]],
      ['a record of a merge', [{ id: 'd10', name: 'Merger', emails: mail('i1', 'i2', 'o1') }]],
      ['a record that is stored', [{ id: 'i1', emails: mail('i1') }]],
      ['a changed record', [{ id: 'i3', emails: mail('i1') }]],
      ['a duplicate', [{ id: 'd11', name: 'Cy', phone: 'c', emails: mail('c') }]],
    ])('with %s never asks the store to change anything', async (_what, records) => {
      const store = new WatchedStore(opened.store);
      const { recordCount, entityCount } = await committed();

      const { errors, data } = await peopleOn(store, undefined, { updateRecords: true }).ask(PREVIEW, {
        input: { records, dryRun: true },
      });

      expect(errors).toEqual([]);
      expect(data.submitWithPreview.entities.length).toBeGreaterThan(0);
      expect(store.calls.filter((call) => !/^(getMany|query)/.test(call))).toEqual([]);
      expect(await committed()).toMatchObject({ recordCount, entityCount });
    });

    it('tells what the submit then does', async () => {
      const records = [{ id: 'd20', name: 'Real', emails: mail('i1', 'o1') }];
      const dry = await ask(PREVIEW, { input: { records, dryRun: true } });
      const real = await ask(PREVIEW, { input: { records, dryRun: false } });

      expect(dry.data).toEqual(real.data);
      expect(await recordsOf('d20')).toContain('o5');
    });
  });

  describe('metrics', () => {
    const countsAre = async (records: number, entities: number): Promise<object> => {
      const found = await committed();
      expect(found).toMatchObject({ recordCount: records, entityCount: entities });
      return found;
    };

    it('count the records and entities that there are', async () => {
      const { recordCount, entityCount } = await committed();

      await people.submit({ id: 'm1', emails: mail('m1') }, { id: 'm2', emails: mail('m2') });
      await countsAre(recordCount + 2, entityCount + 2);
      await people.submit({ id: 'm3', emails: mail('m1', 'm2') });
      await countsAre(recordCount + 3, entityCount + 1);
      await disassemble({ recordIDs: ['m3'] });
      const last = await countsAre(recordCount + 2, entityCount + 2);

      expect(last).toMatchObject({ assemblyStatus: { state: 'READY', estimatedTimeRemaining: null } });
    });

    it('report unfinished work and its age', async () => {
      const operation = newID(Date.now());
      await opened.store.write([{ put: journalItem(operation, { recordIDs: ['unknown'] }) }]);
      const later = peopleOn(opened.store, undefined, { now: () => Date.now() + 3_600_000 });
      const { data } = await later.ask(
        '{ metrics { oldestUnfinishedSeconds assemblyStatus { state estimatedTimeRemaining } } }',
      );
      await opened.store.write([{ delete: journalKey(operation) }]);

      expect(data.metrics.assemblyStatus).toEqual({ state: 'IN_PROGRESS', estimatedTimeRemaining: expect.any(Number) });
      expect(data.metrics.oldestUnfinishedSeconds).toBeGreaterThanOrEqual(3_600);
    });
  });

  describe('several rule groups', () => {
    it('name their duplicates apart', async () => {
      const document = peopleDocument();
      const { default: group } = document.mutationRuleSetGroups;
      const grouped = peopleOn(
        opened.store,
        compilePeople({ ...document, mutationRuleSetGroups: { crm: group, shop: group } }),
      );
      const copy = { name: 'Gus', phone: 'g', emails: mail('g') };
      await grouped.submit({ id: 'g1', ...copy }, { id: 'g2', ...copy });

      const { data } = await grouped.ask(
        '{ entityByRecord(input: {id: "g1"}) { entity { duplicates edges edgeInsights { matrix { a b links } } } } }',
      );

      expect(data.entityByRecord.entity.duplicates).toEqual({ 'crm:g1': ['g2'], 'shop:g1': ['g2'] });
    });
  });

  describe('a consistency rule', () => {
    it('keeps records apart that a rule links, and explain names it', async () => {
      const document = peopleDocument();
      const strict = peopleOn(
        opened.store,
        compilePeople({
          ...document,
          ruleSets: [...document.ruleSets, { id: 'sameName', ruleIDs: ['NAME'] }],
          consistencyRuleSetIDs: { default: 'sameName' },
        }),
      );
      const [one, other] = await strict.submit(
        { id: 'k1', name: 'Kim', emails: mail('k') },
        { id: 'k2', name: 'Lou', emails: mail('k') },
      );

      const { data } = await strict.ask(
        '{ explain(input: {a: "k1", b: "k2"}) { together cut bans { reference } chain { rule } groups { outcome keptApartBy } } }',
      );

      expect(one).not.toBe(other);
      expect(data.explain).toEqual({
        together: false,
        cut: false,
        bans: [],
        chain: [],
        groups: [{ outcome: 'KEPT_APART', keptApartBy: 'sameName' }],
      });
    });
  });
});
