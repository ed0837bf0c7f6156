import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Takes Node's own modules from `process.getBuiltinModule` instead of importing them, when one of their exports is first
 * used. An `import` of `node:http` makes a module namespace, which reads every property; one of them loads all of
 * undici (20 ms), which nothing here uses.
 */
export function nodeModules(): { readonly plugin: Plugin; used(): readonly string[] } {
  const used = new Set<string>();
  return {
    used: () => [...used].sort(),
    plugin: {
      name: 'node-modules',
      setup(build) {
        build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
          if (kind === 'entry-point' || !isBuiltin(path) || importer === '') return undefined;
          const name = path.replace(/^node:/, '');
          used.add(name);
          // What is imported when it is needed is lazy already, and its importer expects a namespace.
          if (kind === 'dynamic-import') return { path: `node:${name}`, external: true };
          return { path: name, namespace: 'node', sideEffects: false };
        });
        build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({ contents: lazily(path), loader: 'js' }));
      },
    },
  };
}

/** A CommonJS module with the module's exports, each read when it is used. */
function lazily(name: string): string {
  const builtin = process.getBuiltinModule(`node:${name}`) as object;
  const loaded = `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
  // A module that is a function or class itself has to be the real thing.
  if (typeof builtin === 'function') return `module.exports = ${loaded};`;
  const names = Object.keys(builtin).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key));
  return `let loaded;
const load = () => (loaded ??= ${loaded});
for (const name of ${JSON.stringify(names)}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
}`;
}
