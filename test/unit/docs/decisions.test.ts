import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const folder = join('docs', 'decisions');
const names = readdirSync(folder)
  .filter((name) => /^\d{4}-.+\.md$/.test(name))
  .sort();
const pages = names.map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const [, number, title, status, date] =
    /^# (\d+)\. (.+)\n\n- Status: (.+)\n- Date: (\d{4}-\d\d-\d\d)\n/.exec(text) ?? [];
  return { name, text, number: Number(number), title, status: status ?? '', date };
});

const accepted = pages.filter(({ status }) => status.startsWith('accepted'));

describe('the pages of decisions', () => {
  it.each(pages.map((page) => [page.name, page] as const))(
    'begin with number, title, status and date: %s',
    (name, page) => {
      expect([page.number, page.date]).toEqual([Number(name.slice(0, 4)), expect.anything()]);
      expect(page.status).toMatch(/^(?:accepted\b|superseded by \[\d+\]\(\d{4}-[\w-]+\.md\))/);
    },
  );

  it.each(accepted.map((page) => [page.name, page] as const))(
    'say context, decision, consequences and rejected alternatives in this order: %s',
    (_name, { text }) => {
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

      expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Rejected']);
    },
  );

  it('name the page that supersedes them, which is accepted or superseded in turn', () => {
    const superseding = pages.flatMap(({ status }) => [...status.matchAll(/^superseded by \[(\d+)\]\((.+?)\)/g)]);

    expect(superseding.length).toBeGreaterThan(0);
    for (const [, number, name] of superseding) {
      expect(pages.find((page) => page.number === Number(number))?.name).toBe(name);
    }
  });

  it('are listed in the index with their titles and states', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const rows = [...index.matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \| (.+) \|$/gm)].map(
      ([, number, title, name, status]) => [Number(number), title, name, status],
    );

    expect(rows).toEqual(pages.map(({ number, title, name, status }) => [number, title, name, status.split(';')[0]]));
  });
});
