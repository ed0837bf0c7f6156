import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { IdentityFileError, readPrivateJson, writePrivateJson } from '../../service/identity/private-file.ts';

export interface CachedToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Keeps a token across invocations, so that not every one requests a new token. */
export interface TokenCache {
  read(): Promise<CachedToken | undefined>;
  write(token: CachedToken): Promise<void>;
}

/** The client and endpoint that a token belongs to. */
export interface TokenOwner {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
}

/** Default directory for tokens: the user's cache directory (XDG_CACHE_HOME, else ~/.cache). */
export function tokenCacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'entity-data', 'tokens');
}

/**
 * Keeps a file for each owner that only the user can read. When the file cannot be read or written, the only cost is
 * another token request.
 */
export function createTokenCache(directory: string, owner: TokenOwner): TokenCache {
  // The name includes the secret, so that a changed secret does not find the former token.
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
