import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is used of a profile of V8. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Who in a file of a bundle a line belongs to. */
export type OwnerOfLine = (file: string, line: number) => string;

/**
 * Reads from the comments that esbuild puts before each module, `// node_modules/zod/…`, which package, or which folder
 * of the project, each line of a bundle's files is of.
 */
export function ownersOf(files: readonly { readonly path: string; readonly content: Uint8Array }[]): OwnerOfLine {
  const starts = new Map(
    files.map(({ path, content }) => [path, moduleStarts(Buffer.from(content).toString('latin1'))]),
  );
  return (file, line) => starts.get(file)?.findLast((start) => start.line <= line)?.owner ?? 'the rest of the bundle';
}

function moduleStarts(text: string): { readonly line: number; readonly owner: string }[] {
  return text.split('\n').flatMap((content, line) => {
    const [, path] =
      /^\s*\/\/ ((?:(?:node|lazy|[\w-]+):)?[\w@./-]+\.(?:ts|js|mjs|cjs|json)|node:\S+)$/.exec(content) ?? [];
    return path === undefined ? [] : [{ line, owner: ownerOf(path) }];
  });
}

/** `node_modules/@scope/name/dist/x.js` → `@scope/name`; `src/rules/transformers/x.ts` → `src/rules/transformers`. */
function ownerOf(path: string): string {
  const inPackage = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (path.startsWith('node:')) return 'Node.js: its own modules';
  return path
    .replace(/^[\w-]+:/, '')
    .split('/')
    .slice(0, path.startsWith('src/') ? 3 : 2)
    .join('/');
}

/** Of V8 and Node.js what reads and compiles a function's files; everything else of them is running. */
const compiling = new Set(['compileSourceTextModule', 'wrapSafe', 'compileFunctionForCJSLoader', 'readFileSync']);

/** Milliseconds of a profile by who they went to; waiting and the profiler are left out. */
export function sharesOf(profile: Profile, ownerOfLine: OwnerOfLine): Map<string, number> {
  const owners = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }): [number, string] => {
      // Waiting, and the profile itself on its way to the bench.
      if (functionName === '(idle)' || url.startsWith('node:inspector')) return [id, ''];
      if (functionName === '(garbage collector)') return [id, 'V8: collecting garbage'];
      if (compiling.has(functionName)) return [id, 'V8: reading and compiling the files'];
      if (url.startsWith('file:')) return [id, ownerOfLine(basename(fileURLToPath(url)), lineNumber)];
      return [id, url === '' ? 'V8: all else' : 'Node.js: its own modules'];
    }),
  );
  const shares = new Map<string, number>();
  for (const [index, sample] of profile.samples.entries()) {
    const owner = owners.get(sample) ?? '';
    if (owner !== '') shares.set(owner, (shares.get(owner) ?? 0) + profile.timeDeltas[index]! / 1_000);
  }
  return shares;
}
