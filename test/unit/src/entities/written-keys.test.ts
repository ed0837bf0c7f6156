import { describe, expect, it } from '@jest/globals';
import { BatchTooLargeError } from '../../../../src/entities/errors.ts';
import { journalItem } from '../../../../src/entities/items/journal.ts';
import { noObserver } from '../../../../src/entities/observer.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import { type ExplainQuestion, explain } from '../../../../src/entities/read/explain.ts';
import { MAX_BATCH_BYTES, prepareBatch } from '../../../../src/entities/validate.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import { MAX_VALUE_LENGTH } from '../../../../src/rules/transformers/default-pin.ts';
import { compilePeople, peopleDocument } from '../../../integration/api-people.ts';
import { deployedPeople, type Edit, edits } from '../../../setup/edited-people.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { documentOf, rule } from '../rules/compile/people.ts';

const ada = { id: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', dateOfBirth: '1815-12-10' };

/** A process that goes by these rules, whatever those before it went by. */
const open = (store: MemoryStore, edit?: Edit) =>
  createResolution({ store, rules: compileRuleConfig(deployedPeople(edit).config), updateRecords: true });
const keysIn = (store: MemoryStore) => [...store.items.values()].filter(({ pk }) => /^[BK]#/.test(pk));
const itemOf = (store: MemoryStore, id: string) => [...store.items].find(([, { pk }]) => pk === `R#${id}`)!;

/** Of sweepers. Never goes back: ids of this process ascend with it. */
let clock = Date.now();

/** A sweep by other rules, an hour later. */
function sweepChanged(store: MemoryStore) {
  clock += 3_600_000;
  const rules = compileRuleConfig(deployedPeople(edits.relaxed).config);
  return createResolution({ store, rules, now: () => clock }).sweep();
}

describe('the keys that a record is stored under', () => {
  it('go when it is erased by other rules', async () => {
    const store = new MemoryStore();
    await open(store).submit([ada, { ...ada, id: 'again', city: 'London' }]);

    await open(store, edits.relaxed).disassemble({ recordIDs: ['ada'] });
    const between = keysIn(store);
    await open(store, edits.exact).disassemble({ recordIDs: ['again'] });

    expect(between.length).toBeGreaterThan(0);
    expect(JSON.stringify(between)).not.toContain('ada\\t');
    expect(keysIn(store)).toEqual([]);
  });

  it('go when its content is changed by other rules, and those of the new content are noted', async () => {
    const store = new MemoryStore();
    await open(store).submit([ada]);
    const before = keysIn(store).map(({ pk }) => pk);

    await open(store, edits.relaxed).submit([{ ...ada, email: 'other@example.org', dateOfBirth: '1816-01-01' }]);

    const old = keysIn(store).filter(({ sk, v }) => JSON.stringify([sk, v]).includes('1815'));
    expect(before.length).toBeGreaterThan(3);
    expect(old).toEqual([]);
    await open(store).disassemble({ recordIDs: ['ada'] });
    expect(keysIn(store)).toEqual([]);
  });

  it('move with it when its entity is parted by other rules', async () => {
    const store = new MemoryStore();
    const [first, second] = [ada, { ...ada, id: 'ida' }];
    await open(store).submit([first, second]);
    const changed = open(store, edits.relaxed);

    await changed.disassemble({ edges: [{ a: 'ada', b: 'ida' }] });

    const nodes = new Set(['ada', 'ida'].map((id) => itemOf(store, id)[1]['n'] as string));
    const named = keysIn(store).flatMap(({ n }) => (n as string | undefined)?.split(' ') ?? []);
    expect(nodes.size).toBe(2);
    expect([...new Set(named)].sort()).toEqual([...nodes].sort());
    for (const { pk, sk, n } of keysIn(store)) {
      const holder = ['ada', 'ida'].find((id) => pk.startsWith('B#') && sk.startsWith(`${id}\t`));
      if (holder !== undefined) expect(n).toBe(itemOf(store, holder)[1]['n']);
    }
  });

  it('are those that the rules give it where a release stored it that noted none', async () => {
    const store = new MemoryStore();
    const resolution = open(store);
    await resolution.submit([ada]);
    const [key, { k: _noted, ...item }] = itemOf(store, 'ada');
    store.items.set(key, item as never);

    await resolution.disassemble({ recordIDs: ['ada'] });

    expect(keysIn(store)).toEqual([]);
  });

  it('are not those of the content before, where such a release changed it and left them', async () => {
    const store = new MemoryStore();
    const resolution = open(store);
    await resolution.submit([ada]);
    const [key, { k: left }] = itemOf(store, 'ada');
    await resolution.submit([{ ...ada, email: 'other@example.org' }]);
    store.items.set(key, { ...store.items.get(key)!, k: left! });

    await resolution.disassemble({ recordIDs: ['ada'] });

    expect(keysIn(store)).toEqual([]);
  });

  it('are noted before a sweep that goes by other rules publishes more of them', async () => {
    const store = new MemoryStore();
    await open(store).submit([ada]);
    const before = keysIn(store).length;
    const [, item] = itemOf(store, 'ada');
    const operation = item['o'] as string;
    // As if the process had died before it closed its entry.
    store.items.set('entry', { pk: 'J#0', sk: operation, r: ['ada'] });

    expect(await sweepChanged(store)).toBe(1);

    expect(keysIn(store).length).toBeGreaterThan(before);
    await open(store).disassemble({ recordIDs: ['ada'] });
    // The former keys have an entry of their own.
    await sweepChanged(store);
    expect(keysIn(store)).toEqual([]);
  });

  /** As if a process that was asleep while the rules changed had stored ada by the former ones, and died. */
  async function storedLate() {
    const store = new MemoryStore();
    await open(store).submit([ada]);
    const former = keysIn(store).map(({ pk }) => pk);
    const operation = itemOf(store, 'ada')[1]['o'] as string;
    await store.write([{ put: journalItem(operation, { recordIDs: ['ada'] }) }]);
    const fresh = new MemoryStore();
    await open(fresh, edits.relaxed).submit([ada]);
    const given = keysIn(fresh).map(({ pk }) => pk);
    return {
      store,
      former,
      given: given.sort(),
      sweep: () => sweepChanged(store),
      left: () => keysIn(store).map(({ pk }) => pk),
    };
  }

  it('are only those of the rules in force once a sweep has finished what a late process stored', async () => {
    const { store, former, given, sweep, left } = await storedLate();

    await sweep();
    await sweep();

    expect(left().sort()).toEqual(given);
    expect(left()).not.toEqual(expect.arrayContaining(former));
    expect([...store.items.values()].filter(({ pk }) => pk.startsWith('J#'))).toEqual([]);
  });

  it('are the same once a submit has taken the record over before the sweep', async () => {
    const { store, given, sweep, left } = await storedLate();

    const submitted = await open(store, edits.relaxed).submit([ada]);
    const between = left();
    await sweep();
    await sweep();

    expect(submitted).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(between.length).toBeGreaterThan(given.length);
    expect(left().sort()).toEqual(given);
    expect([...store.items.values()].filter(({ pk }) => pk.startsWith('J#'))).toEqual([]);
  });

  it('count among the bytes of a batch, which is stored in one transaction', () => {
    const rules = compilePeople(peopleDocument());
    const batchOf = (addresses: number) =>
      Array.from({ length: 100 }, (_, record) => ({
        id: `r${record}`,
        source: 'x'.repeat(10_000),
        emails: Array.from({ length: addresses }, (_, index) => ({ address: `${record}.${index}@a.b` })),
      }));
    const documents = (addresses: number) => JSON.stringify(batchOf(addresses)).length;

    expect(prepareBatch(batchOf(300), { rules }).records.length).toBe(100);
    expect(documents(700)).toBeLessThan(MAX_BATCH_BYTES);
    expect(() => prepareBatch(batchOf(700), { rules })).toThrow(BatchTooLargeError);
  });
});

const whole = 'x'.repeat(MAX_VALUE_LENGTH);
const longA = `${whole} and one end`;
const longB = `${whole} and another`;

function arrange() {
  const rules = compileRuleConfig(
    documentOf({
      fields: ['name'],
      matchers: [{ id: 'sameName', type: 'simple', attributes: { resolverID: 'name' } }],
      rules: [rule('NAME', ['sameName'])],
    }),
  );
  const cut: number[] = [];
  const store = new MemoryStore();
  const observer = { ...noObserver, cutValues: (count: number) => void cut.push(count) };
  const resolution = createResolution({ store, rules, observer, now: frozenClock });
  return { resolution, cut, explain: (question: ExplainQuestion) => explain({ store, rules }, question) };
}

describe('values longer than what rules look at', () => {
  it('are compared by the same beginning in a submit, a search and an explanation', async () => {
    const { resolution, explain } = arrange();
    await resolution.submit([{ id: 'a', name: longA }]);
    await resolution.submit([{ id: 'b', name: longB }]);

    const { entities: found } = await resolution.search({ parameters: { name: whole } });
    const explanation = await explain({ a: 'a', b: 'b' });

    expect(found.map(({ records }) => records.map(({ id }) => id).sort())).toEqual([['a', 'b']]);
    expect(explanation.pair!.together).toBe(true);
    expect(explanation.a.values).toEqual({ name: [whole] });
    expect(explanation.pair!.a.trace.flatMap(({ cuts }) => cuts)).toEqual([
      `a value of ${longA.length} characters is cut: rules look at the first ${MAX_VALUE_LENGTH}`,
    ]);
  });

  it('are stored whole', async () => {
    const { resolution } = arrange();
    await resolution.submit([{ id: 'a', name: longA }]);

    const {
      entities: [entity],
    } = await resolution.search({ parameters: { name: longB } });

    expect(entity!.records).toEqual([{ id: 'a', name: longA }]);
  });

  it('are counted for the observer, those within the limit are not', async () => {
    const { resolution, cut } = arrange();

    await resolution.submit([
      { id: 'a', name: longA },
      { id: 'b', name: [longA, longB, 'short'] },
    ]);
    await resolution.submit([{ id: 'c', name: whole }]);

    expect(cut).toEqual([3]);
  });
});
