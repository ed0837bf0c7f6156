import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmulatedAws } from './emulated-aws.ts';

/** A version of a function as it was applied. */
export interface FunctionAnswer {
  readonly Configuration: {
    readonly FunctionArn: string;
    readonly Version: string;
    readonly CodeSha256: string;
    readonly Handler: string;
    readonly Runtime: string;
    readonly Role: string;
    readonly MemorySize: number;
    readonly Timeout: number;
    readonly Environment: { readonly Variables: Readonly<Record<string, string>> };
  };
}

/** @param qualifier a version or an alias */
export const describeFunction = (aws: EmulatedAws, name: string, qualifier: string): Promise<FunctionAnswer> =>
  aws.get<FunctionAnswer>('lambda', `/2015-03-31/functions/${name}?Qualifier=${encodeURIComponent(qualifier)}`);

/**
 * The archive whose hash the endpoint names: the very bytes that it holds.
 *
 * @throws Error when the folder has none
 */
export function archiveOf(folder: string, codeSha256: string): Uint8Array {
  for (const file of readdirSync(folder)) {
    const content = readFileSync(join(folder, file));
    if (hashOf(content) === codeSha256) return content;
  }
  throw new Error(`No archive has the hash ${codeSha256}.`);
}

/** As Lambda tells it. */
export const hashOf = (archive: Uint8Array): string => createHash('sha256').update(archive).digest('base64');
