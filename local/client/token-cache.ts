import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { IdentityFileError, readPrivateJson, writePrivateJson } from '../identity/private-file.ts';

export interface CachedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Keeps a token over invocations, so that every one of them does not ask for a new one. */
export interface TokenCache {
  read(): Promise<CachedToken | undefined>;
  write(token: CachedToken): Promise<void>;
}

/** Whose token it is. */
export interface TokenOwner {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

/** Where tokens are kept unless told otherwise: in the user's cache directory (XDG_CACHE_HOME, else ~/.cache). */
export function tokenCacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'entity-data', 'tokens');
}

/**
 * A file of its own for each owner, which only the user can read. A cache that cannot be read or written costs a token
 * request and nothing else.
 */
export function createTokenCache(directory: string, owner: TokenOwner): TokenCache {
  // The secret is part of the name: a changed one must not find the old one's token.
  const digest = createHash('sha256')
    .update(JSON.stringify([owner.tokenUrl, owner.clientId, owner.clientSecret, owner.scope ?? '']))
    .digest('hex');
  const path = join(directory, `${digest.slice(0, 32)}.json`);
  return {
    async read() {
      try {
        const value = (await readPrivateJson(path)) as Partial<CachedToken> | undefined;
        if (typeof value?.token !== 'string' || typeof value.expires !== 'number') return undefined;
        return { token: value.token, expires: value.expires };
      } catch (error) {
        if (error instanceof IdentityFileError) return undefined;
        throw error;
      }
    },
    async write(token) {
      try {
        await writePrivateJson(path, token);
      } catch (error) {
        if (!(error instanceof IdentityFileError)) throw error;
      }
    },
  };
}
