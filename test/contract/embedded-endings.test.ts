import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { itWith } from '../setup/requirement.ts';

const STORE = new URL('../../src/store/embedded/store.ts', import.meta.url).href;
const LOG = new URL('../../src/store/embedded/log.ts', import.meta.url).href;

describe('a process with an embedded store', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-endings-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /**
   * Runs a program with a `store` and `put`, which writes an item; resolves when the process has ended. It can write no file
   * beyond so many blocks of 512 bytes, as on a disk that is full.
   */
  async function run(program: string, options = {}, fileBlocks?: number) {
    const opened = JSON.stringify({ directory, ...options });
    const file = join(directory, 'program.mjs');
    writeFileSync(
      file,
      `import { openEmbeddedStore } from ${JSON.stringify(STORE)};
       const store = await openEmbeddedStore(${opened});
       const put = (sk) => store.write([{ put: { pk: 'p', sk, v: 'x'.repeat(5000) } }]);
       ${program}`,
    );
    const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks} && `;
    const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, '--no-warnings', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code, signal], stdout, stderr] = await Promise.all([
      once(child, 'close') as Promise<[number | null, string | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, signal, stdout, stderr };
  }
  /** Nobody holds the lock of all writers. */
  const write = async () => {
    const store = await openEmbeddedStore({ directory });
    await store.write([{ put: { pk: 'p', sk: 'after' } }]);
    const items = await store.getMany([{ pk: 'p', sk: '19' }]);
    await store.close();
    return items;
  };

  it('ends when it has nothing else to do, also behind checkpoints and without closing the store', async () => {
    const { code, stdout } = await run(
      `for (let sk = 0; sk < 20; sk++) await put(String(sk));
       console.log('written');`,
      { checkpointBytes: 20_000 },
    );

    expect([code, stdout]).toEqual([0, 'written\n']);
    expect(await write()).toEqual([expect.objectContaining({ sk: '19' })]);
  });

  it('waits for the checkpoint that a write waits for, though it has nothing else to do', async () => {
    const { code, stdout } = await run(
      `await Promise.all(Array.from({ length: 10 }, (_, sk) => put(String(sk))));
       await put('10');
       await store.close();
       console.log('closed');`,
      { checkpointBytes: 10_000 },
    );

    expect([code, stdout]).toEqual([0, 'closed\n']);
  });

  it('goes on when the log cannot be read behind a checkpoint: whoever reads next is told', async () => {
    const { code, stdout } = await run(
      `import { Log } from ${JSON.stringify(LOG)};
       await put('1');
       const writing = put('2');
       Log.prototype.refresh = () => { throw new Error('cannot be read'); };
       await writing;
       process.on('exit', () => console.log('ended'));`,
      { checkpointBytes: 2_000 },
    );

    expect([code, stdout]).toEqual([0, 'ended\n']);
  });

  // The thread that takes the lock then waits for the event loop, which runs no more.
  it('ends when it is told to exit while a write is under way, and gives the lock back', async () => {
    const { signal } = await run(
      `put('1');
       setImmediate(() => process.exit(3));`,
    );

    expect(signal).toBe('SIGKILL');
    await write();
  });

  it('says which error nobody caught, ends while a write is under way, and gives the lock back', async () => {
    const { signal, stderr } = await run(
      `put('1');
       setImmediate(() => { throw new TypeError('nobody catches this'); });`,
    );

    expect(signal).toBe('SIGKILL');
    expect(stderr).toContain('TypeError: nobody catches this');
    await write();
  });

  it.each([
    ['before a write has begun', `put('1'); process.exit(3);`],
    ['after a write', `await put('1'); await put('2'); process.exit(3);`],
  ])('exits with the code it was told, %s', async (_, program) => {
    expect((await run(program)).code).toBe(3);
  });

  it('says why it could not bring all into the one file when it was closed on a full disk, and keeps it', async () => {
    await run(`await Promise.all(Array.from({ length: 500 }, (_, sk) => put(String(sk + 100)))); await store.close();`);
    const { size } = statSync(join(directory, 'entity-data.mdb'));
    // The log has room for what is written now, the one file has none.
    const { code, stdout } = await run(
      `for (let sk = 0; sk < 20; sk++) await put(String(sk));
       await store.close().catch(({ code, message }) => console.log(code, message));`,
      {},
      size / 512,
    );

    expect([code, stdout]).toEqual([0, expect.stringMatching(/^(STORE_FULL|TRY_AGAIN) The data directory /)]);
    expect(await write()).toEqual([expect.objectContaining({ sk: '19' })]);
  });

  const linux = {
    found: process.platform === 'linux' ? process.platform : undefined,
    need: 'Linux, which lists the open files of a process',
  };
  itWith(
    'refuses writes once it could not write which of them are committed, instead of answering never',
    linux,
    async () => {
      const { code, stdout, stderr } = await run(
        `import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
       await put('1');
       const isMeta = (fd) => {
         try {
           if (!readlinkSync('/proc/self/fd/' + fd).endsWith('entity-data.log.mdb')) return false;
         } catch {
           return false;
         }
         const flags = parseInt(/flags:\\s+(\\d+)/.exec(readFileSync('/proc/self/fdinfo/' + fd, 'utf8'))[1], 8);
         return (flags & 3) === 1;
       };
       const meta = Number(readdirSync('/proc/self/fd').find(isMeta));
       closeSync(meta);
       if (openSync('/dev/null', 'r') !== meta) throw new Error('another file has its number');
       for (const sk of ['2', '3', '4']) await put(sk).catch(({ code, hint }) => console.log(code, hint));
       await store.close().catch(() => console.log('closed'));`,
      );

      expect(stdout.split('\n')).toEqual([
        expect.stringMatching(/^TRY_AGAIN Repeat the request/),
        expect.stringMatching(/^TRY_AGAIN .* start the process again/),
        expect.stringMatching(/^TRY_AGAIN .* start the process again/),
        'closed',
        '',
      ]);
      expect([code, stderr]).toEqual([0, expect.stringContaining('Bad file descriptor')]);
      await write();
    },
  );
});
