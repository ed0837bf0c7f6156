import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that the files below a directory take on disk. */
export async function bytesOnDisk(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).blocks * 512),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
