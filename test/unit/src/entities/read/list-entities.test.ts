import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InvalidPositionError, InvalidSegmentError } from '../../../../../src/entities/errors.ts';
import type { Resolution } from '../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import type { EntityList, EntityListRequest } from '../../../../../src/entities/read/list-entities.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import type { ScanOptions, ScanPage } from '../../../../../src/store/port.ts';
import { interrupted } from '../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const ROOM: Pick<EntityListRequest, 'first' | 'maxBytes'> = { first: 10, maxBytes: 1_000_000 };

/** A clock that goes on with every look at it. */
const ticking = (): (() => number) => {
  let now = 1_800_000_000_000;
  return () => now++;
};

const resolutionOn = (store: MemoryStore) =>
  createResolution({ store, table: store, rules: toyRules, now: ticking(), updateRecords: true });

/** Records of one entity for each number. */
const records = (count: number, from = 0): RecordPayload[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${from + index}`, exact: [`k${from + index}`] }));

async function pagesOf(resolution: Resolution, request: EntityListRequest = ROOM): Promise<EntityList[]> {
  const pages: EntityList[] = [];
  let after: string | undefined;
  do {
    pages.push(await resolution.listEntities({ ...request, after }));
    after = pages.at(-1)!.after;
  } while (after !== undefined);
  return pages;
}

const listed = (pages: readonly EntityList[]) =>
  pages.flatMap(({ entities }) => entities.map(({ id, records: of }) => ({ id, records: of.map((one) => one['id']) })));

const idsOn = (pages: readonly EntityList[]) =>
  listed(pages)
    .map(({ id }) => id)
    .toSorted();
const recordsOn = (pages: readonly EntityList[]) =>
  listed(pages)
    .flatMap(({ records: of }) => of)
    .toSorted();
/** How many entities each page has that has any. */
const sizesOf = (pages: readonly EntityList[]) =>
  pages.map(({ entities }) => entities.length).filter((size) => size > 0);

describe('a list of entities', () => {
  it.each([1, 3, 10, 200])('has every entity once, by pages of %i', async (first) => {
    const store = new MemoryStore();
    const resolution = resolutionOn(store);
    const submitted = await resolution.submit([...records(25), { id: 'twin', exact: ['k7'] }]);
    // Two nodes become one entity.
    await resolution.submit([{ id: 'bridge', exact: ['k8', 'k9'] }]);

    const pages = await pagesOf(resolution, { ...ROOM, first });

    const found = listed(pages);
    expect(idsOn(pages)).toEqual(
      [...new Set(submitted.map(({ id, entityID }) => (id === 'r9' ? '' : entityID)))]
        .filter((id) => id !== '')
        .toSorted(),
    );
    expect(found.find(({ records: of }) => of.includes('twin'))?.records).toEqual(['r7', 'twin']);
    expect(found.find(({ records: of }) => of.includes('bridge'))?.records).toEqual(['r8', 'r9', 'bridge']);
    for (const { entities } of pages) {
      expect(entities.length).toBeLessThanOrEqual(first);
      expect(entities.map(({ id }) => id)).toEqual(entities.map(({ id }) => id).toSorted());
    }
  });

  it('has disjoint segments that are all entities together', async () => {
    const store = new MemoryStore();
    const resolution = resolutionOn(store);
    await resolution.submit(records(40));

    const segments = await Promise.all(
      [0, 1, 2, 3, 4].map((segment) => pagesOf(resolution, { ...ROOM, first: 4, segment, segments: 5 })),
    );

    const ids = records(40).map(({ id }) => id);
    expect(recordsOn(segments.flat())).toEqual(ids.toSorted());
    expect(segments.filter((pages) => listed(pages).length > 0).length).toBeGreaterThan(1);
  });

  it('leaves out entities whose records were all erased', async () => {
    const resolution = resolutionOn(new MemoryStore());
    await resolution.submit(records(3));
    await resolution.disassemble({ recordIDs: ['r1'] });

    expect(recordsOn(await pagesOf(resolution))).toEqual(['r0', 'r2']);
  });

  it('is empty for an empty table', async () => {
    expect(await resolutionOn(new MemoryStore()).listEntities(ROOM)).toEqual({
      entities: [],
      oversized: [],
      after: undefined,
    });
  });

  it('names an entity of too many records or bytes and goes on', async () => {
    const resolution = resolutionOn(new MemoryStore());
    for (let from = 0; from < 1_100; from += 100) {
      await resolution.submit(records(100, from).map(({ id }) => ({ id: `m${id}`, exact: ['many'] })));
    }
    await resolution.submit([{ id: 'long', exact: ['long'], note: 'x'.repeat(5_000) }, ...records(5)]);
    const many = (await resolution.entityByRecord('mr0'))!.id;
    const long = (await resolution.entityByRecord('long'))!.id;

    const pages = await pagesOf(resolution, { first: 2, maxBytes: 4_000 });

    expect(pages.flatMap(({ oversized }) => oversized).toSorted()).toEqual([many, long].toSorted());
    expect(recordsOn(pages)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  });

  it('ends a page before its records or bytes are too many', async () => {
    const resolution = resolutionOn(new MemoryStore());
    for (const group of ['a', 'b', 'c', 'd']) {
      for (let from = 0; from < 400; from += 100) {
        await resolution.submit(records(100, from).map(({ id }) => ({ id: `${group}${id}`, exact: [group] })));
      }
    }

    const pages = await pagesOf(resolution);
    const short = await pagesOf(resolution, { first: 10, maxBytes: 400 * 40 });

    expect(sizesOf(pages)).toEqual([2, 2]);
    expect(sizesOf(short)).toEqual([1, 1, 1, 1]);
    expect(idsOn(short)).toEqual(idsOn(pages));
  });

  it('bounds what a page scans, whatever it finds', async () => {
    const store = new MemoryStore();
    const resolution = resolutionOn(store);
    await resolution.submit(records(2));
    const scan = store.scan.bind(store);
    let scanned = 0;
    // Before the entities come many items of other kinds.
    store.scan = async ({ after, ...options }: ScanOptions): Promise<ScanPage> => {
      if (scanned >= 50_000) return scan(options);
      scanned += options.limit!;
      return { items: [], next: { pk: `X#${scanned}`, sk: '#' } };
    };

    const first = await resolution.listEntities(ROOM);
    const ofFirst = scanned;
    const { after } = first;
    const second = await resolution.listEntities({ ...ROOM, after });
    const last = await resolution.listEntities({ ...ROOM, after: second.after });

    expect(ofFirst).toBe(20_000);
    expect([first, second].flatMap(({ entities }) => entities)).toEqual([]);
    expect(listed([last])).toHaveLength(2);
    expect(last.after).toBeUndefined();
  });

  it('ends a page when its time is over', async () => {
    const store = new MemoryStore();
    let now = 1_800_000_000_000;
    const resolution = createResolution({ store, table: store, rules: toyRules, now: () => now });
    await resolution.submit(records(60));
    const scan = store.scan.bind(store);
    store.scan = (options: ScanOptions): Promise<ScanPage> => {
      now += 3_000;
      return scan({ ...options, limit: 5 });
    };

    const pages = await pagesOf(resolution, { ...ROOM, first: 200 });

    expect(pages.length).toBeGreaterThan(5);
    expect(listed(pages)).toHaveLength(60);
  });

  it('cannot be asked of a process without a scan', async () => {
    const resolution = createResolution({ store: new MemoryStore(), rules: toyRules });

    await expect(resolution.listEntities(ROOM)).rejects.toThrow('has no scan of the table');
  });

  describe('refuses', () => {
    const filled = async () => {
      const resolution = resolutionOn(new MemoryStore());
      await resolution.submit(records(20));
      return resolution;
    };
    const position = async (resolution: Resolution, segment = 0, segments = 1) =>
      (await resolution.listEntities({ ...ROOM, first: 1, segment, segments })).after!;

    it.each([
      ['a text of its own', async () => 'x'],
      ['an empty text', async () => ''],
      ['a long text', async () => 'A'.repeat(100_000)],
      ['a cut position', async (resolution: Resolution) => (await position(resolution)).slice(0, -3)],
      ['a changed position', async (resolution: Resolution) => (await position(resolution)).replace(/^./, '_')],
      ['a position of another table', async () => position(await filled())],
      ['a position with another content', async () => Buffer.from('abcdefgh[1,0,1,0,"E#0","#"]').toString('base64url')],
    ])('%s', async (_what, positionOf) => {
      const resolution = await filled();

      const after = await positionOf(resolution);

      await expect(resolution.listEntities({ ...ROOM, after })).rejects.toThrow(InvalidPositionError);
    });

    it('a position of another segment or of another number of segments', async () => {
      const resolution = await filled();
      const after = await position(resolution, 1, 2);

      await expect(resolution.listEntities({ ...ROOM, after, segment: 0, segments: 2 })).rejects.toThrow(
        'it belongs to segment 1 of 2, and this request is for segment 0 of 2',
      );
      await expect(resolution.listEntities({ ...ROOM, after, segment: 1, segments: 4 })).rejects.toThrow(
        'it belongs to segment 1 of 2, and this request is for segment 1 of 4',
      );
      await expect(resolution.listEntities({ ...ROOM, after })).rejects.toThrow(InvalidPositionError);
    });

    it.each([
      [{ segment: 0 }],
      [{ segments: 2 }],
      [{ segment: -1, segments: 2 }],
      [{ segment: 2, segments: 2 }],
      [{ segment: 0, segments: 0 }],
      [{ segment: 0, segments: 1_001 }],
    ])('the segments %j', async (segments) => {
      const resolution = await filled();

      await expect(resolution.listEntities({ ...ROOM, ...segments })).rejects.toThrow(InvalidSegmentError);
    });
  });

  describe('while entities change', () => {
    it('has an entity that merged into one that was listed before', async () => {
      /** Lists entities one by one until the oldest is listed; undefined if it is the last one. */
      const untilOldest = async () => {
        const resolution = resolutionOn(new MemoryStore());
        const [oldest] = await resolution.submit(records(20));
        const pages = [await resolution.listEntities({ ...ROOM, first: 1 })];
        while (!listed(pages).some(({ id }) => id === oldest!.entityID)) {
          pages.push(await resolution.listEntities({ ...ROOM, first: 1, after: pages.at(-1)!.after }));
        }
        return listed(pages).length < 20 ? { resolution, pages } : undefined;
      };
      let listing = await untilOldest();
      while (listing === undefined) listing = await untilOldest();
      const { resolution, pages } = listing;
      // All entities become one with the id of the oldest.
      await resolution.submit([{ id: 'bridge', exact: records(20).map((_, index) => `k${index}`) }]);

      while (pages.at(-1)!.after !== undefined) {
        pages.push(await resolution.listEntities({ ...ROOM, after: pages.at(-1)!.after }));
      }

      const ids = new Set(listed(pages).flatMap(({ records: of }) => of));
      expect([...ids].toSorted()).toEqual([...records(20).map(({ id }) => id), 'bridge'].toSorted());
    });

    it('has each unchanged entity once, and each record that merges only moved', async () => {
      const letters = 'abcdefgh';
      const record = fc.record({
        // Few letters, so that records bridge entities; capitals belong to entities that nothing joins.
        exact: fc.uniqueArray(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(record, { minLength: 1, maxLength: 12 }),
          fc.array(record, { maxLength: 6 }),
          fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
          fc.integer({ min: 1, max: 4 }),
          fc.integer({ min: 1, max: 3 }),
          async (before, during, moments, first, segments) => {
            const store = new MemoryStore();
            const resolution = resolutionOn(store);
            for (const [index, one] of before.entries()) await resolution.submit([{ id: `b${index}`, ...one }]);
            const still = Array.from({ length: 5 }, (_, index) => ({ id: `S${index}`, exact: [`S${index % 3}`] }));
            await resolution.submit(still);
            const interruptions = Array.from({ length: 60 }, (_, moment) => async () => {
              const index = moments.indexOf(moment);
              const change = during[index];
              if (change !== undefined) await resolution.submit([{ id: `d${index}`, ...change }]);
            });

            const listing = resolutionOn(interrupted(store, () => interruptions.shift()?.()));

            const pages = await Promise.all(
              Array.from({ length: segments }, (_, segment) => pagesOf(listing, { ...ROOM, first, segment, segments })),
            );

            const found = listed(pages.flat());
            const unchanged = found.filter(({ records: of }) => of.some((id) => String(id).startsWith('S')));
            expect(unchanged.map(({ records: of }) => of.join()).toSorted()).toEqual(['S0,S3', 'S1,S4', 'S2']);
            const all = new Set(found.flatMap(({ records: of }) => of));
            for (const index of before.keys()) expect(all).toContain(`b${index}`);
            for (const { id } of found) expect(await resolution.entity(id)).toBeDefined();
          },
        ),
        { numRuns: 100 },
      );
    });
  });
});
