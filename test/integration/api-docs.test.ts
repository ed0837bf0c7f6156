import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { graphqlPages } from '../../scripts/graphql-pages.ts';
import { operations } from '../../src/graphql/operations/registry.ts';

const folder = join('docs', 'graphql');
const pages = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const current = await graphqlPages(pages);

describe('docs/graphql', () => {
  it.each([...current.keys()])('%s says what the service answers', (name) => {
    expect(existsSync(join(folder, name))).toBe(true);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(current.get(name));
  });

  it.each(operations.map(({ name }) => name))('has a page for %s, with a request, its answer and errors', (name) => {
    const file = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
    const page = pages.get(file) ?? '';

    expect(page).toMatch(/```graphql[\s\S]*?```json answer\n\{\s+"data"/);
    expect(page.slice(page.indexOf('## Errors'))).toMatch(/"code":/);
    expect(pages.get('README.md')).toContain(`(${file})`);
  });
});
