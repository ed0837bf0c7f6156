import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { WebhookSecretError } from '../../../../functions/events/errors.ts';
import type { EntityEvent } from '../../../../src/events/entity-event.ts';
import { createWebhook, isWebhookAddress, readSecret, signWebhook } from '../../../../src/events/webhook.ts';

const event = (entityID: string): EntityEvent => ({
  version: 1,
  id: `${entityID}.1`,
  type: 'created',
  entityID,
  sequence: 1,
  time: '2026-11-21T06:30:00.000Z',
  recordCount: 1,
  recordCountIsExact: true,
  recordIDs: ['a'],
  causes: [{ type: 'submit', operation: 'O', recordIDs: ['a'] }],
});
const url = 'https://example.com/entities';
const key = Buffer.from('a key of at least 24 bytes, or so');

/** A `fetch` that answers each request with the next of the statuses, or the last of them. */
function answering(...statuses: (number | Error)[]) {
  const requests: RequestInit[] = [];
  const send = (async (_url: string, init: RequestInit) => {
    requests.push(init);
    const status = statuses[Math.min(requests.length, statuses.length) - 1]!;
    if (status instanceof Error) throw status;
    return new Response(null, { status });
  }) as unknown as typeof fetch;
  return { send, requests };
}
const webhook = (send: typeof fetch) =>
  createWebhook({ url, secrets: async () => [key], fetch: send, now: () => 1_700_000_000_000 });

describe('createWebhook', () => {
  it('posts the event as JSON, signed, without following redirections', async () => {
    const { send, requests } = answering(204);

    const deliveries = await webhook(send).deliver([event('E')]);

    expect(deliveries).toEqual(['delivered']);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', redirect: 'manual', body: JSON.stringify(event('E')) });
    expect(requests[0]?.headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'entity-data',
      ...signWebhook('E.1', 1_700_000_000, JSON.stringify(event('E')), [key]),
    });
  });

  it.each([
    [302, false],
    [400, false],
    [410, false],
    [429, true],
    [500, false],
    [503, true],
  ])('takes a status of %i for a refusal, and says whether others need to be tried', async (status, unavailable) => {
    const deliveries = await webhook(answering(status).send).deliver([event('E')]);

    expect(deliveries).toEqual([{ reason: `the webhook answers ${status}`, unavailable }]);
  });

  it('tries no more than the first ten when it is down, and says why', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const { send, requests } = answering(refused);
    const events = Array.from({ length: 25 }, (_, index) => event(`E${index}`));

    const deliveries = await webhook(send).deliver(events);

    expect(requests).toHaveLength(10);
    expect(deliveries[0]).toEqual({ reason: 'the webhook cannot be reached (ECONNREFUSED)', unavailable: true });
    expect(deliveries.slice(10)).toEqual(Array.from({ length: 15 }, () => 'untried'));
  });

  it('does not wait for ever', async () => {
    const send = ((_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason));
      })) as unknown as typeof fetch;

    const deliveries = await createWebhook({ url, secrets: async () => [key], fetch: send, timeout: 5 }).deliver([
      event('E'),
    ]);

    expect(deliveries).toEqual([{ reason: 'the webhook does not answer within 0.005 seconds', unavailable: true }]);
  });

  it.each([
    ['what the service itself says', new WebhookSecretError('here'), 'here holds no secret of at least 24 bytes'],
    ['no words that may quote the secret', new SyntaxError('Unexpected token in "whsec_'), 'SyntaxError'],
  ])('sends nothing that it cannot sign, and tells why: %s', async (_what, failure, told) => {
    const { send, requests } = answering(204);
    const secrets = () => Promise.reject(failure);

    const deliveries = await createWebhook({ url, secrets, fetch: send }).deliver([event('E')]);

    expect(requests).toEqual([]);
    expect(deliveries).toEqual([{ reason: `the webhook's secret cannot be read: ${told}`, unavailable: true }]);
  });
});

describe('isWebhookAddress', () => {
  it.each(['https://example.com/x?y=1', 'http://127.0.0.1:8080/', 'http://localhost/x', 'http://[::1]:80/'])(
    'allows %s',
    (address) => expect(isWebhookAddress(address)).toBe(true),
  );

  it.each([
    'http://example.com/',
    'http://127.0.0.1.example.com/',
    'https://name:password@example.com/',
    'ftp://example.com/',
    'example.com',
    '',
  ])('refuses %s', (address) => expect(isWebhookAddress(address)).toBe(false));
});

describe('signWebhook', () => {
  it('signs as the specification has it', () => {
    // The example of the Standard Webhooks specification.
    const secret = readSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')!;

    const headers = signWebhook('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}', [secret]);

    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is found genuine by what the documentation shows, and nothing else is', async () => {
    const page = await readFile('docs/entity-events.md', 'utf8');
    const code = /^function isGenuine[\s\S]*?^}/m.exec(page)![0];
    const isGenuine = new Function('createHmac', 'timingSafeEqual', 'Buffer', `${code}; return isGenuine;`)(
      createHmac,
      timingSafeEqual,
      Buffer,
    ) as (headers: object, body: string, secret: string, now: number) => boolean;
    const secret = `whsec_${key.toString('base64')}`;
    const text = 'a text of twenty-four characters';
    const [now, body] = [1_700_000_000_000, '{"a":"ü"}'];
    const headers = signWebhook('E.1', now / 1_000, body, [Buffer.from('another key of 24 bytes or more'), key]);

    const verdicts = {
      genuine: isGenuine(headers, body, secret, now),
      lateByFourMinutes: isGenuine(headers, body, secret, now + 240_000),
      replayed: isGenuine(headers, body, secret, now + 301_000),
      otherBody: isGenuine(headers, '{"a":"u"}', secret, now),
      otherID: isGenuine({ ...headers, 'webhook-id': 'E.2' }, body, secret, now),
      otherTime: isGenuine({ ...headers, 'webhook-timestamp': '1700000001' }, body, secret, now),
      secretThatIsText: isGenuine(signWebhook('E.1', now / 1_000, body, [readSecret(text)!]), body, text, now),
      unsigned: isGenuine({ ...headers, 'webhook-signature': undefined }, body, secret, now),
      without: isGenuine({}, body, secret, now),
      otherSecret: isGenuine(headers, body, `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`, now),
    };

    expect(verdicts).toEqual({
      genuine: true,
      lateByFourMinutes: true,
      replayed: false,
      otherBody: false,
      otherID: false,
      otherTime: false,
      secretThatIsText: true,
      unsigned: false,
      without: false,
      otherSecret: false,
    });
  });
});

describe('readSecret', () => {
  it('reads base64 behind whsec_, and any other text as it is', () => {
    expect(readSecret(`whsec_${key.toString('base64')}\n`)).toEqual(key);
    expect(readSecret('a text of twenty-four characters')).toEqual(Buffer.from('a text of twenty-four characters'));
  });

  it.each([
    ['{"secret":"whsec_', key.toString('base64'), '"}'],
    ['{\n  "secret": "', 'a text of twenty-four characters', '"\n}\n'],
    ['whsec_', 'this is no base64, however long it is', ''],
    ['whsec_', 'whsec_', key.toString('base64')],
  ])('refuses what a receiver would not take for the same key: %s%s%s', (...parts) => {
    expect(readSecret(parts.join(''))).toBeUndefined();
  });

  it.each(['short', 'whsec_c2hvcnQ=', ''])('refuses what can be guessed: %j', (text) => {
    expect(readSecret(text)).toBeUndefined();
  });
});
