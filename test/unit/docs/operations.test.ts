import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/over-frequent-keys.ts';
import { MAX_BATCH_BYTES, MAX_ID_BYTES, MAX_RECORD_BYTES, MAX_RECORDS } from '../../../src/entities/validate.ts';
import { metricDefinitions } from '../../../src/runtime/metrics/metric-names.ts';

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

  it('names the limits as they are', () => {
    const text = (number: number) => number.toLocaleString('en');
    const limitOf = (what: string) => page.split('\n').find((line) => line.startsWith(`| ${what} |`));

    expect(limitOf('a submit')).toContain(`| ${text(MAX_RECORDS)} records, ${text(MAX_BATCH_BYTES)} bytes |`);
    expect(limitOf('a record')).toContain(
      `| ${text(MAX_RECORD_BYTES)} bytes as JSON; its id ${text(MAX_ID_BYTES)} bytes,`,
    );
    expect(limitOf('a blocking key')).toContain(`| ${text(OVER_FREQUENT_KEY_RECORDS)} records,`);
  });
});
