import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const STORE = new URL('../../src/store/embedded/store.ts', import.meta.url).href;

describe('a process with an embedded store', () => {
  const directory = temporaryDirectory('beforeEach');

  /**
   * Runs a program with a `store` and `put`, which writes an item; resolves when the process has ended. It can write no file
   * beyond so many blocks of 512 bytes, as on a disk that is full.
   */
  async function run(program: string, options = {}, fileBlocks?: number) {
    const opened = JSON.stringify({ directory: directory.path(), ...options });
    const file = directory.path('program.mjs');
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
  const stored = async (...sks: string[]) => {
    const store = await openEmbeddedStore({ directory: directory.path() });
    await store.write([{ put: { pk: 'p', sk: 'after' } }]);
    const items = await store.getMany(sks.map((sk) => ({ pk: 'p', sk })));
    await store.close();
    return items.map((item) => item?.sk);
  };

  it.each([{}, { checkpointItems: 1 }])(
    'ends when it has nothing else to do, without closing the store (%j)',
    async (options) => {
      const { code, stdout, stderr } = await run(
        `for (let sk = 0; sk < 20; sk++) await put(String(sk));
         await store.durable();
         await store.getMany([{ pk: 'p', sk: '0' }]);
         console.log('written');`,
        options,
      );

      expect([code, stdout, stderr]).toEqual([0, 'written\n', '']);
      expect(await stored('0', '19')).toEqual(['0', '19']);
    },
  );

  it('answers every write beside checkpoints, though it has nothing else to do', async () => {
    const { code, stdout, stderr } = await run(
      `for (let round = 0; round < 30; round++) {
         await Promise.all(Array.from({ length: 10 }, (_, index) => put(round + '-' + index)));
       }
       await store.close();
       console.log('closed');`,
      { checkpointItems: 1 },
    );

    expect([code, stdout, stderr]).toEqual([0, 'closed\n', '']);
    expect(await stored('0-0', '29-9')).toEqual(['0-0', '29-9']);
  });

  it.each([
    ['before a write has begun', `put('1'); process.exit(3);`],
    ['while a write is under way', `put('1'); setImmediate(() => process.exit(3)); await new Promise(() => {});`],
    ['while a checkpoint is under way', `await put('1'); await put('2'); process.exit(3);`],
  ])('exits with the code it was told, %s', async (_, program) => {
    expect(await run(program, { checkpointItems: 1 })).toEqual({ code: 3, signal: null, stdout: '', stderr: '' });
    expect(await stored('after')).toEqual(['after']);
  });

  it('says which error was not caught, and leaves a store that opens', async () => {
    const { code, stderr } = await run(
      `await put('1');
       put('2');
       setImmediate(() => { throw new TypeError('not caught'); });`,
    );

    expect(code).toBe(1);
    expect(stderr).toContain('TypeError: not caught');
    expect(await stored('1')).toEqual(['1']);
  });

  it('keeps what it acknowledged when it is closed on a full disk', async () => {
    await run(`await Promise.all(Array.from({ length: 500 }, (_, sk) => put(String(sk + 100)))); await store.close();`);
    const { size } = statSync(directory.path('entity-data.sqlite'));

    // The log has room for what is written now, the database has none.
    const { code, signal } = await run(
      `for (let sk = 0; sk < 20; sk++) await put(String(sk));
       await store.durable();
       await store.close().catch(() => {});`,
      {},
      Math.ceil(size / 512),
    );

    expect([code, signal]).toEqual([0, null]);
    expect(await stored('0', '19', '599')).toEqual(['0', '19', '599']);
  });
});
