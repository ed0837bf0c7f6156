/**
 * Builds the functions' archives into functions/dist/, or with --check compares them with what is there.
 *
 *   npm run build
 *   npm run build -- --check
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, type FunctionName, functionNames, handlerName, runtime } from './bundle.ts';
import { thirdPartyLicences } from './licences.ts';
import { zip } from './zip.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'functions', 'dist');

/** What manifest.json says about one archive. */
export interface ManifestEntry {
  readonly file: string;
  readonly handler: string;
  /** Size of the archive and of what it holds. */
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** SHA-256 of the archive, in hexadecimal digits. */
  readonly sha256: string;
}

async function buildFunction(name: FunctionName): Promise<{ archive: Uint8Array; entry: ManifestEntry }> {
  const { files: bundled, metafile } = await bundle(name, root);
  const files = [
    ...bundled,
    { path: 'THIRD_PARTY_LICENCES.txt', content: Buffer.from(thirdPartyLicences(metafile, root)) },
    { path: 'LICENSE', content: await readFile(join(root, 'LICENSE')) },
  ];
  const archive = zip(files);
  return {
    archive,
    entry: {
      file: `${name}.zip`,
      handler: handlerName,
      bytes: archive.length,
      unpackedBytes: files.reduce((sum, { content }) => sum + content.length, 0),
      sha256: createHash('sha256').update(archive).digest('hex'),
    },
  };
}

/** Every file of functions/dist/ by its name. */
export async function buildAll(): Promise<Map<string, Uint8Array>> {
  const built = await Promise.all(functionNames.map(buildFunction));
  const manifest = {
    runtime,
    functions: Object.fromEntries(functionNames.map((name, index) => [name, built[index]!.entry])),
  };
  return new Map([
    ...built.map(({ archive, entry }) => [entry.file, archive] as const),
    ['manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] as const,
  ]);
}

async function check(files: ReadonlyMap<string, Uint8Array>): Promise<string[]> {
  const present = await readdir(dist).catch((): string[] => []);
  const unexpected = present.filter((name) => !files.has(name)).map((name) => `${name} is not built from any source`);
  const differing = await Promise.all(
    [...files].map(async ([name, content]) => {
      if (!present.includes(name)) return `${name} is missing`;
      return Buffer.from(content).equals(await readFile(join(dist, name)))
        ? ''
        : `${name} is not what the source gives`;
    }),
  );
  return [...unexpected, ...differing].filter((problem) => problem !== '');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const files = await buildAll();
  if (values.check) {
    const problems = await check(files);
    for (const problem of problems)
      console.error(`functions/dist/${problem}. Run npm run build and commit the result.`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } else {
    await mkdir(dist, { recursive: true });
    await Promise.all([...files].map(([name, content]) => writeFile(join(dist, name), content)));
  }
  for (const [name, content] of files) console.log(`${name} ${content.length} bytes`);
}
