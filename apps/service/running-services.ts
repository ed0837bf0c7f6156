import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { IdentityFileError, readPrivateJson, writePrivateJson } from './identity/private-file.ts';

/** How to reach a service that runs on a data directory, for the command line. */
export interface ServiceDescription {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly mcpUrl: string;
  /** The address of the console, with a secret that is valid until the service stops. */
  readonly consoleUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The absolute path of its data directory, by which commands tell services apart. */
  readonly dataDirectory: string;
  /** The absolute path of the directory of the instance; undefined when the service was started on single files. */
  readonly instanceDirectory?: string | undefined;
  /** Undefined where its client may not submit. */
  readonly firstLoad?: FirstLoadTerms | undefined;
}

/** How a file becomes the data of a running service that has no record yet: as submits to it would store its records. */
export interface FirstLoadTerms {
  readonly ruleConfigFile: string;
  readonly schemaFile: string;
  /** Names of their texts at the start of the service: they may be others by now. */
  readonly ruleConfig: string;
  readonly schema: string;
  readonly genericKeyRecords: number;
  readonly reviewPairs: number;
  readonly entityEvents: boolean;
  readonly updateRecords: boolean;
}

/** The entry of a running service in its data directory. */
export interface ServiceEntry {
  /** The file of the entry, which only its owner can read. */
  readonly file: string;
  /** Removes the entry. A killed process leaves its entry behind; readers ignore it. */
  remove(): Promise<void>;
}

interface StoredEntry extends ServiceDescription {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly started: number;
}

const describedBy: readonly Exclude<keyof ServiceDescription, 'instanceDirectory' | 'firstLoad'>[] = [
  'apiUrl',
  'tokenUrl',
  'mcpUrl',
  'consoleUrl',
  'clientId',
  'clientSecret',
  'dataDirectory',
];

/**
 * Adds an entry for a service that is already listening to a directory: its data directory, or another one in which
 * commands look for services. Its name is unique, because several services may run on one
 * data directory. Also removes damaged entries and those of processes that have ended.
 */
export async function enterService(
  directory: string,
  service: ServiceDescription,
  started = Date.now(),
): Promise<ServiceEntry> {
  for (const path of await entryPaths(directory)) {
    const entry = await readEntry(path);
    if (entry === undefined || !isProcess(entry.pid)) await rm(path, { force: true });
  }
  const path = join(entriesDirectory(directory), `${process.pid}-${new URL(service.apiUrl).port}.json`);
  const description = Object.fromEntries(
    [...describedBy, 'instanceDirectory' as const, 'firstLoad' as const].map((name) => [name, service[name]]),
  );
  await writePrivateJson(path, { pid: process.pid, started, ...description });
  return { file: resolve(path), remove: () => rm(path, { force: true }) };
}

/** The running services that have an entry in a directory, the most recently started one first. */
export async function findRunningServices(directory: string): Promise<readonly ServiceDescription[]> {
  const entries = await Promise.all((await entryPaths(directory)).map(readEntry));
  const newestFirst = entries.filter((entry) => entry !== undefined).sort((a, b) => b.started - a.started);
  const running = await Promise.all(
    newestFirst.map(async ({ pid, started: _, ...service }) =>
      // The system may have given the id of an ended process to another one, which does not listen at this address.
      isProcess(pid) && (await listens(service.apiUrl)) ? [service] : [],
    ),
  );
  return running.flat();
}

const entriesDirectory = (directory: string): string => join(directory, 'services');

async function entryPaths(directory: string): Promise<string[]> {
  try {
    const names = await readdir(entriesDirectory(directory));
    return names.filter((name) => name.endsWith('.json')).map((name) => join(entriesDirectory(directory), name));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Reads an entry. Undefined when the file is damaged or was removed meanwhile. */
async function readEntry(path: string): Promise<StoredEntry | undefined> {
  const value = (await readPrivateJson(path).catch((error: unknown) => {
    if (error instanceof IdentityFileError) return undefined;
    throw error;
  })) as Partial<StoredEntry> | null | undefined;
  if (value == null || typeof value.pid !== 'number' || typeof value.started !== 'number') return undefined;
  const isWhole =
    describedBy.every((field) => typeof value[field] === 'string') &&
    ['string', 'undefined'].includes(typeof value.instanceDirectory) &&
    ['object', 'undefined'].includes(typeof value.firstLoad);
  return isWhole ? (value as StoredEntry) : undefined;
}

/** True if a process with this id exists. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True if a server accepts connections at this address of this machine. */
function listens(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    const settle = (listening: boolean) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
