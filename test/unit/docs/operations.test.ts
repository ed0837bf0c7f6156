import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { metricDefinitions } from '../../../functions/telemetry/metric-names.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

describe('docs/operations.md', () => {
  it.each(Object.entries(metricDefinitions))('explains the metric %s with its dimension', (name, definition) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));

    expect(row).toBeDefined();
    if ('by' in definition) expect(row).toContain(`\`${definition.by}\``);
  });

  it('has no link to a heading that is not there', () => {
    const anchors = [...page.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, text]) => text!.toLowerCase().replaceAll(' ', '-'));

    expect(headings).toEqual(expect.arrayContaining(anchors));
  });
});
