import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
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

/**
 * A fetcher whose answers must be there as a whole within the time. It asks by node:http(s), which is far cheaper to start
 * than the global fetch, and follows no redirect.
 */
export function documentFetcher(timeoutMs: number): FetchDocument {
  const connections = new Connections();
  return async (url) => {
    if (!isFetchable(url))
      throw new DocumentUnavailableError(`${url.href} is neither https nor on the loopback interface.`);
    const agent = connections.take(url.protocol);
    let [late, request]: [boolean, ClientRequest | undefined] = [false, undefined];
    // A signal would do the same, and take a function's start twice as long as a timer.
    const timer = setTimeout(() => {
      late = true;
      request?.destroy();
    }, timeoutMs);
    const get = () => {
      request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        headers: { accept: 'application/json' },
        agent,
      });
      return answerTo(request);
    };
    try {
      // A first connection that breaks is often a stale route: one more attempt within the same time.
      const response = await get().catch((error: unknown) => {
        if (late) throw error;
        return get();
      });
      if (response.statusCode !== 200) {
        response.destroy();
        throw new DocumentUnavailableError(`${url.href} answered with status ${response.statusCode}, not 200.`);
      }
      return await readText(url, response);
    } catch (cause) {
      if (cause instanceof DocumentUnavailableError) throw cause;
      const why = late ? `did not answer within ${timeoutMs} ms` : `cannot be reached: ${reasonOf(cause)}`;
      throw new DocumentUnavailableError(`${url.href} ${why}.`, { cause });
    } finally {
      clearTimeout(timer);
      connections.leave();
    }
  };
}

/**
 * Connections are kept from one document to the next, since an issuer's keys are asked for right after it has said where
 * they are, and are closed then: the next look comes after minutes, in which a function may have stood still.
 */
class Connections {
  #users = 0;
  readonly #agents = new Map<string, Agent>();

  take(protocol: string): Agent {
    this.#users += 1;
    const known = this.#agents.get(protocol);
    if (known !== undefined) return known;
    const agent = new (protocol === 'https:' ? HttpsAgent : Agent)({ keepAlive: true });
    this.#agents.set(protocol, agent);
    return agent;
  }

  leave(): void {
    this.#users -= 1;
    setImmediate(() => {
      if (this.#users > 0) return;
      for (const agent of this.#agents.values()) agent.destroy();
      this.#agents.clear();
    });
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end();
  });
}

function readText(url: URL, response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes <= maxBytes) return;
        reject(new DocumentUnavailableError(`${url.href} is larger than ${maxBytes} bytes.`));
        response.destroy();
      })
      // An answer that breaks off is an error, also after the last byte that came.
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** For an issuer's documents, which somebody waits for. */
export const fetchDocument = documentFetcher(2_000);
