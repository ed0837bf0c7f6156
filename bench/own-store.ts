import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '../src/store/embedded/store.ts';

type OwnStore = Awaited<ReturnType<typeof openEmbeddedStore>>;

/** Works in a temporary directory of its own. */
export async function inDirectory<Answer>(work: (directory: string) => Promise<Answer>): Promise<Answer> {
  const directory = await mkdtemp(join(tmpdir(), 'entity-data-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Works with an embedded store of its own. */
export const inStore = <Answer>(work: (store: OwnStore) => Promise<Answer>): Promise<Answer> =>
  inDirectory(async (directory) => {
    const store = await openEmbeddedStore({ directory });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
