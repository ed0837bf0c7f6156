import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RetryableError } from '../../src/errors.ts';
import { type EmbeddedStoreOptions, openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store } from '../../src/store/port.ts';

/** A process of its own that has an embedded store open and does what it is told. */
export interface StoreProcess {
  call<V extends 'getMany' | 'write' | 'transact' | 'durable'>(
    verb: V,
    ...values: Parameters<Store[V]>
  ): Promise<Awaited<ReturnType<Store[V]>>>;
  /** Puts items `<prefix>0`, `<prefix>1`, … into a partition without end; tells each that is durable. */
  hammer(pk: string, prefix: string, onDurable: (sk: string) => void): void;
  /** As `kill -9` does. Resolves when the process is gone. */
  kill(): Promise<void>;
}

interface Order {
  readonly id: number;
  readonly verb: string;
  readonly values: unknown[];
}

/** With `fileBlocks` it can write no file beyond so many blocks of 512 bytes, as on a disk that is full. */
export async function startStoreProcess(options: EmbeddedStoreOptions, fileBlocks?: number): Promise<StoreProcess> {
  const program = [process.execPath, '--no-warnings', fileURLToPath(import.meta.url), JSON.stringify(options)];
  const limits = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks} && `;
  const child: ChildProcess = spawn('sh', ['-c', `${limits}exec "$0" "$@"`, ...program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const waiting = new Map<number, (answer: { value?: never; error?: string }) => void>();
  let onDurable: ((sk: string) => void) | undefined;
  let orders = 0;
  await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`The store process ended with code ${code} before it was ready`);
    }),
  ]);
  child.on('message', (message: { id?: number; durable?: string; value?: never; error?: string }) => {
    if (message.durable !== undefined) onDurable?.(message.durable);
    else waiting.get(message.id!)?.(message);
  });
  return {
    call: (verb, ...values) =>
      new Promise((resolve, reject) => {
        const id = orders++;
        waiting.set(id, ({ value, error }) =>
          error === undefined ? resolve(value as never) : reject(new Error(error)),
        );
        child.send({ id, verb, values } satisfies Order);
      }),
    hammer: (pk, prefix, told) => {
      onDurable = told;
      child.send({ id: -1, verb: 'hammer', values: [pk, prefix] } satisfies Order);
    },
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

async function serve(options: EmbeddedStoreOptions): Promise<void> {
  const store = await openEmbeddedStore(options);
  process.on('message', async ({ id, verb, values }: Order) => {
    if (verb === 'hammer') return hammer(store, values[0] as string, values[1] as string);
    try {
      const value = await (store[verb as 'write'] as (...all: unknown[]) => Promise<unknown>)(...values);
      process.send!({ id, value });
    } catch (error) {
      process.send!({ id, error: String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
  process.send!('ready');
}

async function hammer(store: Store, pk: string, prefix: string): Promise<void> {
  for (let index = 0; ; index++) {
    const sk = `${prefix}${index}`;
    try {
      await store.write([{ put: { pk, sk, v: 'x'.repeat(500) }, if: [{ item: 'absent' }] }]);
    } catch (error) {
      // Another process stood still while it opened the files.
      if (!(error instanceof RetryableError)) throw error;
      index--;
      continue;
    }
    await store.durable();
    process.send!({ durable: sk });
  }
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  await serve(JSON.parse(process.argv[2]!));
}
