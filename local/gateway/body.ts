import type { IncomingMessage } from 'node:http';

/** How much the bodies of requests may hold in memory. Routes that share one object share what it allows. */
export interface BodyLimits {
  /** The largest body, in bytes. */
  readonly largest: number;
  /** Bytes of all bodies together, from their first byte until their requests are answered. */
  readonly together: number;
}

export type BodyReading =
  | {
      readonly kind: 'read';
      /** Undefined when the request had none. */
      readonly body: Buffer | undefined;
      /** Gives the memory back, once. */
      readonly release: () => void;
    }
  | { readonly kind: 'too long' }
  | { readonly kind: 'no room' };

const nothing: BodyReading = { kind: 'read', body: undefined, release: () => {} };
const tooLong: BodyReading = { kind: 'too long' };
const noRoom: BodyReading = { kind: 'no room' };

/** True when the head of a request announces a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads bodies and counts the memory that they hold. */
export class BodyPool {
  readonly #limits: BodyLimits;
  #heldBytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Reads a body as far as the limits allow; the rest stays unread. Rejects when the caller breaks off.
   *
   * @param begin called before a body is read, not for one that is refused by its head
   */
  async read(request: IncomingMessage, begin: () => void): Promise<BodyReading> {
    if (!announcesBody(request)) return nothing;
    const { largest } = this.#limits;
    const announced = Number(request.headers['content-length'] ?? largest);
    if (announced > largest) return tooLong;
    begin();
    const body = new GrowingBody(announced);
    let reading: BodyReading | undefined;
    try {
      const refusal = await takeChunks(request, (chunk) => this.#take(chunk, body));
      reading = refusal ?? { kind: 'read', body: body.contents(), release: () => this.#release(body) };
      return reading;
    } finally {
      if (reading?.kind !== 'read') this.#release(body);
    }
  }

  /** Adds a chunk to a body; a refusal where the limits do not allow that. */
  #take(chunk: Buffer, body: GrowingBody): BodyReading | undefined {
    const { largest, together } = this.#limits;
    if (body.length + chunk.length > largest) return tooLong;
    const capacity = body.capacityWith(chunk.length);
    const growth = capacity - body.capacity;
    if (this.#heldBytes + growth > together) return noRoom;
    this.#heldBytes += growth;
    body.append(chunk, capacity);
    return undefined;
  }

  #release(body: GrowingBody): void {
    this.#heldBytes -= body.capacity;
    body.clear();
  }
}

/**
 * Hands over a request's chunks up to its end (undefined), or until one is refused: what follows then stays unread.
 * Rejects when the caller breaks off.
 */
function takeChunks<Refusal>(
  request: IncomingMessage,
  take: (chunk: Buffer) => Refusal | undefined,
): Promise<Refusal | undefined> {
  return new Promise((resolve, reject) => {
    const onChunk = (chunk: Buffer): void => {
      const refusal = take(chunk);
      if (refusal === undefined) return;
      request.off('data', onChunk).pause();
      resolve(refusal);
    };
    const brokenOff = () => reject(new Error('The caller broke off.'));
    if (request.destroyed) brokenOff();
    request
      .on('data', onChunk)
      .on('end', () => resolve(undefined))
      .on('error', reject)
      .on('close', brokenOff);
  });
}

const empty = Buffer.alloc(0);

/** One buffer that grows: a list of chunks takes many times a body's length when the caller sends it byte by byte. */
class GrowingBody {
  readonly #expected: number;
  #buffer: Buffer = empty;
  #length = 0;

  constructor(expected: number) {
    this.#expected = expected;
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes of memory. */
  get capacity(): number {
    return this.#buffer.length;
  }

  /** Bytes of memory after so many more: twice what is needed, so that all copying together stays linear. */
  capacityWith(more: number): number {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return this.#buffer.length;
    return this.#length === 0 ? needed : Math.max(needed, Math.min(2 * needed, this.#expected));
  }

  append(chunk: Buffer, capacity: number): void {
    if (this.#length === 0) {
      this.#buffer = chunk;
    } else {
      if (capacity > this.#buffer.length) {
        const grown = Buffer.allocUnsafeSlow(capacity);
        this.#buffer.copy(grown, 0, 0, this.#length);
        this.#buffer = grown;
      }
      chunk.copy(this.#buffer, this.#length);
    }
    this.#length += chunk.length;
  }

  contents(): Buffer | undefined {
    return this.#length === 0 ? undefined : this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#buffer = empty;
    this.#length = 0;
  }
}
