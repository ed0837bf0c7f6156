import { readdir, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  DataDirectoryError,
  forgetFormerRules,
  RulesChangedError,
  refuseOtherRules,
} from '../../../../apps/service/data-directory.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import { digest } from '../../../../src/text/digest.ts';
import { deployedPeople, edits } from '../../../setup/edited-people.ts';
import { temporaryDirectory } from '../../../setup/temporary-directory.ts';

describe('data of a release that kept the fingerprint of its rules in a file', () => {
  const directory = temporaryDirectory('beforeEach');

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
    await writeFile(directory.path('rules.json'), JSON.stringify({ fingerprint: fingerprintOf(partsOf()) }));

    await refuseOtherRules(directory.path(), partsOf(), 'rules.json');
    await expect(refuseOtherRules(directory.path(), partsOf(edits.relaxed), 'rules.json')).rejects.toThrow(
      RulesChangedError,
    );

    await forgetFormerRules(directory.path());
    expect(await readdir(directory.path())).toEqual([]);
    await refuseOtherRules(directory.path(), partsOf(edits.relaxed), 'rules.json');
  });

  it('say what to do when the file cannot be read', async () => {
    await writeFile(directory.path('rules.json'), '{');

    const refusing = refuseOtherRules(directory.path(), partsOf(), 'rules.json');

    await expect(refusing).rejects.toThrow(DataDirectoryError);
    await expect(refusing).rejects.toMatchObject({ hint: expect.stringContaining('Take it away if the rule-config') });
  });
});
