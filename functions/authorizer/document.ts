import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { EntityDataError } from '../../src/errors.ts';

/**
 * An issuer's document could not be fetched, because of the network, a timeout, its status, its size or its content.
 */
export class DocumentUnavailableError extends EntityDataError {
  readonly code = 'DOCUMENT_UNAVAILABLE';
}

/** Fetches a small public text document with GET. Rejects with DocumentUnavailableError. */
export type FetchDocument = (url: URL) => Promise<string>;

// A key set of a hundred 4096-bit keys with their certificates is a tenth of this.
const maxBytes = 1_048_576;

/**
 * True if a document of an issuer may be fetched from this URL: https anywhere, http on the loopback interface only.
 * The local service issues its tokens over http; on the loopback interface no third party can intercept them.
 */
export function isFetchable(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  // WHATWG URLs have canonical IPv4 hosts, so this pattern cannot match the start of a name.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.[0-9]{1,3}){3}$/.test(hostname);
}

/**
 * Creates a fetcher that requires the complete response within the timeout. It uses node:http(s), which starts much
 * faster than the global fetch, and follows no redirects.
 */
export function documentFetcher(timeoutMs: number): FetchDocument {
  const connections = new Connections();
  return async (url) => {
    if (!isFetchable(url))
      throw new DocumentUnavailableError(`${url.href} is neither https nor on the loopback interface.`);
    const agent = connections.take(url.protocol);
    let [late, request]: [boolean, ClientRequest | undefined] = [false, undefined];
    // An AbortSignal would do the same, but take twice as long as a timer at a function's start.
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
      // A first connection that breaks is often a stale route: try once more within the same timeout.
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
 * Keeps connections open from one document to the next, because the key set is fetched right after the discovery
 * document. Then closes them: the next fetch comes minutes later, and the function may be frozen in between.
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
      // A response that ends early is an error.
      .on('error', reject)
      .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** Fetches an issuer's documents. The timeout is short, because a caller waits for them. */
export const fetchDocument = documentFetcher(2_000);
