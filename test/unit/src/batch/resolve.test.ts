import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { resolveRecords } from '../../../../src/batch/resolve.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../../src/rules/lint/lint-rule-config.ts';

it('finds all near pairs of one key that many records share', async () => {
  const rules = compileRuleConfig(loadRuleConfig(await readFile('examples/people/rule-config.json', 'utf8')));
  const count = 550;
  const birthday = (at: number) => new Date(Date.UTC(1950, 0, 1 + at)).toISOString().slice(0, 10);
  const records = Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    firstName: 'Ada',
    dateOfBirth: birthday(at),
    phone: '+442079460123',
  }));

  const { entities, near } = await resolveRecords(records, rules, { directory: tmpdir(), findsNear: true });

  expect(entities).toBe(count);
  expect(near).toHaveLength((count * (count - 1)) / 2);
});
