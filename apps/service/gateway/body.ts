import type { IncomingMessage } from 'node:http';

/** Limits the memory of request bodies. Routes that share one object share its limits. */
export interface BodyLimits {
  /** The largest body, in bytes. */
  readonly largest: number;
  /** Bytes of all bodies together, counted from a body's first byte until its request is answered. */
  readonly together: number;
}

export type BodyReading =
  | {
      readonly kind: 'read';
      /** Undefined when the request has no body. */
      readonly body: Buffer | undefined;
      /** Returns the memory to the pool; further calls have no effect. */
      readonly release: () => void;
    }
  | { readonly kind: 'too long' }
  | { readonly kind: 'no room' };

const nothing: BodyReading = { kind: 'read', body: undefined, release: () => {} };
const tooLong: BodyReading = { kind: 'too long' };
const noRoom: BodyReading = { kind: 'no room' };

/** True when the headers of a request announce a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Reads bodies and counts the bytes that they occupy. */
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
   * Reads a body until it ends or exceeds a limit; the rest stays unread. Rejects when the caller disconnects.
   *
   * @param begin called before a body is read, unless its headers are reason enough to refuse it
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

  /** Adds a chunk to a body; returns a refusal when the limits do not allow it. */
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
 * Passes on a request's chunks and then undefined at its end. Stops at the first refusal; the rest stays unread.
 * Rejects when the caller disconnects.
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
    const brokenOff = () => reject(new Error('The caller disconnected.'));
    if (request.destroyed) brokenOff();
    request
      .on('data', onChunk)
      .on('end', () => resolve(undefined))
      .on('error', reject)
      .on('close', () => {
        // A request closes after its end too, and an error for each would cost more than reading its body.
        if (!request.readableEnded) brokenOff();
      });
  });
}

const empty = Buffer.alloc(0);

/** One growing buffer. A list of chunks takes many times the body's length when the caller sends single bytes. */
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

  /** Allocated bytes. */
  get capacity(): number {
    return this.#buffer.length;
  }

  /** Allocated bytes after adding `more`: twice what is needed, so that the total cost of copying stays linear. */
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
