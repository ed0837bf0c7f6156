import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readRuleCases } from '../../../../../apps/cli/rules/rule-case.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

const read = (text: string) => {
  const file = directory.path('cases.json');
  writeFileSync(file, text);
  return readRuleCases(file);
};

describe('readRuleCases', () => {
  it('reads one case or a list and names those without a name', () => {
    expect(read('{"recordA": {}, "recordB": {}}').map(({ name }) => name)).toEqual(['case']);
    expect(
      read('[{"recordA": {}, "recordB": {}}, {"name": "b", "recordA": {}, "recordB": {}}]').map(({ name }) => name),
    ).toEqual(['case 1', 'b']);
  });

  it('refuses a list without cases, which would pass whatever the rules say', () => {
    expect(() => read('[]')).toThrow('has no cases, so it checks nothing');
  });

  it('names every wrong place at once', () => {
    const broken =
      '[{"recordA": 1, "recordB": {}}, {"recordA": {}, "recordB": {}, "expectation": {"together": "yes"}}]';

    expect(() => read(broken)).toThrow(/0\.recordA.*\n.*1\.expectation\.together/);
  });

  it('refuses a misspelt expectation, which would never be checked', () => {
    expect(() => read('{"recordA": {}, "recordB": {}, "expectation": {"togehter": true}}')).toThrow(/togehter/);
  });

  it('says so when the file is not JSON or not there', () => {
    expect(() => read('{')).toThrow(/is not JSON/);
    expect(() => readRuleCases(directory.path('none.json'))).toThrow(/cannot be read/);
  });
});
