import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

/**
 * The licence texts of every package that went into a bundle, as one text, sorted by package.
 *
 * @throws Error when a package has neither a licence file nor a licence in its manifest: it must not be shipped unseen.
 */
export function thirdPartyLicences(metafile: Metafile, root: string): string {
  return licencesOf('This function', packageFolders(metafile), root);
}

/** The same for these folders of packages, relative to the root. */
export function licencesOf(what: string, folders: readonly string[], root: string): string {
  const parts = folders.map((folder) => describe(folder, root));
  const intro = `${what} contains the following packages, each under its own licence.\n`;
  return [intro, ...new Set(parts.sort())].join(`\n${'-'.repeat(80)}\n\n`);
}

/** Folders, relative to the root, of the packages whose files are in the bundle; each once, sorted. */
export function packageFolders(metafile: Metafile): string[] {
  const folders = new Set<string>();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].sort();
}

function describe(folder: string, root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageManifest;
  const stated = typeof manifest.license === 'string' ? manifest.license : manifest.license?.type;
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file) && !/\.(js|ts|json)$/i.test(file))
    .sort()
    .map((file) =>
      readFileSync(join(root, folder, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    );
  if (stated === undefined && texts.length === 0) {
    throw new Error(`${folder} states no licence: it must not go into a published archive.`);
  }
  return [`${manifest.name} ${manifest.version} (${stated ?? 'see text'})`, ...texts].join('\n\n').concat('\n');
}
