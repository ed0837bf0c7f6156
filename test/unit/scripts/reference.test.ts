import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { attributeTable } from '../../../scripts/reference/attribute-table.ts';
import { code, jsonText, tableRow } from '../../../scripts/reference/markdown.ts';
import { referencePages } from '../../../scripts/reference/pages.ts';
import { lintCodes } from '../../../src/rules/lint/codes.ts';
import { defaultRegistries } from '../../../src/rules/registries.ts';

describe('the reference', () => {
  it.each(Object.entries(defaultRegistries))(
    'has a section with examples for every type of %s',
    (name, definitions) => {
      const page = referencePages().get(`${name}.md`)!;

      for (const { type, summary } of definitions.values()) {
        const [, section] = page.split(`\n## ${type}\n`);
        expect(section?.trimStart().startsWith(summary)).toBe(true);
        expect(section!.split('\n## ')[0]).toMatch(/\| (?:output by pin|verdict|tokens)/);
      }
    },
  );

  it('has a section for every lint code', () => {
    const page = referencePages().get('lint-codes.md')!;

    expect([...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(lintCodes.map(({ code }) => code));
  });
});

describe('attributeTable', () => {
  it('says name, type, default and meaning, also of what is inside of lists and objects', () => {
    const attributes = z.object({
      path: z.string().describe('Where.'),
      size: z.int().min(1).max(9).default(3).describe('How many.'),
      kind: z.enum(['a', 'b']).optional().describe('Which.'),
      items: z.array(z.object({ weight: z.number().min(0).describe('How much.') })).describe('What.'),
      limits: z
        .record(z.string(), z.object({ most: z.number().describe('At most.') }))
        .default({})
        .describe('Bounds.'),
    });

    expect(attributeTable(attributes).split('\n').slice(2)).toEqual([
      '| `path` | text | required | Where. |',
      '| `size` | whole number, 1 to 9 | `3` | How many. |',
      '| `kind` | one of `a`, `b` | none | Which. |',
      '| `items` | list of object | required | What. |',
      '| `items[].weight` | number, 0 or more | required | How much. |',
      '| `limits` | object of object | `{}` | Bounds. |',
      '| `limits.*.most` | number | required | At most. |',
    ]);
  });

  it('says so when there are none', () => {
    expect(attributeTable(z.object({}))).toBe('No attributes.');
  });
});

describe('Markdown', () => {
  it('keeps what would end a cell or a span of code', () => {
    expect(tableRow(['a|b', 'c\nd'])).toBe('| a\\|b | c d |');
    expect(code('a`b')).toBe('``a`b``');
    expect(code('`')).toBe('`` ` ``');
  });

  it('writes JSON on one line with spaces', () => {
    expect(jsonText({ a: [1, 'x'], b: {} })).toBe('{ "a": [1, "x"], "b": {} }');
  });
});
