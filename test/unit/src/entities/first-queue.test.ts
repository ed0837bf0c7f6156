import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordKey } from '../../../../src/entities/items/record.ts';
import { noObserver } from '../../../../src/entities/observer.ts';
import { firstQueue, type NearPair, queuePairs } from '../../../../src/entities/submit/near-matches.ts';
import { openEmbeddedStore } from '../../../../src/store/embedded/store.ts';
import type { Item, Store } from '../../../../src/store/port.ts';

const now = () => 1_000;
const versionOf = (id: string) => ({ id, recordVersion: `${id}.0001` });
/** One record near 15 others, and many that are near one other. */
const near: readonly NearPair[] = Array.from({ length: 60 }, (_, at) => ({
  a: versionOf(at < 15 ? 'hub' : `left${at}`),
  b: versionOf(`right${at}`),
  score: ((at * 37) % 100) / 100,
}));

describe('the first review queue of a store', () => {
  let directory: string;
  let opened: Awaited<ReturnType<typeof openEmbeddedStore>>[];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'first-queue-'));
    opened = [];
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    rmSync(directory, { recursive: true });
  });

  const itemsAfter = async (name: string, fill: (store: Store) => Promise<unknown>): Promise<Item[]> => {
    const store = await openEmbeddedStore({ directory: join(directory, name) });
    opened.push(store);
    for (const { id, recordVersion } of near.flatMap(({ a, b }) => [a, b])) {
      await store.write([{ put: { ...recordKey(id), i: recordVersion } }]);
    }
    await fill(store);
    const { items } = await store.scan({ segment: 0, segments: 1 });
    return [...items].sort((x, y) => (x.pk + x.sk < y.pk + y.sk ? -1 : 1));
  };

  it.each([32, 1_000])(
    'of at most %i pairs is that of pairs that come one by one, the best first',
    async (reviewPairs) => {
      const expected = await itemsAfter('one by one', async (store) => {
        for (const pair of [...near].sort((x, y) => y.score - x.score)) {
          await queuePairs({ store, reviewPairs, observer: noObserver, now }, [pair]);
        }
      });
      const items = await itemsAfter('at once', (store) => store.write([...firstQueue(near, reviewPairs, now())]));

      expect(items).toEqual(expected);
      expect(items.filter(({ pk, sk }) => pk === 'I#hub' && sk.startsWith('~')).length).toBeLessThanOrEqual(10);
      expect(items.filter(({ pk }) => pk.startsWith('Y#')).length).toBeGreaterThan(15);
    },
  );
});
