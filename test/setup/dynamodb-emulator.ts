import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A DynamoDB to test against: a real or emulated one named by the environment, else the emulator of devDependencies. */
export interface DynamoDBUnderTest {
  readonly endpoint: string;
  /** Makes a client see the answers that AWS would give where the emulator is known to differ. */
  correct(client: DynamoDBClient): DynamoDBClient;
  stop(): Promise<void>;
}

export const EMULATOR_REGION = 'eu-central-1';
export const EMULATOR_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

const BINARY = fileURLToPath(new URL('../../node_modules/@dynoxide/linux-x64/dynoxide', import.meta.url));
const DIRECTORY_PREFIX = 'entity-data-dynamodb-';
const STATE_FILE = 'emulator.json';
const START_ATTEMPTS = 5;

/** Undefined when there is neither `AWS_ENDPOINT_URL` nor an emulator for this platform: the caller says so plainly. */
export async function startDynamoDB(): Promise<DynamoDBUnderTest | undefined> {
  const endpoint = process.env['AWS_ENDPOINT_URL'];
  if (endpoint !== undefined && endpoint !== '') return { endpoint, correct: (client) => client, stop: async () => {} };
  if (!existsSync(BINARY)) return undefined;
  endOrphans();
  let failure: unknown;
  // Another process may take the free port between finding and using it.
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    try {
      return await startEmulator();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function startEmulator(): Promise<DynamoDBUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), DIRECTORY_PREFIX));
  const port = await freePort();
  const emulator = spawn(BINARY, ['serve', '--host', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
    cwd: directory,
  });
  const exited = new Promise<void>((resolve) => {
    emulator.once('exit', () => resolve());
    emulator.once('error', () => resolve());
  });
  const stop = async () => {
    if (emulator.pid !== undefined && emulator.exitCode === null && emulator.signalCode === null)
      emulator.kill('SIGKILL');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  // The emulator outlives a parent that is killed: the next run finds it by this file and ends it.
  writeFileSync(join(directory, STATE_FILE), JSON.stringify({ pid: emulator.pid, port, owner: process.pid }));
  try {
    await listening(port, emulator);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint: `http://127.0.0.1:${port}`, correct: withoutInventedImages, stop };
}

/** An update that makes an item has no old image; the emulator answers its key. */
function withoutInventedImages(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const output = result.output as { Attributes?: object };
      if ('UpdateExpression' in args.input || isBareUpdate(args.input)) {
        if (Object.keys(output.Attributes ?? {}).every((name) => name === 'pk' || name === 'sk'))
          delete output.Attributes;
      }
      return result;
    },
    { step: 'initialize', name: 'withoutInventedImages' },
  );
  return client;
}

function isBareUpdate(input: object): boolean {
  return (
    'Key' in input &&
    (input as { ReturnValues?: string }).ReturnValues === 'ALL_OLD' &&
    !('ConditionExpression' in input)
  );
}

async function listening(port: number, emulator: ChildProcess): Promise<void> {
  for (;;) {
    if (emulator.exitCode !== null || emulator.pid === undefined) {
      throw new Error(`The DynamoDB emulator ended with code ${emulator.exitCode}`);
    }
    if (await accepts(port)) return;
    await nextTurn();
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)));
    });
  });
}

/** Ends emulators whose test process is gone, each by its own process id and only while that still is an emulator. */
function endOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(DIRECTORY_PREFIX)) continue;
    const directory = join(tmpdir(), name);
    const state = readState(join(directory, STATE_FILE));
    if (state === undefined || isAlive(state.owner)) continue;
    if (isEmulator(state.pid)) process.kill(state.pid, 'SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

function readState(path: string): { pid: number; owner: number } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Another run is just making or removing it.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isEmulator(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).endsWith('/dynoxide');
  } catch {
    return false;
  }
}
