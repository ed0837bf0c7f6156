import { describe, expect, it } from '@jest/globals';
import { defaultRuleChangeOptions } from '../../../../../src/entities/rule-changes/types.ts';
import { readRuleChangeOptions } from '../../../../../src/runtime/configuration/rule-change-options.ts';

function read(text: string | undefined) {
  const problems: string[] = [];
  const options = readRuleChangeOptions({ RULE_CHANGES: text }, (variable, message) => {
    expect(variable).toBe('RULE_CHANGES');
    problems.push(message);
  });
  return { options, problems };
}

describe('the options of changes of the rules', () => {
  it.each([undefined, '', '{}'])('have defaults (%j)', (text) => {
    expect(read(text)).toEqual({ options: defaultRuleChangeOptions, problems: [] });
  });

  it('are read as the module writes them', () => {
    const written =
      '{"largest_change_percent":0.5,"largest_entity":50,"mode":"automatic","write_units_per_second":400}';

    expect(read(written)).toEqual({
      options: { mode: 'automatic', largestChangePercent: 0.5, largestEntity: 50, writeUnitsPerSecond: 400 },
      problems: [],
    });
  });

  it.each(['hold', '[]', 'null', '"hold"'])('refuse %s, which is no object', (text) => {
    expect(read(text).problems).toEqual([expect.stringContaining('must be a JSON object')]);
  });

  it('name every problem', () => {
    const { problems } = read(
      '{"mode":"later","largest_change_percent":101,"largest_entity":1.5,"write_units_per_second":"many"}',
    );

    expect(problems).toEqual([
      'must have a mode that is hold, automatic, refuse.',
      'must have a largest_change_percent that is a number from 0 to 100.',
      'must have a largest_entity that is a whole number from 2 to 1000000000.',
      'must have a write_units_per_second that is a whole number from 1 to 1000000.',
    ]);
  });
});
