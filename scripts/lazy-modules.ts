import { join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

/** A file of a bundle that is loaded when one of its exports is first used. */
export interface LazyFile {
  readonly path: string;
  readonly content: Uint8Array;
  readonly metafile: Metafile;
}

/**
 * Makes every source `<name>.lazy.ts` a file of its own, `<name>.cjs`, and puts in its place a module that requires that
 * file when one of the exports is first read. So packages that are used in functions that cannot wait can still be left
 * out of the start. Such a source re-exports packages, or generated data; it imports no other source of the project, which
 * would then be there twice.
 */
export function lazyModules(
  root: string,
  options: BuildOptions,
): { readonly plugin: Plugin; files(): Promise<readonly LazyFile[]> } {
  const built = new Map<string, Promise<LazyFile & { readonly exports: readonly string[] }>>();
  const buildOnce = (source: string) => {
    const known = built.get(source);
    if (known !== undefined) return known;
    const building = buildLazy(source, options);
    built.set(source, building);
    return building;
  };
  return {
    files: () => Promise.all(built.values()),
    plugin: {
      name: 'lazy-modules',
      setup(setup) {
        setup.onResolve({ filter: /\.lazy\.ts$/ }, ({ path, resolveDir, kind }) =>
          kind === 'entry-point'
            ? undefined
            : { path: relative(root, join(resolveDir, path)).replaceAll('\\', '/'), namespace: 'lazy' },
        );
        setup.onLoad({ filter: /.*/, namespace: 'lazy' }, async ({ path }) => {
          const { path: file, exports } = await buildOnce(path);
          return { contents: stub(file, exports), loader: 'js' };
        });
        setup.onResolve({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({ path, external: true }));
      },
    },
  };
}

async function buildLazy(source: string, options: BuildOptions) {
  const path = source.replace(/^.*\//, '').replace(/\.lazy\.ts$/, '.cjs');
  // The exports are known only of an ES module.
  const shape = await build({ ...options, entryPoints: [source], outfile: path, format: 'esm' });
  const result = await build({ ...options, entryPoints: [source], outfile: path, format: 'cjs' });
  const [file] = result.outputFiles ?? [];
  const exports = Object.values(shape.metafile?.outputs ?? {})[0]?.exports;
  if (file === undefined || result.metafile === undefined || exports === undefined) {
    throw new Error(`Bundling ${source} gave no file.`);
  }
  const sources = Object.keys(result.metafile.inputs).filter(
    (input) =>
      input !== source && !/(?:^|\/)node_modules\/|^node:|\.generated\.ts$|\/environment-credentials\.ts$/.test(input),
  );
  if (sources.length > 0) {
    throw new Error(
      `${source} is loaded lazily and may re-export packages and generated data only, but it imports ${sources.join(', ')}.`,
    );
  }
  return { path, content: file.contents, metafile: result.metafile, exports };
}

function stub(file: string, exports: readonly string[]): string {
  return `let loaded;
const load = () => (loaded ??= require(${JSON.stringify(`./${file}`)}));
Object.defineProperty(exports, '__esModule', { value: true });
for (const name of ${JSON.stringify(exports)}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
}`;
}
