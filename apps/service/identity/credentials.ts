import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { isObject } from '../../../src/is-object.ts';
import type { ClientDefinition } from './clients.ts';
import { IdentityFileError, readPrivateJson, writePrivateJson } from './private-file.ts';

/** A client that can get tokens. */
export interface Client extends ClientDefinition {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** The file in the data directory that keeps generated credentials. */
export const credentialsFileName = 'client-credentials.json';

// Cognito's format.
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const idLength = 26;
const secretLength = 52;

/**
 * Gives every client an id and a secret: from its definition, else from the directory, else new ones, which
 * are then kept. A client that is removed and added again gets its former ones.
 *
 * @throws IdentityFileError
 */
export async function provisionClients(
  definitions: readonly ClientDefinition[],
  directory: string,
): Promise<readonly Client[]> {
  const path = join(directory, credentialsFileName);
  const kept = readCredentials(await readPrivateJson(path), path);
  let isNew = false;
  const clients = definitions.map((definition): Client => {
    const { name } = definition;
    let credentials = kept.get(name);
    if (credentials === undefined && (definition.clientId === undefined || definition.clientSecret === undefined)) {
      credentials = { client_id: randomText(idLength), client_secret: randomText(secretLength) };
      kept.set(name, credentials);
      isNew = true;
    }
    return {
      ...definition,
      clientId: definition.clientId ?? credentials!.client_id,
      clientSecret: definition.clientSecret ?? credentials!.client_secret,
    };
  });
  checkIds(clients, path);
  if (isNew) await writePrivateJson(path, Object.fromEntries(kept));
  return clients;
}

function readCredentials(value: unknown, path: string): Map<string, Credentials> {
  if (value === undefined) return new Map();
  const entries = isObject(value) ? Object.entries(value) : [];
  if (!isObject(value) || !entries.every(([, entry]) => isCredentials(entry))) {
    throw new IdentityFileError(path, 'does not contain client credentials');
  }
  return new Map(entries as [string, Credentials][]);
}

function isCredentials(value: unknown): value is Credentials {
  const { client_id: id, client_secret: secret } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && id !== '' && typeof secret === 'string' && secret !== '';
}

function checkIds(clients: readonly Client[], path: string): void {
  const names = new Map<string, string>();
  for (const { name, clientId } of clients) {
    const other = names.get(clientId);
    if (other !== undefined) {
      throw new IdentityFileError(
        path,
        `gives ${JSON.stringify(other)} and ${JSON.stringify(name)} the same client id`,
      );
    }
    names.set(clientId, name);
  }
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
