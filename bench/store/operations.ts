import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { originalOf, type Person, people } from '../people.ts';
import { peopleRules } from '../people-rules.ts';
import type { EmulatedTable } from './emulated-table.ts';
import { itemsOf, writeFloor } from './floor.ts';
import type { Consumption } from './meter.ts';
import { decidingRules, type KeyedPayload, keyedPayload } from './rules.ts';

/** What one operation consumed, by record where there are several. */
export interface OperationCost extends Consumption {
  readonly name: string;
  /** Write units that the layout cannot do without; undefined for what may read only. */
  readonly floor: number | undefined;
}

const SMALL = 300;
const ONE_KB = 1_024;
const BATCH = 100;

/** Calls, rounds and units of each operation, on a table of its own. */
export async function measureOperations(table: EmulatedTable): Promise<OperationCost[]> {
  return [
    ...(await measureDeciding(table)),
    ...(await measurePeople(table)),
    await measureList(table),
    ...(await measureFrequentNames(table)),
  ];
}

const NAMESAKES = 500;

/** Searches for the best ten: of a person of rare names, and of one whose names 500 people have. */
async function measureFrequentNames(table: EmulatedTable): Promise<OperationCost[]> {
  const resolution = createResolution({ store: table.store, rules: peopleRules() });
  const costs: OperationCost[] = [];
  const measured = measuring(table, costs);
  const stream = people(12, 'n');
  const take = (count: number) => Array.from({ length: count }, () => asPayload(stream.next().value));
  const namesakes = take(NAMESAKES).map((person) => ({ ...person, firstName: 'Maria', lastName: 'Huber' }));
  const alone = { ...take(1)[0]!, firstName: 'Quirin', lastName: 'Zwiesel' };
  await submitAll(resolution, [...namesakes, alone]);
  const best = (parameters: object) => () => resolution.rankedSearch({ parameters: { ...parameters }, first: 10 });
  const { id: _alone, ...rare } = alone;
  const { id: _one, ...frequent } = namesakes[7]!;
  const { firstName, lastName } = frequent;
  await measured("people's rules, best 10 with all fields: finds 1", undefined, best(rare));
  await measured("people's rules, best 10 with all fields: finds 500", undefined, best(frequent));
  await measured("people's rules, best 10 by both names: finds 500", undefined, best({ firstName, lastName }));
  await measured("people's rules, search by both names: finds 500", undefined, () =>
    resolution.search({ parameters: { firstName, lastName } }),
  );
  return costs;
}

/** All entities that the others left, page by page, as an export reads them. */
async function measureList(table: EmulatedTable): Promise<OperationCost> {
  const resolution = createResolution({ store: table.store, table: table.scan, rules: peopleRules() });
  let records = 0;
  let pages = 0;
  const list = async () => {
    let after: string | undefined;
    do {
      const page = await resolution.listEntities({ first: 200, maxBytes: 2_000_000, after });
      for (const entity of page.entities) records += entity.records.length;
      after = page.after;
      pages += 1;
    } while (after !== undefined);
  };
  const { consumed } = await table.measure(list);
  const ofPage = { ...consumed, rounds: Math.round(consumed.rounds / pages) };
  return costOf('list of all entities, 200 a page: each record', undefined, ofPage, records);
}

