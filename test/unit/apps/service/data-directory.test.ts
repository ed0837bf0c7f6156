import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  DataDirectoryError,
  forgetFormerRules,
  RulesChangedError,
  refuseOtherRules,
} from '../../../../apps/service/data-directory.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import { digest } from '../../../../src/text/digest.ts';
import { deployedPeople, edits } from '../../../setup/edited-people.ts';

describe('data of a release that kept the fingerprint of its rules in a file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'entity-data-directory-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const partsOf = (edit?: Parameters<typeof deployedPeople>[0]) => compileRuleConfig(deployedPeople(edit).config).parts;
  /** As that release computed it. */
  function fingerprintOf({ plans, pipeline }: ReturnType<typeof partsOf>): string {
    const meanings = plans.map(({ signature, exact, carried }) => [
      signature,
      exact,
      carried.map((position) => pipeline.outputs[position]!.meaning),
    ]);
    return digest(meanings.sort(([a], [b]) => (a! < b! ? -1 : 1)));
  }

  it('go on with these rules only, and then without the file', async () => {
    await writeFile(join(directory, 'rules.json'), JSON.stringify({ fingerprint: fingerprintOf(partsOf()) }));

    await refuseOtherRules(directory, partsOf(), 'rules.json');
    await expect(refuseOtherRules(directory, partsOf(edits.relaxed), 'rules.json')).rejects.toThrow(RulesChangedError);

    await forgetFormerRules(directory);
    expect(await readdir(directory)).toEqual([]);
    await refuseOtherRules(directory, partsOf(edits.relaxed), 'rules.json');
  });

  it('say what to do when the file cannot be read', async () => {
    await writeFile(join(directory, 'rules.json'), '{');

    const refusing = refuseOtherRules(directory, partsOf(), 'rules.json');

    await expect(refusing).rejects.toThrow(DataDirectoryError);
    await expect(refusing).rejects.toMatchObject({ hint: expect.stringContaining('Take it away if the rule-config') });
  });
});
