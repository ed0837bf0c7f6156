import { createHmac } from 'node:crypto';

/**
 * Signatures of webhooks as the Standard Webhooks specification has them (standardwebhooks.com, version 1.0.0): HMAC with
 * SHA-256 over `id.timestamp.body`, in base64 behind `v1,`; several, parted by blanks, while a secret is being replaced.
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

/** Fewer bytes than this can be guessed. */
const LEAST_BYTES = 24;

/**
 * The key that a secret's text stands for: behind `whsec_` base64, otherwise the text itself. Undefined when it has fewer
 * than 24 bytes, when there is something else behind `whsec_`, and for JSON, which receivers would not take for the key.
 */
export function readSecret(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return undefined;
  const [, base64] = /^whsec_(.*)$/s.exec(trimmed) ?? [];
  if (base64 !== undefined && !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const bytes = base64 === undefined ? Buffer.from(trimmed) : Buffer.from(base64, 'base64');
  return bytes.length < LEAST_BYTES ? undefined : bytes;
}
