/**
 * Builds the functions' archives into functions/dist/, or with --check compares them with what is there.
 *
 *   npm run build
 *   npm run build -- --check
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, type FunctionName, functionNames, handlerName, runtime } from './bundle.ts';
import { thirdPartyLicences } from './licences.ts';
import { zip } from './zip.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'functions', 'dist');

async function buildFunction(name: FunctionName) {
  const { files: bundled, metafile } = await bundle(name, root);
  const files = [
    ...bundled,
    { path: 'THIRD_PARTY_LICENCES.txt', content: Buffer.from(thirdPartyLicences(metafile, root)) },
    { path: 'LICENSE', content: readFileSync(join(root, 'LICENSE')) },
  ];
  const archive = zip(files);
  const entry = {
    file: `${name}.zip`,
    handler: handlerName,
    /** Sizes of the archive and of what it contains. */
    bytes: archive.length,
    unpackedBytes: files.reduce((sum, { content }) => sum + content.length, 0),
    sha256: createHash('sha256').update(archive).digest('hex'),
  };
  return { name, archive, entry };
}

const built = await Promise.all(functionNames.map(buildFunction));
const manifest = { runtime, functions: Object.fromEntries(built.map(({ name, entry }) => [name, entry])) };
const files = new Map([
  ...built.map(({ archive, entry }) => [entry.file, Buffer.from(archive)] as const),
  ['manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)] as const,
]);
mkdirSync(dist, { recursive: true });
const present = readdirSync(dist);
const differing = [...files].filter(([name, content]) => {
  return !present.includes(name) || !readFileSync(join(dist, name)).equals(content);
});
const unexpected = present.filter((name) => !files.has(name));
if (process.argv.includes('--check')) {
  for (const name of [...differing.map(([file]) => file), ...unexpected]) {
    console.error(`functions/dist/${name} is not what the source gives. Run npm run build and commit the result.`);
    process.exitCode = 1;
  }
} else {
  for (const [name, content] of differing) writeFileSync(join(dist, name), content);
}
for (const [name, content] of files) console.log(`${name} ${content.length} bytes`);
