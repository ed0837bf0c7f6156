import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decisionNames, decisionsIndex, readDecision } from '../../../scripts/decisions-index.ts';

const folder = join('docs', 'decisions');
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const decisions = decisionNames().map((name) => readDecision(name, textOf(name)));
const accepted = decisions.filter(({ status }) => status.startsWith('accepted'));

describe('the pages of decisions', () => {
  it.each(decisions)('have the number of their file, and a status: $name', ({ name, number, status }) => {
    expect(number).toBe(Number(name.slice(0, 4)));
    expect(status).toMatch(/^(?:accepted\b|superseded by (?:\d+|\[\d+\]\(\d{4}-[\w-]+\.md\)))/);
  });

  it.each(accepted)(
    'give context, decision, consequences and rejected alternatives in this order: $name',
    ({ name }) => {
      const headings = [...textOf(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

      expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Rejected']);
    },
  );

  it('name a later page that supersedes them', () => {
    const superseding = decisions.flatMap(({ number, status }) =>
      [...status.matchAll(/^superseded by \[(\d+)\]\((.+?)\)/g)].map(([, later, name]) => ({ number, later, name })),
    );

    expect(superseding.length).toBeGreaterThan(0);
    for (const { number, later, name } of superseding) {
      expect(Number(later)).toBeGreaterThan(number);
      expect(decisions.find((one) => one.number === Number(later))?.name).toBe(name);
    }
  });

  it('are listed in the index', () => {
    expect(textOf('README.md')).toBe(decisionsIndex(decisions));
  });

  it('refuse a page without a status', () => {
    expect(() => readDecision('0099-a-page.md', '# 99. A page\n\nText.\n')).toThrow(/0099-a-page\.md/);
  });
});
