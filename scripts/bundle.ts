import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { bundleConsole } from '../apps/console/bundle.ts';
import { packedContents } from '../functions/console/front-end.ts';

/** The functions that are deployed; each is one folder of functions/ with a handler.ts. */
export const functionNames = ['api', 'authorizer', 'console', 'events', 'guidance', 'ingest', 'sweeper'] as const;
export type FunctionName = (typeof functionNames)[number];

/** The file of the archive that Lambda imports, and the export that it calls. */
export const entryFile = 'handler.mjs';
export const handlerName = 'handler.handler';
export const runtime = 'nodejs22.x';

/** Programs of threads, files beside the entry. */
const threadsOf: Readonly<Partial<Record<FunctionName, Readonly<Record<string, string>>>>> = {
  guidance: { 'tool-worker': 'functions/guidance/workers/tool-worker.ts' },
};

/** One file of a bundle. */
interface BundledFile {
  /** Name in the archive; all files lie side by side. */
  readonly path: string;
  readonly content: Uint8Array;
}

export interface Bundle {
  readonly name: FunctionName;
  readonly files: readonly BundledFile[];
  /** Which sources and packages went into which file, with paths relative to the root. */
  readonly metafile: Metafile;
}

/**
 * Bundles one function, with everything it imports, into ES modules for Lambda's Node 22. Names are kept, so that a
 * stack trace in the log can be read without a source map. Nothing in the result depends on where the checkout lies.
 */
export async function bundle(name: FunctionName, root: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { handler: `functions/${name}/handler.ts`, ...threadsOf[name] },
    outdir: '.',
    // What the entry and a thread share is in a file of its own.
    splitting: name in threadsOf,
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // The ES modules of a package leave out what is not used; its CommonJS build comes whole.
    mainFields: ['module', 'main'],
    conditions: ['module', 'import', 'node'],
    // Paths stay below the root also where node_modules is a link.
    preserveSymlinks: true,
    minifySyntax: true,
    // The licence texts are a file of the archive.
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
    // Lambda gives a function its credentials in the environment: the SDK's chain of profiles and sign-ons is left out.
    alias: { '@aws-sdk/credential-provider-node': join(root, 'src/runtime/aws/environment-credentials.ts') },
    banner: { js: requireForCommonJs },
    plugins: [builtinModules, builtDocumentation],
  });
  const files: BundledFile[] = outputFiles.map(({ path, contents }) => ({ path: basename(path), content: contents }));
  if (name !== 'console') return { name, files, metafile };
  const page = await bundleConsole();
  for (const [path, content] of await packedContents(page.contents)) files.push({ path, content });
  return { name, files, metafile: { ...metafile, outputs: { ...metafile.outputs, ...page.metafile.outputs } } };
}

/** CommonJS packages require Node's own modules, which an ES module has to provide. */
const requireForCommonJs = "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);";

/**
 * Takes Node's own modules from `process.getBuiltinModule`. An ES import reads every property of the module to make its
 * namespace, and one property of `node:http` loads undici: 20 ms of a start, for a part that no function uses.
 */
const builtinModules: Plugin = {
  name: 'builtin-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace(/^node:/, ''), namespace: 'builtin', sideEffects: false } : undefined,
    );
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
    }));
  },
};

/** Puts what src/guidance/docs/documentation.ts reads from docs/ into the bundle. */
const builtDocumentation: Plugin = {
  name: 'built-documentation',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]guidance[/\\]docs[/\\]documentation\.ts$/ }, async ({ path }) => {
      const exported = Object.entries((await import(pathToFileURL(path).href)) as Record<string, unknown>);
      // V8 reads data in a text faster than data in a program.
      const lines = exported.map(([name, data]) => {
        return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(data))});`;
      });
      return { contents: lines.join('\n') };
    });
  },
};
