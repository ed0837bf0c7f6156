import { mkdirSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ruleConfigFor } from '../../../../../apps/cli/commands/rules-options.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

describe('ruleConfigFor', () => {
  const directory = temporaryDirectory('beforeEach');
  beforeEach(() => {
    mkdirSync(directory.path('with'));
    writeFileSync(directory.path('with', 'rule-config.json'), '{}');
  });

  it('is the one that was named', () => {
    const files = [directory.path('with', 'cases.json')];

    expect(ruleConfigFor(files, { ruleConfig: 'named.json' })).toBe('named.json');
  });

  it('is the one beside the first file where none was named', () => {
    const files = [directory.path('with', 'cases.json'), directory.path('cases.json')];

    expect(ruleConfigFor(files, {})).toBe(directory.path('with', 'rule-config.json'));
  });

  it('says how to name one where there is none', () => {
    expect(() => ruleConfigFor([directory.path('cases.json')], {})).toThrow(
      expect.objectContaining({ code: 'RULES_FILE_INVALID', hint: 'Name the rules with --rule-config.' }),
    );
  });
});
