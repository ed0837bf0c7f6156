import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { compiledAtOnce } from './compiled-at-once.ts';
import { deferredSchemas } from './deferred-schemas.ts';
import { earlyModulesOf } from './early-lists.ts';
import { environmentCredentials } from './environment-credentials.ts';
import { lateModulesOf } from './late-lists.ts';
import { lateModules } from './late-modules.ts';
import { lazyModules } from './lazy-modules.ts';
import { noOtherPlatforms } from './no-other-platforms.ts';
import { noSchemaValidator } from './no-schema-validator.ts';
import { nodeModules } from './node-modules.ts';
import { inOneByteCharacters } from './one-byte-characters.ts';
import { parsedDefinitions } from './parsed-definitions.ts';

/** The functions that are deployed; each is one folder of functions/ with a handler.ts. */
export const functionNames = ['api', 'authorizer', 'events', 'guidance', 'ingest', 'sweeper'] as const;
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
export interface BundledFile {
  /** Name in the archive; all files lie side by side. */
  readonly path: string;
  readonly content: Uint8Array;
}

export interface Bundle {
  readonly name: FunctionName;
  /** The entry and the parts that are loaded when they are first needed, sorted by path. */
  readonly files: readonly BundledFile[];
  /** Which sources and packages went into which file, with paths relative to the root. */
  readonly metafile: Metafile;
  /** Node's own modules that any of the files may load, without `node:`, sorted. */
  readonly nodeModules: readonly string[];
}

/** How both kinds of files are made: those that import each other, and those that are required when first used. */
export function buildOptions(root: string) {
  return {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node22',
    // The ES modules of a package leave out what is not used; its CommonJS build comes whole.
    mainFields: ['module', 'main'],
    // The engine of a laptop is native code; a function that reached it would fail here instead of in the cloud.
    conditions: ['module', 'import', 'node'],
    // Paths stay below the root also where node_modules is a link.
    preserveSymlinks: true,
    minifySyntax: true,
    // Node reads a file of one-byte characters in half the time; what esbuild leaves, inOneByteCharacters writes so.
    charset: 'ascii',
    // The licence texts are a file of the archive.
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
  } as const satisfies BuildOptions;
}

/**
 * Bundles one function, with everything it imports, into ES modules for Lambda's Node 22: the entry, what it imports
 * dynamically, each `*.lazy.ts` as a file that is loaded when one of its exports is first used, and the late modules as
 * one more file.
 *
 * Names are kept, so that a stack trace in the log can be read without a source map. Nothing in the result depends on
 * where the checkout lies: paths in it are relative to the root.
 */
export async function bundle(
  name: FunctionName,
  root: string,
  plugins: readonly Plugin[] = [],
  lateModulesOfName = lateModulesOf[name] ?? [],
  earlyModulesOfName = earlyModulesOf[name] ?? [],
): Promise<Bundle> {
  const node = nodeModules();
  const late = lateModules(root, lateModulesOfName);
  const lazy = lazyModules(root, {
    ...buildOptions(root),
    plugins: [environmentCredentials(root), noOtherPlatforms, node.plugin, ...plugins],
  });
  const result = await build({
    ...buildOptions(root),
    format: 'esm',
    entryPoints: { handler: `functions/${name}/handler.ts`, ...threadsOf[name], ...late.entries },
    outdir: '.',
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    banner: { js: requireForCommonJs },
    // The AWS SDK looks whether an answer is one of the web's streams, which Node only makes when it is asked for them.
    ...(name === 'guidance' ? {} : { define: { ReadableStream: 'undefined', Blob: 'undefined' } }),
    plugins: [
      late.plugin,
      environmentCredentials(root),
      parsedDefinitions(root),
      noSchemaValidator,
      noOtherPlatforms,
      // The protocol's library of the guidance server needs zod itself.
      ...(name === 'guidance' ? [] : [deferredSchemas(root)]),
      lazy.plugin,
      node.plugin,
      ...plugins,
    ],
  });
  const unused = late.unused();
  if (unused.length > 0) throw new Error(`${name} keeps for later what it does not use: ${unused.join(', ')}`);
  const parts = await lazy.files();
  for (const { path, metafile } of parts) {
    const twice = Object.keys(metafile.inputs).find(
      (input) => /\.generated\.ts$/.test(input) && input in result.metafile.inputs,
    );
    if (twice !== undefined)
      throw new Error(`${path} is loaded lazily, but ${name} also imports its ${twice} directly.`);
  }
  const early = new Set(earlyModulesOfName);
  const files = [
    ...result.outputFiles.map(({ path, text }) => {
      const { program, found } = compiledAtOnce(text, new Set(earlyModulesOfName));
      for (const module of found) early.delete(module);
      return { path: basename(path), content: Buffer.from(program) };
    }),
    ...parts.map(({ path, content }) => ({ path, content })),
  ].map(({ path, content }) => ({ path, content: inOneByteCharacters(content, path) }));
  if (early.size > 0) throw new Error(`${name} has no functions of ${[...early].join(', ')} to compile at once.`);
  if (!files.some(({ path }) => path === entryFile)) throw new Error(`Bundling ${name} gave no ${entryFile}.`);
  return {
    name,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    metafile: {
      inputs: Object.assign({}, result.metafile.inputs, ...parts.map(({ metafile }) => metafile.inputs)),
      outputs: Object.assign({}, result.metafile.outputs, ...parts.map(({ metafile }) => metafile.outputs)),
    },
    nodeModules: node.used(),
  };
}

/**
 * CommonJS packages and lazy modules require others, which an ES module has to provide; most first answers need none of
 * them.
 */
const requireForCommonJs = `let __nodeRequire;
const require = (path) =>
  (__nodeRequire ??= process.getBuiltinModule('node:module').createRequire(import.meta.url))(path);`;
