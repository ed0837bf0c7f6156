import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../../src/entities/create.ts';
import { readRecord, recordItem, recordKey } from '../../../../../../src/entities/items/record.ts';
import { readPostings } from '../../../../../../src/entities/read/candidates.ts';
import { KeyGroup } from '../../../../../../src/entities/rule-changes/evaluate/key-group.ts';
import { compileRuleConfig } from '../../../../../../src/rules/compile/compile.ts';
import { deployedPeople } from '../../../../../setup/edited-people.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';

const rules = compileRuleConfig(deployedPeople().config);
/** Nothing is alike but what is equal. */
const strict = compileRuleConfig(
  deployedPeople((document) => {
    for (const comparer of document.comparers) {
      if (comparer.id === 'LOOKS_ALIKE') comparer.attributes.threshold = 1;
    }
  }).config,
);
const ada = { lastName: 'Lovelace', dateOfBirth: '1815-12-10' };

/** People of three entities who share a birthday and a last name. Their first names look alike and do not sound alike. */
async function threeApart() {
  const store = new MemoryStore();
  const service = createResolution({ store, rules: strict });
  const people = [
    { id: 'a', firstName: 'Marie', ...ada },
    { id: 'b', firstName: 'Karie', ...ada },
    { id: 'c', firstName: 'Sarie', ...ada },
  ];
  for (const person of people) await service.submit([person]);
  const key = rules
    .indexKeys(rules.resolve(people[0]!))
    .find(({ plan }) => plan.ruleIDs.includes('BIRTHDAY_LAST_NAME'))!;
  const [postings] = await readPostings(store, [key.hash], { consistent: true });
  if (!Array.isArray(postings)) throw new Error('the key is over-frequent');
  return { store, group: new KeyGroup(store, rules, key, postings) };
}

const idsOf = (pairs: Awaited<ReturnType<KeyGroup['linkedPairs']>>) =>
  pairs.map(({ a, b }) => `${a.recordID}${b.recordID}`);

describe('the records that share a blocking key', () => {
  it('are connected by as few pairs as that takes', async () => {
    const { group } = await threeApart();

    expect(idsOf(await group.linkedPairs())).toEqual(['ab', 'ac']);
  });

  it('are connected by other pairs where a link was removed', async () => {
    const { store, group } = await threeApart();
    const [item] = await store.getMany([recordKey('a')]);
    await store.write([{ put: recordItem({ ...readRecord(item!), removedLinks: ['c'] }) }]);

    expect(idsOf(await group.linkedPairs())).toEqual(['ab', 'bc']);
  });

  it('are not connected by a posting that is out of date', async () => {
    const { store, group } = await threeApart();
    await store.write([{ delete: recordKey('a') }]);

    expect(idsOf(await group.linkedPairs())).toEqual(['bc']);
  });
});
