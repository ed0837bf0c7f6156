import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ruleConfigFor } from '../../../../../apps/cli/commands/rules-options.ts';

describe('ruleConfigFor', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-rules-'));
    mkdirSync(join(directory, 'with'));
    writeFileSync(join(directory, 'with', 'rule-config.json'), '{}');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('is the one that was named', () => {
    const files = [join(directory, 'with', 'cases.json')];

    expect(ruleConfigFor(files, { ruleConfig: 'named.json' })).toBe('named.json');
  });

  it('is the one beside the first file where none was named', () => {
    const files = [join(directory, 'with', 'cases.json'), join(directory, 'cases.json')];

    expect(ruleConfigFor(files, {})).toBe(join(directory, 'with', 'rule-config.json'));
  });

  it('says how to name one where there is none', () => {
    expect(() => ruleConfigFor([join(directory, 'cases.json')], {})).toThrow(
      expect.objectContaining({ code: 'RULES_FILE_INVALID', hint: 'Name the rules with --rule-config.' }),
    );
  });
});
