import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, parse, relative } from 'node:path';
import type { Plugin } from 'esbuild';

const file = 'late.mjs';

/**
 * Keeps the code of some modules out of what a function reads when it starts. Who imports such a module gets functions
 * of the same names, which load the file of them all when one is first called, and classes of the same names, which load
 * it when one is first asked for an instance or a member. That file shares with the others what both use, so that there
 * is one of each class. Of constants a module may export those that are a number or a text.
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

/** Exports that are neither are left out: an importer that needs one fails the build. */
function standIn(path: string, place: number, source: string): string {
  const stands = source.split('\n').flatMap((line) => {
    const [, kind = '', name] = /^export (?:async )?(class|function)\b\*? ?(\w+)/.exec(line) ?? [];
    if (name !== undefined) return [`export let ${name} = ${standIns[kind as keyof typeof standIns](name)};`];
    return /^export const \w+ = (?:[\d_]+|'[^'\\]*');$/.test(line) ? [line] : [];
  });
  if (stands.length === 0) throw new Error(`${path} is loaded late and exports neither functions nor classes.`);
  return `const load = () => require(${JSON.stringify(`./${file}`)}).module${place};
${stands.join('\n')}`;
}

/** Each puts the real one in its own place when it is first used, for whoever imports the name. */
const standIns = {
  function: (name: string) => `(...args) => (${name} = load().${name})(...args)`,
  class: (name: string) => `/* @__PURE__ */ new Proxy(function () {}, {
    construct: (_, args, { prototype }) => {
      const real = (${name} = load().${name});
      if (prototype !== real.prototype) throw new TypeError('${name} is loaded late: no class outside its file derives from it.');
      return new real(...args);
    },
    get: (_, key) => (${name} = load().${name})[key],
  })`,
};
