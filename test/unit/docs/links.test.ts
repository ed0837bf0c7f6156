import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { pages, root, textOf } from './pages.ts';

/** Headings as the anchors that pages of a repository give them. */
const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
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
      [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link!)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => problemOf(page, link)),
    );

    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('name scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    // The example has a package of its own.
    const named = pages('.')
      .filter((page) => !page.startsWith('examples/cdktf'))
      .flatMap((page) => [...readFileSync(join(root, page), 'utf8').matchAll(/\bnpm run ([\w:-]+)/g)])
      .map(([, script]) => script!);

    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});
