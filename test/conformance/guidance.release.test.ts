import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { conformance } from '../../scripts/conformance.ts';

describe('the guidance server', () => {
  it('passes the public conformance suite for both revisions, but for what needs fixtures', async () => {
    const runs = await conformance();

    expect(runs.map(({ revision }) => revision)).toEqual(['2025-11-25', '2026-07-28']);
    for (const { passed, output } of runs) if (!passed) throw new Error(output);
  });

  it.each(['2025-11-25', '2026-07-28'])('has a reason for every expected failure of %s', (revision) => {
    const text = readFileSync(join(import.meta.dirname, `expected-failures.${revision}.yml`), 'utf8');
    const lines = text.split('\n').filter((line) => line.startsWith('  - '));

    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^ {2}- [a-z0-9-]+ # .{20,}$/);
  });
});
