import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { recordKey } from '../../../../../src/entities/items/record.ts';
import {
  reservedBy,
  reserveNew,
  takeReservation,
  withoutReservations,
} from '../../../../../src/entities/items/reservation.ts';
import { MAX_RECORDS } from '../../../../../src/entities/validate.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { checkTransact } from '../../../../../src/store/limits.ts';
import type { Check, Write } from '../../../../../src/store/port.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

/** A memory store with the limits of the engines. */
class LimitedStore extends MemoryStore {
  override async transact(writes: readonly (Write | Check)[]) {
    checkTransact(writes);
    return super.transact(writes);
  }
}

const record = (id: string, ...exact: string[]): RecordPayload => ({ id, exact });
const resolutionOn = (store: MemoryStore) => createResolution({ store, rules: toyRules });

describe('a reservation', () => {
  it('is no record for any reader, and the next submit takes it over', async () => {
    const store = new MemoryStore();
    await store.write([reserveNew('r', 'operation')]);
    const resolution = resolutionOn(store);

    expect(await withoutReservations(store).getMany([recordKey('r')])).toEqual([undefined]);
    expect(await resolution.entityByRecord('r')).toBeUndefined();
    await expect(resolution.disassemble({ recordIDs: ['r'] })).resolves.toMatchObject({ triggered: false });
    expect((await resolution.metrics()).recordCount).toBe(0);

    expect((await resolution.submit([record('r', 'a')]))[0]).toMatchObject({ outcome: 'CREATED' });
    expect(store.items.get('R#r\u0000#')).not.toHaveProperty('f');
    expect((await resolution.metrics()).recordCount).toBe(1);
  });

  it('is refused for a record that is stored', async () => {
    const store = new MemoryStore();
    await resolutionOn(store).submit([record('r', 'a')]);

    expect((await store.write([reserveNew('r', 'operation')]))[0]).toMatchObject({ applied: false });
  });

  it('can be taken away once, and only from its operation', async () => {
    const store = new MemoryStore();
    await store.write([reserveNew('r', 'mine')]);

    await takeReservation(store, 'another', 'r');
    expect((await store.getMany([recordKey('r')]))[0]).toMatchObject({ f: 'mine' });

    await takeReservation(store, 'mine', 'r');
    await takeReservation(store, 'mine', 'r');
    expect((await store.getMany([recordKey('r')]))[0]).toBeUndefined();
  });

  it('is taken off a record that is stored without harm to the record', async () => {
    const store = new MemoryStore();
    await resolutionOn(store).submit([record('r', 'a')]);
    const before = (await store.getMany([recordKey('r')]))[0];
    await store.write([{ update: recordKey('r'), set: { f: 'mine' } }]);

    await takeReservation(store, 'mine', 'r');

    expect((await store.getMany([recordKey('r')]))[0]).toEqual(before);
    expect(reservedBy('mine')).toEqual({ attribute: 'f', equals: 'mine' });
  });

  it('leaves room for as many records as a request may have', async () => {
    const store = new LimitedStore();
    const records = Array.from({ length: MAX_RECORDS }, (_, index) => record(`r${index}`, `v${index}`));

    const submitted = await resolutionOn(store).submit(records);

    expect(submitted.map(({ outcome }) => outcome)).toEqual(records.map(() => 'CREATED'));
    expect([...store.items.values()].filter((item) => 'f' in item)).toEqual([]);
  });
});
