import { describe, expect, it } from '@jest/globals';
import { againstText } from '../../../../../apps/cli/rules/against-text.ts';
import { compareRules } from '../../../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { deployedPeople, type Edit, edits } from '../../../../setup/edited-people.ts';

const compile = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);
const textOf = (edit: Edit) => againstText('former.json', compareRules(compile(), compile(edit)));

describe('what linting against a former rule-config says', () => {
  it('names plans that are new and gone, and which document serves live data', () => {
    expect(textOf(edits.tightened)).toBe(
      [
        'against former.json: 5 key plans shared, 1 new, 1 gone',
        '  new   EMAIL, EMAIL_NAME (suggests; carries FIRST_NAME, BIRTHDAY, POSTCODE)',
        '  gone  EMAIL, EMAIL_NAME (suggests; carries FIRST_NAME, BIRTHDAY)',
        '  links and duplicates are judged differently',
        '  on live data: begins a change of the rules; former.json serves until you continue it',
        '',
      ].join('\n'),
    );
  });

  it('says that nothing which is stored depends on scores and searches', () => {
    expect(textOf(edits.scores)).toBe(
      [
        'against former.json: 6 key plans shared, 0 new, 0 gone',
        '  on live data: comes into force at once; nothing that is stored depends on what differs',
        '',
      ].join('\n'),
    );
  });
});
