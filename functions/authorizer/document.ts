import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { EntityDataError } from '../core/errors.ts';

/** An issuer's document could not be had: the network, the time, the status or the size stood in the way. */
export class DocumentUnavailableError extends EntityDataError {
  readonly code = 'DOCUMENT_UNAVAILABLE';
}

/** Fetches a small public text document with GET. Rejects with DocumentUnavailableError. */
export type FetchDocument = (url: URL) => Promise<string>;

// A key set of a hundred 4096-bit keys with their certificates is a tenth of this.
const maxBytes = 1_048_576;

/**
 * True when a document of an issuer may be fetched from this address: https anywhere, http on the loopback interface
 * only, where nobody can stand in between; that is how the local service issues its tokens.
 */
export function isFetchable(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  // WHATWG URLs have canonical IPv4 hosts, so that this prefix cannot be the start of a name.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname);
}

/** Fetches over node:http(s), which is far cheaper to start than the global fetch. Follows no redirect. */
export const fetchDocument = documentFetcher(2_000);

/** A fetcher whose answers must be there as a whole within the time. */
export function documentFetcher(timeoutMs: number): FetchDocument {
  return async (url) => {
    if (!isFetchable(url))
      throw new DocumentUnavailableError(`${url.href} is neither https nor on the loopback interface.`);
    const signal = AbortSignal.timeout(timeoutMs);
    let response: IncomingMessage;
    try {
      // A first connection that breaks is often a stale route: one more attempt within the same time.
      response = await get(url, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        return get(url, signal);
      });
      if (response.statusCode !== 200) {
        response.destroy();
        throw new DocumentUnavailableError(`${url.href} answered with status ${response.statusCode}, not 200.`);
      }
      return await readText(url, response);
    } catch (cause) {
      if (cause instanceof DocumentUnavailableError) throw cause;
      const why = signal.aborted ? `did not answer within ${timeoutMs} ms` : `cannot be reached: ${reasonOf(cause)}`;
      throw new DocumentUnavailableError(`${url.href} ${why}.`, { cause });
    }
  };
}

async function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { signal, headers: { accept: 'application/json' }, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readText(url: URL, response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new DocumentUnavailableError(`${url.href} is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}
