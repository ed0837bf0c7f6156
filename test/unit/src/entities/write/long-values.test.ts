import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { noObserver } from '../../../../../src/entities/observer.ts';
import { createExplain } from '../../../../../src/entities/read/explain.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { MAX_VALUE_LENGTH } from '../../../../../src/rules/transformers/value-limit.ts';
import { frozenClock } from '../../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { documentOf, rule } from '../../rules/compile/people.ts';

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
  return { resolution, cut, explain: createExplain(store, rules) };
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
