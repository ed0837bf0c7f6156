import { describe, expect, it } from '@jest/globals';
import { itemsOf, publishedFloor, storedBytes, storedFloor, writeFloor } from '../../../../bench/store/floor.ts';
import { decidingRules, keyedPayload } from '../../../../bench/store/rules.ts';

const rules = decidingRules();

describe('the least that the layout writes', () => {
  it('is record, member, four keys, reservation and journal twice', () => {
    const items = itemsOf(keyedPayload(1, 300), rules);

    expect(items.keys).toHaveLength(4);
    expect(writeFloor(items)).toBe(1 + 1 + 4 + 1 + 2);
    expect(publishedFloor(items)).toBe(5);
  });

  it('takes one unit more for each KB of the record', () => {
    const [small, large] = [300, 3_000].map((bytes) => writeFloor(itemsOf(keyedPayload(1, bytes), rules)));

    expect(large! - small!).toBe(3);
  });

  it('leaves out keys that have an owner, and doubles the transaction of a merge', () => {
    expect(writeFloor(itemsOf(keyedPayload(1, 300), rules), { keys: 2, merges: 1 })).toBe(1 + 1 + 2 + 1 + 2 + 7);
  });

  it('shares the journal among the records of a batch', () => {
    const floor = writeFloor(itemsOf(keyedPayload(1, 300), rules), { batch: 100 });

    expect(floor).toBeGreaterThan(6);
    expect(floor).toBeLessThan(6.2);
  });

  it('counts what DynamoDB stores beside each item', () => {
    const items = itemsOf(keyedPayload(1, 300), rules);

    expect(storedBytes(items)).toBeGreaterThan(300 + 6 * 100);
  });

  it('stores the record as it came, and its id under each key', () => {
    const payload = keyedPayload(1, 300);
    const items = itemsOf(payload, rules);
    const keys = items.keys.reduce((sum, { pk }) => sum + pk.length, 0);

    const floor = storedFloor(payload, items);

    expect(floor).toBe(JSON.stringify(payload).length + keys + 5 * (payload.id.length + 100));
    expect(floor).toBeLessThan(storedBytes(items));
  });
});
