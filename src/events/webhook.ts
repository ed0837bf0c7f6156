import { EntityDataError } from '../errors.ts';
import { untried } from './chunks.ts';
import type { EntityEvent } from './entity-event.ts';
import { signWebhook } from './signature.ts';
import type { Delivery, EventTarget } from './target.ts';

export interface WebhookOptions {
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
