import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { version } from '../../../src/version.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

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
