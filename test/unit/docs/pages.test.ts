import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decisionNames, decisionsIndex, readDecision } from '../../../scripts/decisions-index.ts';
import { withMeanings } from '../../../scripts/error-page.ts';
import { OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/index-keys.ts';
import { MAX_BATCH_BYTES, MAX_ID_BYTES, MAX_RECORD_BYTES, MAX_RECORDS } from '../../../src/entities/validate.ts';
import { errorCodes } from '../../../src/graphql/error-codes.ts';
import { metricDefinitions } from '../../../src/runtime/metrics/metric-names.ts';
import { version } from '../../../src/version.ts';
import { textOf as linkText, pages, root } from './pages.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const textOf = (name: string) => read(join('docs/decisions', name));
const decisions = decisionNames().map((name) => readDecision(name, textOf(name)));

describe('the pages of decisions', () => {
  it.each(decisions)('have the number of their file, and hold: $name', ({ name, number, status }) => {
    expect(number).toBe(Number(name.slice(0, 4)));
    // A page whose decision no longer holds is removed.
    expect(status).toMatch(/^accepted(?:;|$)/);
  });

  it.each(decisions)(
    'give context, decision, consequences and rejected alternatives in this order: $name',
    ({ name }) => {
      const headings = [...textOf(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

      expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Rejected']);
    },
  );

  it('are listed in the index', () => {
    expect(textOf('README.md')).toBe(decisionsIndex(decisions));
  });

  it('refuse a page without a status', () => {
    expect(() => readDecision('0099-a-page.md', '# 99. A page\n\nText.\n')).toThrow(/0099-a-page\.md/);
  });
});

const errorPages = join('docs', 'errors');

describe('the pages of errors', () => {
  it('explain every code of the API, with a cause and what to do about it', async () => {
    const pages = await Promise.all(
      (await readdir(errorPages)).map((name) => readFile(join(errorPages, name), 'utf8')),
    );
    const sections = pages.flatMap((page) => page.split(/^## /m).slice(1));

    // A refused submit names the problems of its records instead.
    for (const { code } of errorCodes.filter((one) => one.code !== 'SUBMIT_REFUSED')) {
      const explained = sections.some(
        (text) => text.split('\n', 1)[0]!.split(/[ ,]+/).includes(code) && /^1\. .+ → /m.test(text),
      );
      expect([code, explained]).toEqual([code, true]);
    }
  });

  it('give the meanings of the codes as the classes of the errors do', () => {
    const page = read('docs/errors/api.md');

    expect(withMeanings(page)).toBe(page);
    expect(withMeanings('## NO_RECORDS\n\nMessage: `none`\n\nIt is so.\n\n1. No. → Yes.\n')).not.toContain('It is so.');
  });
});

/** Headings as the anchors that pages of a repository give them. */
const anchorsOf = (page: string): string[] =>
  [...linkText(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** What is wrong with the link of a page; undefined when it leads to a file, and to a heading where it names one. */
function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: there is no ${link}`;
  if (anchor === undefined) return undefined;
  const file = statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target;
  return anchorsOf(file).includes(anchor) ? undefined : `${page}: there is no heading ${link}`;
}

describe('the pages of the project', () => {
  it('link to pages and headings that are there', () => {
    const links = pages('.').flatMap((page) =>
      [...linkText(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link!)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => problemOf(page, link)),
    );

    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('name scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
    // The example has a package of its own.
    const named = pages('.')
      .filter((page) => !page.startsWith('examples/cdktf'))
      .flatMap((page) => [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)])
      .map(([, script]) => script!);

    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

const page = read('docs/operations.md');

describe('docs/operations.md', () => {
  it.each(Object.entries(metricDefinitions))('explains the metric %s with its dimension', (name, definition) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));

    expect(row).toBeDefined();
    if ('by' in definition) expect(row).toContain(`\`${definition.by}\``);
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

describe('docs/promises.md', () => {
  const [promised, checked] = read('docs/promises.md').split('## How it is checked\n') as [string, string];
  const rows = [...checked.matchAll(/^\| (?!promise \||-)(.+?) \| (.+) \|$/gm)].map(([, promise, suites]) => ({
    promise: promise!,
    suites: [...suites!.matchAll(/\[`(.+?)`\]\((.+?)\)/g)].map(([, suite, link]) => ({ suite: suite!, link })),
  }));

  it('names a suite for each promise, and for each section of promises without names', () => {
    const sections = promised.split(/^## /m).slice(1);
    const promises = sections.flatMap((section) => {
      const named = [...section.matchAll(/^\* \*\*(.+?)\.\*\*/gm)].map(([, name]) => name);
      return named.length > 0 ? named : [section.split('\n', 1)[0]];
    });

    expect(promises.length).toBeGreaterThan(5);
    expect(rows.map(({ promise }) => promise)).toEqual(promises);
  });

  it.each(rows)('has a suite in npm test for: $promise', ({ suites }) => {
    expect(suites).not.toEqual([]);
    for (const { suite, link } of suites) {
      expect(link).toBe(`../${suite}`);
      expect(existsSync(join(root, suite))).toBe(true);
      expect(suite).toMatch(/(?<!\.release)\.test\.ts$/);
    }
  });
});

/** Versions that CHANGELOG.md has as a heading. */
const released = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, number]) => number!);

/** Versions that a source address or a heading of the file names. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/[?&]ref=v?(\d+\.\d+\.\d+)|^### (\d+\.\d+\.\d+)$/gm)].map(
    ([, address, heading]) => address ?? heading!,
  );

describe('releases', () => {
  const pages = [
    'README.md',
    ...globSync(['docs/**/*.md', 'examples/**/*.{md,tf,ts}', 'CONTRIBUTING.md'], { cwd: root }),
  ];

  it('exist where a page names one', () => {
    const unknown = pages.flatMap((page) =>
      namedIn(read(page))
        .filter((number) => !released.includes(number))
        .map((number) => `${page} names ${number}`),
    );

    expect(pages.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  it('are found by what this test looks for', () => {
    expect(namedIn('source = "git::https://x/y.git?ref=v1.2.3"\n### 4.5.6\n')).toEqual(['1.2.3', '4.5.6']);
  });

  it('have one version in the package and in the code', () => {
    expect(JSON.parse(read('package.json')).version).toBe(version);
  });
});
