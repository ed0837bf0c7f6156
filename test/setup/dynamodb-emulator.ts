import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentSettings } from '../../src/runtime/aws/client-settings.ts';
import type { DynamoDB, Input } from '../../src/store/dynamodb/dynamodb.ts';
import { createSdkClient, throughSdk } from '../../src/store/dynamodb/sdk-client.ts';
import { createTable } from './create-table.ts';
import type { Requirement } from './requirement.ts';

/** A DynamoDB to test against: a real or emulated one named by the environment, else the emulator of devDependencies. */
export interface DynamoDBUnderTest {
  readonly endpoint: string;
  /** Creates a table of the service. */
  createTable(tableName: string): Promise<void>;
  /** Calls it as the functions do, with connections of its own. */
  connect(): DynamoDB;
  /** The answers that AWS would give where the emulator is known to differ. */
  correct(dynamodb: DynamoDB): DynamoDB;
  stop(): Promise<void>;
}

export const EMULATOR_REGION = 'eu-central-1';
const EMULATOR_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
/** The same for the environment of a function. */
export const EMULATOR_ENVIRONMENT = {
  AWS_REGION: EMULATOR_REGION,
  AWS_ACCESS_KEY_ID: EMULATOR_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: EMULATOR_CREDENTIALS.secretAccessKey,
};
/** Milliseconds that no machine needs, however slow: what a client gives up too early, it does not know to be done. */
const PATIENCE = { connectionTimeout: 300_000, requestTimeout: 300_000 };

const BINARY = fileURLToPath(new URL('../../node_modules/@dynoxide/linux-x64/dynoxide', import.meta.url));
const DIRECTORY_PREFIX = 'entity-data-dynamodb-';
const STATE_FILE = 'emulator.json';
const START_ATTEMPTS = 5;
/** What to provide where there is no DynamoDB. */
export const DYNAMODB_NEED = 'AWS_ENDPOINT_URL, or @dynoxide/linux-x64 on Linux x64';

/** Starts a DynamoDB for tests that are skipped where there is none. */
export async function requireDynamoDB(): Promise<Requirement<DynamoDBUnderTest>> {
  return { found: await startDynamoDB(), need: DYNAMODB_NEED };
}

/** Undefined when there is neither `AWS_ENDPOINT_URL` nor an emulator for this platform. */
export async function startDynamoDB(): Promise<DynamoDBUnderTest | undefined> {
  const endpoint = process.env['AWS_ENDPOINT_URL'];
  if (endpoint !== undefined && endpoint !== '')
    return atEndpoint(
      endpoint,
      (dynamodb) => dynamodb,
      async () => {},
    );
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
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: directory,
  });
  const exited = new Promise<void>((resolve) => {
    emulator.once('exit', () => resolve());
    emulator.once('error', () => resolve());
  });
  const stop = async () => {
    emulator.ref();
    if (emulator.pid !== undefined && emulator.exitCode === null && emulator.signalCode === null)
      emulator.kill('SIGKILL');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  // The emulator outlives a parent that is killed: the next run finds it by this file and ends it.
  writeFileSync(join(directory, STATE_FILE), JSON.stringify({ pid: emulator.pid, port, owner: process.pid }));
  try {
    await listening(emulator);
  } catch (error) {
    await stop();
    throw error;
  }
  // A test file that fails before it can stop the emulator is to end all the same.
  emulator.unref();
  (emulator.stderr as Socket).unref();
  return atEndpoint(`http://127.0.0.1:${port}`, (dynamodb) => scanningOn(withoutInventedImages(dynamodb)), stop);
}

/** Calls the endpoint as the functions call DynamoDB. */
export function connectTo(endpoint: string): DynamoDB {
  return throughSdk(sdkClient(endpoint));
}

function sdkClient(endpoint: string): ReturnType<typeof createSdkClient> {
  const credentials = EMULATOR_CREDENTIALS;
  return createSdkClient({
    ...environmentSettings('DYNAMODB', {}),
    endpoint,
    region: EMULATOR_REGION,
    credentials,
    ...PATIENCE,
  });
}

function atEndpoint(
  endpoint: string,
  correct: DynamoDBUnderTest['correct'],
  stop: DynamoDBUnderTest['stop'],
): DynamoDBUnderTest {
  return {
    endpoint,
    correct,
    stop,
    connect: () => correct(connectTo(endpoint)),
    createTable: async (tableName) => {
      const client = sdkClient(endpoint);
      await createTable(client, tableName);
      client.destroy();
    },
  };
}

/** An update that makes an item has no old image; the emulator answers its key. */
function withoutInventedImages(dynamodb: DynamoDB): DynamoDB {
  return {
    call: async (name, input, limits) => {
      const output = await dynamodb.call(name, input, limits);
      const answered = output as { Attributes?: object };
      if ('UpdateExpression' in input || isBareUpdate(input)) {
        if (Object.keys(answered.Attributes ?? {}).every((attribute) => attribute === 'pk' || attribute === 'sk'))
          delete answered.Attributes;
      }
      return output;
    },
    close: () => dynamodb.close(),
  };
}

/** A scan continues behind a key whose item is gone; the emulator answers nothing, unless there is one. */
function scanningOn(dynamodb: DynamoDB): DynamoDB {
  return {
    call: async (name, input, limits) => {
      const { ExclusiveStartKey: Key, TableName } = input as Input<'Scan'>;
      if (name !== 'Scan' || Key === undefined) return dynamodb.call(name, input, limits);
      const absent = { ConditionExpression: 'attribute_not_exists(pk)' };
      const isMade = await dynamodb
        .call('PutItem', { TableName, Item: { ...Key, made: { S: 'for a scan' } }, ...absent })
        .then(
          () => true,
          (error: Error) => {
            if (error.name === 'ConditionalCheckFailedException') return false;
            throw error;
          },
        );
      const output = await dynamodb.call(name, input, limits);
      if (isMade) await dynamodb.call('DeleteItem', { TableName, Key });
      return output;
    },
    close: () => dynamodb.close(),
  };
}

function isBareUpdate(input: object): boolean {
  return (
    'Key' in input &&
    (input as { ReturnValues?: string }).ReturnValues === 'ALL_OLD' &&
    !('ConditionExpression' in input)
  );
}

/**
 * Resolves when it says that it listens; to be reached at its port says nothing, where another process has taken that.
 *
 * @throws Error with what it said when it ends instead
 */
function listening(emulator: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    emulator.once('error', reject);
    emulator.once('close', (code) => reject(new Error(`The DynamoDB emulator ended with code ${code}: ${said}`)));
    emulator.stderr!.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes(' listening on ')) resolve();
    });
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
    try {
      if (isEmulator(state.pid)) process.kill(state.pid, 'SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another run ends it at the same time.
    }
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
