import { describe, expect, it } from '@jest/globals';
import { previewRecords } from '../../../../../src/entities/rule-changes/preview-records.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { deployedPeople, type Edit, edits } from '../../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../../setup/made-up-people.ts';

const people = madeUpPeople(100);
const compiled = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);

async function* read() {
  yield* people;
}

async function costOfEdit(edit: Edit, pace = 2_000) {
  const options = { genericKeyRecords: 1_000, examples: 0, pace };
  const { cost, newKeys } = await previewRecords(read(), compiled(), compiled(edit), options);
  return { ...cost, newKeys };
}

describe('the cost of a change of rules', () => {
  it('is none where the next rules come into force at once', async () => {
    expect(await costOfEdit(edits.scores)).toEqual({ writeUnits: 0, readUnits: 0, minutes: 0, newKeys: 0 });
  });

  it('leaves out phases that the change does not need, and keys that join nothing', async () => {
    const [raised, one] = [await costOfEdit(edits.threshold), await costOfEdit(edits.ownKey)];

    // Entities are counted and split, and no key is read.
    expect(raised.readUnits).toBeLessThan(5 * people.length);
    expect(raised.newKeys).toBe(0);
    expect(one.newKeys).toBeGreaterThan(0);
    expect(one.readUnits).toBeGreaterThan(raised.readUnits);
    expect(one.writeUnits).toBeGreaterThan(2 * one.newKeys);
  });

  it('takes as long as the write units do at the pace', async () => {
    expect((await costOfEdit(edits.ownKey, 1)).minutes).toBeGreaterThan(2);
    expect((await costOfEdit(edits.ownKey, 1_000_000)).minutes).toBe(1);
  });
});
