/**
 * The body of a request: AWS's JSON, in which bytes are Base64 ("DynamoDB low-level API", DynamoDB developer guide).
 *
 * @param input of an operation, its bytes as `Uint8Array`s
 */
export function toWire(input: object): Buffer {
  // A replacer costs several times what it is needed for, which is hardly ever.
  return Buffer.from(holdsBytes(input) ? JSON.stringify(input, base64) : JSON.stringify(input));
}

/**
 * The object that a body holds, with bytes where an attribute is binary (`B`, `BS`).
 *
 * @throws SyntaxError for what is no JSON, and when it is no object
 */
export function fromWire(body: string): Record<string, unknown> {
  const value: unknown = JSON.parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('no object');
  if (body.includes('"B"') || body.includes('"BS"')) readBytes(value);
  return value as Record<string, unknown>;
}

function holdsBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return true;
  for (const name in value) if (holdsBytes((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Asked with `this`: a Buffer has become something else before it is handed over. */
function base64(this: Record<string, unknown>, name: string, value: unknown): unknown {
  const original = this[name];
  if (!(original instanceof Uint8Array)) return value;
  return Buffer.from(original.buffer, original.byteOffset, original.byteLength).toString('base64');
}

/** A text under `B` is bytes wherever it stands: an attribute of that name holds an object. */
function readBytes(value: object): void {
  const entries = value as Record<string, unknown>;
  for (const name in entries) {
    const entry = entries[name];
    if (name === 'B' && typeof entry === 'string') entries[name] = bytesOf(entry);
    else if (name === 'BS' && Array.isArray(entry)) entries[name] = entry.map(bytesOf);
    else if (typeof entry === 'object' && entry !== null) readBytes(entry);
  }
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}
