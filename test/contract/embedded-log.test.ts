import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { StoreFormatError } from '../../src/store/errors.ts';
import { startStoreProcess } from '../setup/store-process.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const LOG = 'entity-data.sqlite-wal';
const NOTES = 'entity-data.sqlite-flushed';
const HEADER = 32;
const FRAME = 24 + 4_096;
const directory = temporaryDirectory('beforeAll');

const itemsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    pk: `p${(first + index) % 40}`,
    sk: `${first + index}`,
    v: 'x'.repeat(700),
  }));

/** Opens a copy of the files that a killed process left, after a change of its log. */
async function opened(
  left: string,
  change: (log: string) => void,
  acknowledged: readonly { pk: string; sk: string }[],
) {
  const copy = mkdtempSync(join(directory.path(), 'copy-'));
  for (const name of readdirSync(left)) {
    if (!name.endsWith('-shm')) copyFileSync(join(left, name), join(copy, name));
  }
  change(join(copy, LOG));
  try {
    const store = await openEmbeddedStore({ directory: copy });
    const lost = (await store.getMany(acknowledged)).filter((item) => item === undefined).length;
    await store.close();
    return lost === 0 ? 'whole' : `${lost} lost`;
  } catch (error) {
    if (!(error instanceof StoreFormatError)) throw error;
    expect([error.message, error.hint]).toEqual([expect.stringContaining(LOG), expect.stringContaining('backup')]);
    return 'refused';
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const cutTo = (bytes: number) => (log: string) => truncateSync(log, bytes);
const damagedAt = (position: number, mask: number) => (log: string) => {
  const byte = readFileSync(log)[position]!;
  const file = openSync(log, 'r+');
  writeSync(file, Buffer.of(byte ^ mask), 0, 1, position);
  closeSync(file);
};

describe.each([
  ['', {}],
  [' that was started over', { checkpointItems: 1 }],
])('a log%s, cut or damaged after a crash', (_, options) => {
  const acknowledged: { pk: string; sk: string }[] = [];
  let left: string;
  /** Bytes of the log that were flushed. */
  let flushed: number;
  let size: number;
  beforeAll(async () => {
    left = directory.path(`left-${JSON.stringify(options).length}`);
    mkdirSync(left);
    const process = await startStoreProcess({ directory: left, ...options });
    const write = async (count: number) => {
      const items = itemsFrom(acknowledged.length, count);
      await process.call(
        'write',
        items.map((put) => ({ put })),
      );
      return items;
    };
    const round = async (count: number) => {
      const items = await write(count);
      await process.call('durable');
      acknowledged.push(...items);
    };
    await round(1);
    const [first] = saltsOf(left);
    while ('checkpointItems' in options && saltsOf(left)[0] === first) await round(1);
    for (let count = 1; count < 10; count++) await round(count);
    // Without a flush. It could start the other log over, which then has nothing that was acknowledged.
    if (!('checkpointItems' in options)) await write(8);
    await process.kill();
    flushed = flushedBytes(left);
    // Behind it are pages of a former log, if any.
    size = Math.min(statSync(join(left, LOG)).size, flushed + 10 * FRAME);
  });

  it('is an error where it lacks what was acknowledged, at every page, and no error behind', async () => {
    expect(flushed).toBeGreaterThan(HEADER);
    for (let end = HEADER; end <= size; end += FRAME) {
      const expected = end < flushed ? 'refused' : 'whole';
      expect([end, await opened(left, cutTo(end), acknowledged)]).toEqual([end, expected]);
      expect([end, await opened(left, cutTo(Math.max(0, end - 9)), acknowledged)]).toEqual([
        end,
        end <= flushed ? 'refused' : 'whole',
      ]);
      if (end < size) {
        expect([end, await opened(left, damagedAt(end + (end % FRAME), 0x41), acknowledged)]).toEqual([end, expected]);
      }
    }
  });

  it('is an error wherever a byte of that is another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), async (position, mask) => {
        expect(await opened(left, damagedAt(position, mask), acknowledged)).toBe(
          position < flushed ? 'refused' : 'whole',
        );
      }),
      { numRuns: 60 },
    );
  });

  it('is the error where a checkpoint was under way, too', async () => {
    // A checkpoint writes the first page, which has the number of pages, before those that come later.
    const checkpointing = (log: string) => {
      const file = openSync(log.replace('-wal', ''), 'r+');
      writeSync(file, Buffer.of(0, 1, 0, 0), 0, 4, 28);
      closeSync(file);
    };
    expect(await opened(left, checkpointing, acknowledged)).toBe('whole');
    expect(
      await opened(
        left,
        (log) => {
          checkpointing(log);
          truncateSync(log, HEADER);
        },
        acknowledged,
      ),
    ).toBe('refused');
  });

  it('is no error as it was left, nor without a note of a former release', async () => {
    expect(await opened(left, () => {}, acknowledged)).toBe('whole');
    expect(await opened(left, (log) => rmSync(log.replace('-wal', '-flushed')), acknowledged)).toBe('whole');
  });
});

