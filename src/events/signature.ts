import { createHmac } from 'node:crypto';

/**
 * Webhook signatures as defined by Standard Webhooks (standardwebhooks.com, version 1.0.0): HMAC-SHA-256 over
 * `id.timestamp.body`, in base64 after `v1,`. During a secret's rotation there are several, separated by spaces.
 */
export interface SignedHeaders {
  readonly 'webhook-id': string;
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export function signWebhook(id: string, seconds: number, body: string, secrets: readonly Uint8Array[]): SignedHeaders {
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** The least bytes of a key: a shorter one can be guessed. */
const LEAST_BYTES = 24;

/**
 * Decodes the key from a secret's text: base64 after `whsec_`, otherwise the text itself. Returns undefined for a key
 * of fewer than 24 bytes, for invalid base64, and for JSON, because a receiver would not use the JSON text as its key.
 */
export function readSecret(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return undefined;
  const [, base64] = /^whsec_(.*)$/s.exec(trimmed) ?? [];
  if (base64 !== undefined && !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const bytes = base64 === undefined ? Buffer.from(trimmed) : Buffer.from(base64, 'base64');
  return bytes.length < LEAST_BYTES ? undefined : bytes;
}
