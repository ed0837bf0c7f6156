import { zipSync } from 'fflate';

/** One file of an archive. */
export interface ArchiveFile {
  /** Path inside the archive, with `/` between its parts. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** MS-DOS dates carry no time zone: fflate reads the local parts of this date, so that they are the same everywhere. */
const FIXED_DATE = new Date(1980, 0, 1, 0, 0, 0);
/** Unix is the system whose modes the attributes carry. */
const UNIX = 3;
/** A regular file that all users may read, in the upper half of the external attributes. */
const READABLE_FILE = 0o100644 << 16;

/**
 * Packs files so that the same files give the same bytes on every machine: sorted by path, with one date and one mode,
 * deflated by an implementation in JavaScript whose version the lock file holds (that of Node changes with its zlib).
 */
export function zip(files: readonly ArchiveFile[]): Uint8Array {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const entries = Object.fromEntries(
    sorted.map(({ path, content }) => [
      path,
      [content, { level: 9, mtime: FIXED_DATE, os: UNIX, attrs: READABLE_FILE }] as const,
    ]),
  );
  if (Object.keys(entries).length !== files.length) throw new Error('Two files of an archive have the same path.');
  return zipSync(entries as Parameters<typeof zipSync>[0]);
}
