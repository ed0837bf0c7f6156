import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { linkedByRules } from '../../../../src/batch/linked-by-rules.ts';
import { resolveRecords } from '../../../../src/batch/resolve.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import { deployedPeople, edits, peopleRulesText } from '../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../setup/made-up-people.ts';

const design = { ruleConfig: JSON.parse(peopleRulesText) as object };
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };

describe('the entities that the rules of a design make of a sample', () => {
  it('are those of the batch resolver, whatever the ids are', async () => {
    const people = madeUpPeople(400);
    const { sets } = await resolveRecords(people, compileRuleConfig(deployedPeople().config), { directory: tmpdir() });

    expect(linkedByRules(design, people).parts()).toEqual(sets.parts());
    expect(
      linkedByRules(
        design,
        people.map(({ id: _id, ...person }) => person),
      ).parts(),
    ).toEqual(sets.parts());
  });

  it('link records of a key that many share, as far apart as they may be', () => {
    // The key of all is their address; the first and the last have one first name, and share no other key.
    const others = Array.from({ length: 150 }, (_, index) => ({
      ...ada,
      firstName: `Name${index}`,
      lastName: 'Byron',
    }));

    const sets = linkedByRules(design, [ada, ...others, { ...ada, lastName: 'Turing' }]);

    expect(sets.find(151)).toBe(0);
  });

  it('leave a record alone that the rules refuse', () => {
    const demanding = { ruleConfig: structuredClone(design.ruleConfig) };
    edits.demanding(demanding.ruleConfig);

    expect(linkedByRules(design, [ada, ada]).parts()).toEqual([[0, 1]]);
    // They lack the phone that a rule demands.
    expect(linkedByRules(demanding, [ada, ada]).parts()).toEqual([[0], [1]]);
  });
});
