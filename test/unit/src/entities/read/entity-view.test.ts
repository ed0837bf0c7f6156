import { describe, expect, it } from '@jest/globals';
import { EntityTooLargeError } from '../../../../../src/entities/errors.ts';
import { ComputedEntityView } from '../../../../../src/entities/read/entity-view.ts';
import type { CompiledRuleConfig } from '../../../../../src/rules/types.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

describe('a view of an entity', () => {
  it('names hits by record id, whatever the id', () => {
    const ids = ['a', '__proto__', 'constructor'];
    const hits = new Map(ids.map((_, position) => [position, { ruleIDs: [`RULE_${position}`], score: 1 }]));

    const view = new ComputedEntityView(
      'E',
      ids.map((id) => ({ id, payload: { id } })),
      toyRules,
      { hits: () => hits },
    );

    expect(Object.entries(view.hits())).toEqual([
      ['a', ['RULE_0']],
      ['__proto__', ['RULE_1']],
      ['constructor', ['RULE_2']],
    ]);
  });

  it('refuses what is too much to judge, every time, and tries only once', () => {
    let judged = 0;
    const rules: CompiledRuleConfig = {
      ...toyRules,
      hasDuplicates: true,
      duplicateGroups: () => {
        judged += 1;
        return [];
      },
      links: () => [],
    };
    const entries = Array.from({ length: 1_002 }, (_, n) => ({ id: `r${n}`, payload: { id: `r${n}`, near: ['x1'] } }));
    const view = new ComputedEntityView('E', entries, rules);

    expect(() => view.duplicates()).toThrow(EntityTooLargeError);
    const once = judged;

    expect(() => view.duplicates()).toThrow(EntityTooLargeError);
    expect(() => view.edges()).toThrow(EntityTooLargeError);
    expect(() => view.score()).toThrow(EntityTooLargeError);
    expect(judged).toBe(once);
  });
});
