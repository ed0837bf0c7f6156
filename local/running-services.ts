import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { IdentityFileError, readPrivateJson, writePrivateJson } from './identity/private-file.ts';

/** How to reach a service that runs on a data directory; the command line reads it. */
export interface ServiceDescription {
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly mcpUrl: string;
  /** The address of the console, with the secret that opens it as long as the service runs. */
  readonly consoleUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A service's own entry among those that run on a data directory. */
export interface ServiceEntry {
  /** The file that holds it, which only its owner may read. */
  readonly file: string;
  /** Takes the entry away; a process that is killed leaves it, and nobody heeds it any more. */
  remove(): Promise<void>;
}

interface StoredEntry extends ServiceDescription {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly started: number;
}

const describedBy: readonly (keyof ServiceDescription)[] = [
  'apiUrl',
  'tokenUrl',
  'mcpUrl',
  'consoleUrl',
  'clientId',
  'clientSecret',
];

/**
 * Enters a service that listens already, under a name that no other living one has: several may run on one data
 * directory. Entries of processes that are gone, and damaged ones, are cleared away.
 */
export async function enterService(
  dataDirectory: string,
  service: ServiceDescription,
  started = Date.now(),
): Promise<ServiceEntry> {
  for (const path of await entryPaths(dataDirectory)) {
    const entry = await readEntry(path);
    if (entry === undefined || !isProcess(entry.pid)) await rm(path, { force: true });
  }
  const { apiUrl, tokenUrl, mcpUrl, consoleUrl, clientId, clientSecret } = service;
  const path = join(entriesDirectory(dataDirectory), `${process.pid}-${new URL(apiUrl).port}.json`);
  const description = { apiUrl, tokenUrl, mcpUrl, consoleUrl, clientId, clientSecret };
  await writePrivateJson(path, { pid: process.pid, started, ...description });
  return { file: resolve(path), remove: () => rm(path, { force: true }) };
}

/** Of the services that run on the data directory now, the one that started last; undefined when there is none. */
export async function findRunningService(dataDirectory: string): Promise<ServiceDescription | undefined> {
  const entries = await Promise.all((await entryPaths(dataDirectory)).map(readEntry));
  const newestFirst = entries.filter((entry) => entry !== undefined).sort((a, b) => b.started - a.started);
  for (const { pid, started: _, ...service } of newestFirst) {
    // The system gives the number of a process that is gone to another one, which does not listen there.
    if (isProcess(pid) && (await listens(service.apiUrl))) return service;
  }
  return undefined;
}

const entriesDirectory = (dataDirectory: string): string => join(dataDirectory, 'services');

async function entryPaths(dataDirectory: string): Promise<string[]> {
  try {
    const names = await readdir(entriesDirectory(dataDirectory));
    return names.filter((name) => name.endsWith('.json')).map((name) => join(entriesDirectory(dataDirectory), name));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Undefined when it was taken away meanwhile, or is damaged: then it leads nowhere. */
async function readEntry(path: string): Promise<StoredEntry | undefined> {
  const value = (await readPrivateJson(path).catch((error: unknown) => {
    if (error instanceof IdentityFileError) return undefined;
    throw error;
  })) as Partial<StoredEntry> | null | undefined;
  if (value == null || typeof value.pid !== 'number' || typeof value.started !== 'number') return undefined;
  return describedBy.every((field) => typeof value[field] === 'string') ? (value as StoredEntry) : undefined;
}

/** Whether there is a process of this number. */
function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether somebody accepts connections at an address of this machine. */
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
