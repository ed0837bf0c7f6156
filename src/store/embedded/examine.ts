import type { Key } from '../port.ts';
import { inspectDatabase } from './database-file.ts';
import { scanPage } from './pages.ts';
import { damaged, explained } from './storage-failure.ts';
import { Tables } from './tables.ts';

/** Reads everything in the store of a directory. Throws what opening throws, and `StoreFormatError` at the first damage. */
export function examineStore(directory: string): void {
  const { database, seed } = inspectDatabase(directory);
  try {
    explained(directory, () => {
      const problem = database.pragma('quick_check(1)', { simple: true });
      if (problem !== 'ok') throw damaged(directory, String(problem));
      const tables = new Tables(database, seed);
      let after: Key | undefined;
      do {
        after = scanPage(tables, { segment: 0, segments: 1, ...(after && { after }) }).next;
      } while (after !== undefined);
    });
  } finally {
    database.close();
  }
}
