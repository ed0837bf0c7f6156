import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { concepts, findConcept } from '../../../../../src/guidance/docs/concepts.ts';
import { pages } from '../../../../../src/guidance/docs/documentation.ts';

import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../../../../src/guidance/tools/toolbox.ts';

const docs = join(import.meta.dirname, '../../../../../docs');

describe('the pages of the guidance server', () => {
  it.each(['guidance/setup.md', 'guidance/conversation.md', 'concepts/entity.md', 'errors/api.md'])(
    'have %s as it stands in docs/',
    (path) => {
      expect(pages.find((page) => page.path === path)?.text).toBe(readFileSync(join(docs, path), 'utf8'));
    },
  );

  it('have a title and a summary', () => {
    for (const { title, summary } of pages) expect([title, summary]).not.toContain('');
  });

  it('show JSON that is JSON, and calls of tools that work', () => {
    const toolbox = createToolbox(tools, { serviceIdentifier: 'svc' });
    const own = pages.filter(({ path }) => /^(?:guidance|concepts)\//.test(path));
    const blocks = own.flatMap(({ text }) => [...text.matchAll(/```json\n([\s\S]*?)```/g)].map((found) => found[1]!));
    const calls = own.flatMap(({ text }) =>
      [...text.matchAll(/-d '(\{.*"tools\/call".*\})'/g)].map((found) => JSON.parse(found[1]!)),
    );

    expect(blocks.length).toBeGreaterThan(8);
    for (const block of blocks) {
      const text = block.trim().startsWith('{') || block.trim().startsWith('[') ? block : `{${block}}`;
      expect(() => JSON.parse(text)).not.toThrow();
    }
    expect(calls.length).toBeGreaterThan(0);
    for (const { params } of calls) expect(toolbox.call(params.name, params.arguments).outcome).toBe('ok');
  });

  it('name every tool on the page of the guidance server', () => {
    const page = pages.find(({ path }) => path === 'guidance/README.md')!.text;

    for (const { name } of tools) expect(page).toContain(`\`${name}\``);
  });
});

describe('concepts', () => {
  it('have an explanation, an example and related concepts that exist', () => {
    const names = new Set(concepts().map(({ name }) => name));

    expect(names.size).toBeGreaterThan(25);
    for (const { name, explanation, example, related } of concepts()) {
      expect([name, explanation, example]).not.toContain('');
      expect(related.length).toBeGreaterThan(0);
      for (const other of related) expect([...names]).toContain(other);
    }
  });

  it.each([
    ['Index Keys', 'Index key'],
    ['indexKey', 'Index key'],
    ['cluster', 'Entity'],
    ['entitty', 'Entity'],
    ['mustExist', 'mustExist and ignoreErrors'],
    ['link', 'Edge'],
    ['ETM pipeline', 'Pipeline'],
    ['consistencyRuleSetIDs', 'Consistency'],
    ['scores.consistency', 'Consistency'],
    ['searchRuleSetIDs', 'Rule set'],
    ['indexMatcherIDs', 'Index key'],
    ['SearchParams', 'Search'],
  ])('are found as %s', (asked, name) => {
    expect(findConcept(asked)?.name).toBe(name);
  });
});
