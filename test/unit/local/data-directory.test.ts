import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bindRules, DataDirectoryError, RulesChangedError } from '../../../local/data-directory.ts';

describe('bindRules', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'entity-data-directory-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('binds data to the rules of the first start', async () => {
    await bindRules(directory, 'first', 'rules.json');
    await bindRules(directory, 'first', 'rules.json');

    await expect(bindRules(directory, 'second', 'rules.json')).rejects.toThrow(RulesChangedError);
  });

  it('says what to do when nobody knows any more which rules these were', async () => {
    await writeFile(join(directory, 'rules.json'), '{');

    const binding = bindRules(directory, 'first', 'rules.json');

    await expect(binding).rejects.toThrow(DataDirectoryError);
    await expect(binding).rejects.toMatchObject({ hint: expect.stringContaining('Take it away if the rule-config') });
  });
});
