import { describe, expect, it } from '@jest/globals';
import { RulesReplacedError } from '../../../../src/entities/items/rules-sign.ts';
import type { RegisterAccess } from '../../../../src/entities/rule-versions/register-access.ts';
import { underRegister } from '../../../../src/entities/under-register.ts';
import { compilePeople, peopleDocument } from '../../../integration/api-people.ts';
import { FakeResolution } from '../../functions/api/fake-resolution.ts';

/** A register in use, of a process that goes by its rules. */
class SettledRegister implements RegisterAccess {
  readonly status = { inForce: 'a', deployed: 'a', since: 0, findings: [] };
  readonly serving = compilePeople(peopleDocument());
  readonly sign = undefined;
  readonly isSplitting = false;
  readonly isSettled = true;
  isReplaced = false;
  async beforeReading() {}
  async beforeStoring() {}
  noteReplaced() {
    this.isReplaced = true;
  }
}

function resolutionUnder(failure: unknown) {
  const register = new SettledRegister();
  const resolution = new FakeResolution();
  resolution.failure = failure;
  // Methods of a class need their object.
  resolution.submit = resolution.submit.bind(resolution);
  resolution.entity = resolution.entity.bind(resolution);
  return { register, resolution: underRegister(resolution, register) };
}

describe('a resolution under the register', () => {
  it.each([
    ['a submit', (by) => by.submit([{ id: 'ann' }])],
    ['a read', (by) => by.entity('E')],
  ] as readonly (readonly [string, (by: FakeResolution) => Promise<unknown>])[])(
    'notes that %s was refused for rules that are not in force',
    async (_what, run) => {
      const { register, resolution } = resolutionUnder(new RulesReplacedError());

      await expect(run(resolution as FakeResolution)).rejects.toBeInstanceOf(RulesReplacedError);

      expect(register.isReplaced).toBe(true);
    },
  );

  it('notes nothing after another failure', async () => {
    const { register, resolution } = resolutionUnder(new Error('busy'));

    await expect(resolution.submit([{ id: 'ann' }])).rejects.toThrow('busy');

    expect(register.isReplaced).toBe(false);
  });
});
