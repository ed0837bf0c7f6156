import { createHmac } from 'node:crypto';
import { EntityDataError } from '../errors.ts';
import type { EntityEvent } from './entity-event.ts';
import { type Delivery, type EventTarget, untried } from './target.ts';

interface WebhookOptions {
  readonly url: string;
  /** Keys to sign with: the current one and, after a rotation, the previous one. */
  readonly secrets: () => Promise<readonly Uint8Array[]>;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly timeout?: number;
}

const TIMEOUT = 5_000;
const AT_ONCE = 10;
/** Statuses after which no event is sent for now. */
const UNAVAILABLE = new Set([429, 502, 503, 504]);

/** Posts each event to a URL, signed. A status of 200 to 299 means that it was accepted. Follows no redirects. */
export function createWebhook({
  url,
  secrets,
  fetch: send = fetch,
  now = Date.now,
  timeout = TIMEOUT,
}: WebhookOptions): EventTarget {
  const post = async (event: EntityEvent, keys: readonly Uint8Array[]): Promise<Delivery> => {
    const body = JSON.stringify(event);
    try {
      const response = await send(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'entity-data',
          ...signWebhook(event.id, Math.floor(now() / 1_000), body, keys),
        },
        body,
      });
      // Only the status matters. An unread body would keep the connection busy.
      await response.body?.cancel();
      if (response.status >= 200 && response.status < 300) return 'delivered';
      return { reason: `the webhook answers ${response.status}`, unavailable: UNAVAILABLE.has(response.status) };
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      const what = name === 'TimeoutError' ? `does not answer within ${timeout / 1_000} seconds` : 'cannot be reached';
      return { reason: `the webhook ${what}${cause?.code === undefined ? '' : ` (${cause.code})`}`, unavailable: true };
    }
  };
  return {
    async deliver(events) {
      let keys: readonly Uint8Array[];
      try {
        keys = await secrets();
      } catch (error) {
        // The reason goes to the log, and the message of another library's error may quote the secret.
        const { name, message } = error as Error;
        const reason = `the webhook's secret cannot be read: ${error instanceof EntityDataError ? message : name}`;
        return events.map(() => ({ reason, unavailable: true }));
      }
      const deliveries: Delivery[] = [];
      for (let start = 0; start < events.length; start += AT_ONCE) {
        const chunk = events.slice(start, start + AT_ONCE);
        const isDown = deliveries.some((one) => typeof one === 'object' && one.unavailable);
        deliveries.push(...(isDown ? untried(chunk) : await Promise.all(chunk.map((event) => post(event, keys)))));
      }
      return deliveries;
    },
  };
}

/**
 * True if events may be posted to this URL: over https, or over http to the loopback interface, without credentials.
 */
export function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}

/**
 * Webhook signatures as defined by Standard Webhooks (standardwebhooks.com, version 1.0.0): HMAC-SHA-256 over
 * `id.timestamp.body`, in base64 after `v1,`. During a secret's rotation there are several, separated by spaces.
 */
interface SignedHeaders {
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
