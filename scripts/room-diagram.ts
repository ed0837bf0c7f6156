/**
 * Draws which rooms import which others, from what esbuild finds in the sources, into docs/architecture.md.
 *
 *   node scripts/room-diagram.ts
 *   node scripts/room-diagram.ts --check
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { functionNames } from './bundle.ts';
import { fill } from './docs-tables.ts';
import { keepCurrent } from './generated-file.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs', 'architecture.md');

/** For each room, the rooms that it imports at run time. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** `src/rules/lint/x.ts` → `rules`; `apps/cli/x.ts` → `cli`; undefined for files directly in src/, which all rooms share. */
function roomOf(path: string): string | undefined {
  const [top, room, ...rest] = path.split('/');
  if (top === 'functions') return 'functions';
  return rest.length > 0 && (top === 'src' || top === 'apps') ? room : undefined;
}

async function readImports(): Promise<Imports> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...functionNames.map((name) => `functions/${name}/handler.ts`), 'apps/cli/entity-data.ts'],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outdir: '.',
    write: false,
    metafile: true,
  });
  const imports = new Map<string, Set<string>>();
  for (const [path, { imports: imported }] of Object.entries(metafile.inputs)) {
    const room = roomOf(path);
    if (room === undefined) continue;
    const rooms = imports.get(room) ?? new Set();
    imports.set(room, rooms);
    for (const { path: target, external } of imported) {
      const other = external ? undefined : roomOf(target);
      if (other !== undefined && other !== room) rooms.add(other);
    }
  }
  return imports;
}

/** A Mermaid chart. An arrow is left out where another path of arrows leads to the same room. */
export function chartOf(imports: Imports): string {
  const leadsTo = (from: string, to: string): boolean =>
    [...(imports.get(from) ?? [])].some((next) => next === to || leadsTo(next, to));
  const arrows = [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && leadsTo(other, to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
}

if (import.meta.main) {
  parseArgs({ options: { check: { type: 'boolean' } } });
  const fresh = fill(await readFile(page, 'utf8'), 'rooms', `\n${chartOf(await readImports())}\n`);
  keepCurrent(page, fresh, 'docs/architecture.md does not show who imports whom. Run npm run docs and commit it.');
}
