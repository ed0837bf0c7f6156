import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SRC = join(import.meta.dirname, '../../../../../src');
const ROOMS = ['entities', 'events', 'loads'];
/** The modules that write and read items outside of entities/items. */
const CODECS = ['events/dead-letter.ts', 'events/publication.ts', 'events/relay-claim.ts', 'loads/load-items.ts'];

/** One-letter attributes as they are read, named in a condition, removed, and written. */
const ATTRIBUTES = [
  /\?*\.?\['[a-z]'\]/g,
  /attribute: '[a-z]'/g,
  /remove: \['[a-z]'/g,
  /unchangedText\('[a-z]'/g,
  /\b(?:set|setIfAbsent|add|put): \{[^{}]*(?:\{[^{}]*\}[^{}]*)*?(?<=[\s,{])[a-z]: /g,
];

const attributesIn = (source: string): string[] => ATTRIBUTES.flatMap((pattern) => source.match(pattern) ?? []);

const modules = ROOMS.flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => relative(SRC, join(SRC, room, name)).replaceAll('\\', '/')),
);
const isCodec = (module: string): boolean => module.startsWith('entities/items/') || CODECS.includes(module);

describe('one-letter attributes', () => {
  it.each(modules.filter((module) => !isCodec(module)))('do not occur in %s', (module) => {
    expect(attributesIn(readFileSync(join(SRC, module), 'utf8'))).toEqual([]);
  });

  it.each([...CODECS, 'entities/items/node.ts', 'entities/items/record.ts'])('are recognised in %s', (module) => {
    expect(attributesIn(readFileSync(join(SRC, module), 'utf8'))).not.toEqual([]);
  });

  it.each([
    "const text = item['d'] as string;",
    "if: [{ attribute: 'p', absent: true }]",
    "{ update: key, remove: ['x'] }",
    '{ update: nodeKey(root), set: { x: token } }',
    '{ put: { ...nodeKey(node), ...(isNew ? { t: 1 } : {}), p: root } }',
  ])('are recognised in %s', (source) => {
    expect(attributesIn(source)).not.toEqual([]);
  });
});
