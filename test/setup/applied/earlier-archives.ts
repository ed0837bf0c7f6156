import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { zip } from '../../../scripts/zip.ts';
import { hashOf } from './applied-function.ts';

const archives = 'functions/dist';

/**
 * For each archive of the module, by its path, one that was there before: the last other one in the history of the
 * repository. Where there is no history, as in a package or a shallow clone, the same functions in other bytes.
 */
export function earlierArchives(root: string): Map<string, Uint8Array> {
  const names = readdirSync(join(root, archives)).filter((name) => name.endsWith('.zip'));
  return new Map(
    names.map((name) => {
      const path = `${archives}/${name}`;
      const present = readFileSync(join(root, path));
      return [path, committedBefore(root, path, present) ?? inOtherBytes(present)];
    }),
  );
}

function committedBefore(root: string, path: string, present: Uint8Array): Uint8Array | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    // A deleted or renamed archive is no earlier one.
    const commits = git('log', '--format=%H', '--diff-filter=AM', '--', path).toString().split('\n').filter(Boolean);
    for (const commit of commits) {
      const content = git('show', `${commit}:./${path}`);
      if (hashOf(content) !== hashOf(present)) return content;
    }
  } catch {
    // Neither git nor a history is needed to use the module.
  }
  return undefined;
}

function inOtherBytes(archive: Uint8Array): Uint8Array {
  const files = Object.entries(unzipSync(archive)).map(([path, content]) => ({ path, content }));
  return zip([...files, { path: 'EARLIER', content: new TextEncoder().encode('An earlier archive.\n') }]);
}
