import { build, type Metafile } from 'esbuild';

/** The functions that are deployed; each is one folder of functions/ with a handler.ts. */
export const functionNames = ['api', 'authorizer', 'guidance', 'ingest', 'sweeper'] as const;
export type FunctionName = (typeof functionNames)[number];

/** The file of the archive that Lambda imports, and the export that it calls. */
export const entryFile = 'handler.mjs';
export const handlerName = 'handler.handler';
export const runtime = 'nodejs22.x';

export interface Bundle {
  readonly name: FunctionName;
  /** The whole function as one ES module. */
  readonly code: Uint8Array;
  /** Which sources and packages went in, with paths relative to the root. */
  readonly metafile: Metafile;
}

/**
 * Bundles one function, with everything it imports, into one ES module for Lambda's Node 22.
 *
 * Syntax is simplified but names and lines are kept, so that a stack trace in the log can be read without a source map.
 * Nothing in the result depends on where the checkout lies: paths in it are relative to the root.
 */
export async function bundle(name: FunctionName, root: string): Promise<Bundle> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [`functions/${name}/handler.ts`],
    outfile: entryFile,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    // The ES modules of a package leave out what is not used; its CommonJS build comes whole.
    mainFields: ['module', 'main'],
    // The engine of a laptop is native code; a function that reached it would fail here instead of in the cloud.
    conditions: ['module', 'import', 'node'],
    // Paths stay below the root also where node_modules is a link.
    preserveSymlinks: true,
    minifySyntax: true,
    charset: 'utf8',
    // The licence texts are a file of the archive.
    legalComments: 'none',
    logLevel: 'silent',
    tsconfigRaw: '{}',
    banner: { js: requireForCommonJs },
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error(`Bundling ${name} gave no file.`);
  return { name, code: file.contents, metafile: result.metafile };
}

/** CommonJS packages require Node's own modules, which an ES module has to provide. */
const requireForCommonJs = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;