/** Four exact keys a record. */
async function measureDeciding(table: EmulatedTable): Promise<OperationCost[]> {
  const rules = decidingRules();
  const resolution = createResolution({ store: table.store, rules, updateRecords: true });
  const costs: OperationCost[] = [];
  const measured = measuring(table, costs);
  let next = 0;
  const fresh = (bytes: number, shared: Partial<KeyedPayload> = {}): KeyedPayload => {
    next += 1;
    return keyedPayload(next, bytes, shared);
  };
  const submit = (...records: KeyedPayload[]) => resolution.submit(records);

  const first = fresh(SMALL);
  await measured('submit: new, 4 exact keys', writeFloor(itemsOf(first, rules)), () => submit(first));
  const large = fresh(ONE_KB);
  await measured('submit: new, 4 exact keys, payload of 1 KB', writeFloor(itemsOf(large, rules)), () => submit(large));
  const second = fresh(SMALL, { email: first.email });
  await measured('submit: joins an entity by one of 4 keys', writeFloor(itemsOf(second, rules), { keys: 3 }), () =>
    submit(second),
  );
  const other = fresh(SMALL);
  await submit(other);
  const bridge = fresh(SMALL, { email: first.email, phone: other.phone });
  await measured('submit: merges two entities', writeFloor(itemsOf(bridge, rules), { keys: 2, merges: 1 }), () =>
    submit(bridge),
  );
  await measured('submit: the same again', 0, () => submit(first));
  const changed = { ...large, account: 'GB9999999999' };
  // The record, the key that comes, the key that goes, and the journal.
  const items = itemsOf(changed, rules);
  await measured('submit: changed content, one key of 4', writeFloor(items, { keys: 1, stores: false }) - 1, () =>
    submit(changed),
  );
  const batch = Array.from({ length: BATCH }, () => fresh(SMALL));
  await measured(
    `submit: ${BATCH} new in one request, each`,
    writeFloor(itemsOf(batch[0]!, rules), { batch: BATCH }),
    () => submit(...batch),
    BATCH,
  );
  const { email, phone, passport, account } = first;
  await measured('search by 4 exact keys, entity of 4', undefined, () =>
    resolution.search({ parameters: { email, phone, passport, account } }),
  );
  const entity = (await resolution.entityByRecord(large.id))!;
  await measured('entity of one record', undefined, () => resolution.entity(entity.id));
  await measured('entityByRecord of one record', undefined, () => resolution.entityByRecord(large.id));
  // The record, its member item and its keys go; the journal.
  await measured(
    'disassemble: erase a record of an entity of 4',
    writeFloor(itemsOf(second, rules), { keys: 3, stores: false }),
    () => resolution.disassemble({ recordIDs: [second.id] }),
  );
  return costs;
}

/** Without the interface's name, which has no index signature. */
const asPayload = (person: Person) => ({ ...person });
type PersonPayload = ReturnType<typeof asPayload>;

/** Six blocking keys a record, five of which can link. */
async function measurePeople(table: EmulatedTable): Promise<OperationCost[]> {
  const rules = peopleRules();
  const resolution = createResolution({ store: table.store, rules });
  const costs: OperationCost[] = [];
  const measured = measuring(table, costs);
  const stream = people(11, 'b');
  const persons = Array.from({ length: 1_100 }, () => asPayload(stream.next().value));
  const copies = persons.filter(({ id }) => originalOf(id) !== undefined);
  const originals = persons.filter(({ id }) => originalOf(id) === undefined);
  await submitAll(resolution, originals.slice(0, 500));
  const fresh = originals[600]!;
  const floorOf = (person: PersonPayload) => writeFloor(itemsOf(person, rules));
  await measured("people's rules, submit: new, 6 blocking keys", floorOf(fresh), () => resolution.submit([fresh]));
  const stored = new Set(originals.slice(0, 500).map(({ id }) => id));
  const copy = copies.find(({ id }) => stored.has(originalOf(id)!))!;
  await measured("people's rules, submit: joins an entity", floorOf(copy), () => resolution.submit([copy]));
  const batch = originals.slice(700, 800);
  await measured(
    `people's rules, submit: ${BATCH} new in one request, each`,
    writeFloor(itemsOf(batch[0]!, rules), { batch: BATCH }),
    () => resolution.submit(batch),
    BATCH,
  );
  const { firstName, lastName, dateOfBirth, postcode } = originals[10]!;
  await measured("people's rules, search by name, birthday and postcode", undefined, () =>
    resolution.search({ parameters: { firstName, lastName, dateOfBirth, postcode } }),
  );
  return costs;
}

function measuring(table: EmulatedTable, costs: OperationCost[]) {
  return async (name: string, floor: number | undefined, work: () => Promise<unknown>, records = 1): Promise<void> => {
    const { consumed } = await table.measure(work);
    costs.push(costOf(name, floor, consumed, records));
  };
}

function costOf(name: string, floor: number | undefined, consumed: Consumption, records: number): OperationCost {
  const { calls, rounds, writeUnits, readUnits, commands } = consumed;
  return {
    name,
    floor,
    calls: calls / records,
    rounds,
    writeUnits: writeUnits / records,
    readUnits: readUnits / records,
    commands,
  };
}

async function submitAll(resolution: Resolution, records: readonly PersonPayload[]): Promise<void> {
  for (let at = 0; at < records.length; at += BATCH) await resolution.submit(records.slice(at, at + BATCH));
}
