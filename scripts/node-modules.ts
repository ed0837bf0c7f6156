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
          if (kind === 'dynamic-import') {
            // It is lazy already, and its importer expects a namespace, which is cheap of all others.
            if (name !== 'http') return { path: `node:${name}`, external: true };
            // No file of its own: what it shared with the start would be one more file of the start.
            return { path: `data:text/javascript,${encodeURIComponent(namespace(name))}`, external: true };
          }
          return { path: name, namespace: 'node', sideEffects: false };
        });
        build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({ contents: lazily(path), loader: 'js' }));
      },
    },
  };
}

/** An ES module for dynamic imports. What Node computes when it is read is at its default export only. */
function namespace(name: string): string {
  const builtin = process.getBuiltinModule(`node:${name}`) as object;
  const names = Object.entries(Object.getOwnPropertyDescriptors(builtin))
    .filter(([key, { get }]) => get === undefined && key !== 'default' && /^[A-Za-z_$][\w$]*$/.test(key))
    .map(([key]) => key);
  return `const loaded = process.getBuiltinModule(${JSON.stringify(`node:${name}`)});
export default loaded;
const { ${names.map((key, index) => `${key}: value${index}`).join(', ')} } = loaded;
export { ${names.map((key, index) => `value${index} as ${key}`).join(', ')} };`;
}

/** A CommonJS module with the module's exports, each read when it is used. */
function lazily(name: string): string {
  const builtin = process.getBuiltinModule(`node:${name}`) as object;
  const loaded = `process.getBuiltinModule(${JSON.stringify(`node:${name}`)})`;
  // A module that is a function or class itself has to be the real thing.
  if (typeof builtin === 'function') return `module.exports = ${loaded};`;
  // On a prototype, where esbuild copies nothing from: it would copy every name of the module, used or not.
  return `let loaded;
const load = () => (loaded ??= ${loaded});
module.exports = Object.create(
  new Proxy({}, {
    get: (_, name) => (name === '__esModule' ? undefined : load()[name]),
    has: (_, name) => name in load(),
  }),
);`;
}