describe('a log of another store', () => {
  let mine: string;
  let other: string;
  beforeAll(async () => {
    [mine, other] = (await Promise.all(
      ['mine', 'other'].map(async (name) => {
        const process = await startStoreProcess({ directory: directory.path(name) });
        await process.call('write', [{ put: { pk: name, sk: 's' } }]);
        await process.call('durable');
        await process.kill();
        return directory.path(name);
      }),
    )) as [string, string];
  });

  it('is an error', async () => {
    expect(await opened(mine, (log) => copyFileSync(join(other, LOG), log), [])).toBe('refused');
  });

  it('may have notes beside those of the present one, as after a kill while it was started over', async () => {
    const noted = (left: string) => join(left, NOTES);
    const both = (one: string, another: string) => (log: string) => {
      const file = log.replace(LOG, NOTES);
      const [ours, theirs] = [readFileSync(noted(one)), readFileSync(noted(another))];
      // The processes may have had one place, or neighbouring ones: theirs goes far from its own.
      const [place] = [...Array(64).keys()].filter((index) => theirs.readUInt32LE(index * 48 + 16) > 0);
      theirs.copy(ours, ((place! + 32) % 64) * 48, place! * 48, (place! + 1) * 48);
      writeFileSync(file, ours);
    };

    expect(await opened(mine, both(mine, other), [{ pk: 'mine', sk: 's' }])).toBe('whole');
    expect(await opened(other, both(other, mine), [{ pk: 'other', sk: 's' }])).toBe('whole');
  });
});

describe('a log behind which a write was cut short', () => {
  it('is whole, though it has pages of the same log behind its end', async () => {
    const left = directory.path('full');
    // The disk has room for one item after the other, and not for all at once.
    const process = await startStoreProcess({ directory: left }, 400);
    const [first, second, ...others] = itemsFrom(0, 400).map((put) => ({ put }));
    await process.call('write', [first!]);
    await expect(process.call('write', others)).rejects.toThrow(/is full|could not be read or written/);
    await process.call('write', [second!]);
    await process.call('durable');
    await process.kill();

    const behind = saltsOf(left).slice((flushedBytes(left) - HEADER) / FRAME);
    expect(new Set(behind)).toEqual(new Set([saltsOf(left)[0]]));
    expect(await opened(left, () => {}, [first!.put, second!.put])).toBe('whole');
    expect(await opened(left, cutTo(flushedBytes(left) - 1), [first!.put, second!.put])).toBe('refused');
  });
});

/** Of each page of the log. */
function saltsOf(left: string): string[] {
  const log = readFileSync(join(left, LOG));
  const pages = Array.from(
    { length: Math.floor((log.length - HEADER) / FRAME) },
    (_, page) => HEADER + page * FRAME + 8,
  );
  return pages.map((start) => log.toString('hex', start, start + 8));
}

/** From the newest note: what the store says itself. */
function flushedBytes(left: string): number {
  const notes = readFileSync(join(left, NOTES));
  let frames = 0;
  const salts = readFileSync(join(left, LOG)).subarray(16, 24);
  for (let start = 0; start < notes.length; start += 48) {
    if (notes.subarray(start + 32, start + 40).equals(salts)) frames = Math.max(frames, notes.readUInt32LE(start + 16));
  }
  return HEADER + frames * FRAME;
}
