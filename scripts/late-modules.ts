import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, parse, relative } from 'node:path';
import type { Plugin } from 'esbuild';

const file = 'late.mjs';

/**
 * Keeps the code of some modules out of what a function reads when it starts. Who imports such a module gets functions
 * of the same names, which load the file of them all when one is first called. That file shares with the others what
 * both use, so that there is one of each class. A module may export functions, and constants that are a number or a text.
 *
 * The first call is answered at once, without a promise: Node.js requires ES modules since 22.12.
 *
 * @param modules their files, relative to the root
 */
export function lateModules(
  root: string,
  modules: readonly string[],
): {
  readonly plugin: Plugin;
  /** The file of them all, as an entry point. */
  readonly entries: Readonly<Record<string, string>>;
  /** Modules that nobody has imported. */
  unused(): readonly string[];
} {
  const names = new Set(modules.map((path) => basename(path)));
  const places = new Map(modules.map((path, index) => [path, index]));
  const used = new Set<string>();
  const pathOf = (absolute: string) => relative(root, absolute).replaceAll('\\', '/');
  return {
    unused: () => modules.filter((path) => !used.has(path)),
    entries: modules.length === 0 ? {} : { [parse(file).name]: 'late-modules' },
    plugin: {
      name: 'late-modules',
      setup(build) {
        build.onResolve({ filter: /^late-modules$/ }, ({ path, kind }) =>
          kind === 'entry-point' ? { path, namespace: 'late-modules' } : undefined,
        );
        build.onLoad({ filter: /.*/, namespace: 'late-modules' }, () => ({
          contents: modules
            .map((path, index) => `export * as module${index} from ${JSON.stringify(`./${path}`)};`)
            .join('\n'),
          resolveDir: root,
        }));
        build.onResolve({ filter: /./, namespace: 'late' }, ({ path }) => ({ path, external: true }));
        build.onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
          if (pluginData === 'late' || !names.has(basename(path)) || from.namespace === 'late-modules')
            return undefined;
          // Among each other they are ordinary modules.
          if (places.has(pathOf(from.importer))) return undefined;
          const { resolveDir, kind, importer } = from;
          const resolved = await build.resolve(path, { resolveDir, kind, importer, pluginData: 'late' });
          if (!isAbsolute(resolved.path) || !places.has(pathOf(resolved.path))) return undefined;
          used.add(pathOf(resolved.path));
          return { path: pathOf(resolved.path), namespace: 'late', sideEffects: false };
        });
        build.onLoad({ filter: /./, namespace: 'late' }, async ({ path }) => ({
          contents: standIn(path, places.get(path)!, await readFile(join(root, path), 'utf8')),
        }));
      },
    },
  };
}

function standIn(path: string, place: number, source: string): string {
  const exported = source.split('\n').filter((line) => /^export (?!type\b|interface\b)/.test(line));
  const stands = exported.map((line) => {
    const [, name] = /^export (?:async )?function\*? (\w+)/.exec(line) ?? [];
    if (name !== undefined) return `export const ${name} = (...args) => load().${name}(...args);`;
    if (/^export const \w+ = (?:[\d_]+|'[^'\\]*');$/.test(line)) return line;
    throw new Error(`${path} is loaded late and may export functions and plain constants only, but has: ${line}`);
  });
  return `let loaded;
const load = () => (loaded ??= require(${JSON.stringify(`./${file}`)}).module${place});
${stands.join('\n')}`;
}
