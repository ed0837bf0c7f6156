import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { compileAllowList } from '../../../../../src/runtime/callers/address.ts';
import { createCdn } from '../../../../../src/runtime/callers/callers.ts';

const allows = (entries: string[], caller: string) => compileAllowList(entries).allowList.allows(caller);
const problemsOf = (entries: string[]) => compileAllowList(entries).problems;

describe('compileAllowList', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.77/24', '203.0.113.1', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '8.8.8.8', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['2001:db8::1/128', '2001:db8::2', false],
  ])('%s and the caller %s: %s', (entry, caller, expected) => {
    expect(allows([entry], caller)).toBe(expected);
  });

  it.each(['::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:203.0.113.7', '0:0:0:0:0:ffff:cb00:7107'])(
    'compares the IPv4 caller %s unmapped',
    (caller) => {
      expect(allows(['203.0.113.0/24'], caller)).toBe(true);
      expect(allows(['198.51.100.0/24'], caller)).toBe(false);
      expect(allows(['::/0'], caller)).toBe(false);
    },
  );

  it('allows a caller that is in any of several ranges', () => {
    const entries = ['198.51.100.1', '2001:db8::/32', '203.0.113.0/24'];

    expect(allows(entries, '203.0.113.9')).toBe(true);
    expect(allows(entries, '2001:db8::9')).toBe(true);
    expect(allows(entries, '192.0.2.1')).toBe(false);
  });

  it.each([
    '',
    'unknown',
    '203.0.113',
    '0313.0.113.7',
    '203.0.113.007',
    '0xcb007107',
    '3405803783',
    '203.0.113.7, 8.8.8.8',
  ])('lets a caller whose address reads %j through no list', (caller) => {
    expect(allows(['0.0.0.0/0', '::/0'], caller)).toBe(false);
  });

  it.each([
    '010.0.0.1',
    '10.0.0.01/8',
    '0x0a.0.0.1',
    '10.1',
    '167772161',
    '256.0.0.1',
    ' 10.0.0.1',
    '10.0.0.1 ',
    'example.com',
    '',
    '/24',
    '2001:db8:::1',
    '10.0.0.1-10.0.0.9',
  ])('refuses %j as no address', (entry) => {
    expect(problemsOf([entry])).toEqual([expect.stringContaining('neither an IP address nor a CIDR block')]);
  });

  it.each(['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:10.0.0.0/104', '64:ff9b::10.0.0.1'])(
    'refuses %j as IPv4 inside IPv6',
    (entry) => {
      expect(problemsOf([entry])).toEqual([expect.stringContaining('write it as IPv4')]);
    },
  );

  it.each(['10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/08', '10.0.0.0/8/8', '2001:db8::/129', '10.0.0.0/1e1'])(
    'refuses the prefix length of %j',
    (entry) => {
      expect(problemsOf([entry])).toEqual([expect.stringContaining('prefix length')]);
    },
  );

  it('refuses an address with a zone', () => {
    expect(problemsOf(['fe80::1%eth0'])).toEqual([expect.stringContaining('zone')]);
  });

  it('says which entries are wrong, all at once', () => {
    expect(problemsOf(['10.0.0.1', 'x', '10.0.0.0/40'])).toEqual([
      expect.stringContaining('"x" at index 1'),
      expect.stringContaining('"10.0.0.0/40" at index 2'),
    ]);
  });
});

const secret = 'k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0Cm';
const former = 'A2s4D6f8G1h3J5k7L9q0W2e4R6t8Y1u';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function cdnWith(addressHeader = 'x-forwarded-for', secrets = [secret]) {
  return createCdn({ secretHeader: 'x-origin-secret', secretDigests: secrets.map(sha256), addressHeader });
}

const event = (headers: Record<string, string>, sourceIp = '64.252.0.9') =>
  ({ headers, requestContext: { http: { sourceIp } } }) as never;

describe('refusalOf', () => {
  it('accepts the secret', () => {
    expect(cdnWith().refusalOf(event({ 'x-origin-secret': secret }))).toBeUndefined();
  });

  it.each([secret, former])('accepts both secrets during a rotation', (given) => {
    const cdn = cdnWith('x-forwarded-for', [secret, former]);

    expect(cdn.refusalOf(event({ 'x-origin-secret': given }))).toBeUndefined();
  });

  it('refuses the former secret after the rotation', () => {
    expect(cdnWith().refusalOf(event({ 'x-origin-secret': former }))).toBe('CDN_SECRET_WRONG');
  });

  it.each([
    ['no header', {}],
    ['an empty header', { 'x-origin-secret': '' }],
    ['the secret in another header', { 'x-secret': secret, authorization: secret }],
  ])('finds no secret in %s', (_, headers) => {
    expect(cdnWith().refusalOf(event(headers))).toBe('CDN_SECRET_MISSING');
  });

  it('finds no secret in an event without headers', () => {
    expect(cdnWith().refusalOf({ requestContext: {} } as never)).toBe('CDN_SECRET_MISSING');
  });

  it.each([
    ['a part', secret.slice(0, -1)],
    ['another case', secret.toLowerCase()],
    ['a space before it', ` ${secret}`],
    ['the header twice, as the gateway joins it', `${secret},${secret}`],
    ['its digest', sha256(secret)],
    ['a megabyte', 'x'.repeat(1_048_576)],
    ['a character beyond ASCII', `${secret}\u{1F600}`],
  ])('refuses %s', (_, given) => {
    expect(cdnWith().refusalOf(event({ 'x-origin-secret': given }))).toBe('CDN_SECRET_WRONG');
  });
});

describe('clientAddress', () => {
  it.each([
    ['203.0.113.7, 64.252.0.9', '203.0.113.7'],
    ['203.0.113.7,64.252.0.9', '203.0.113.7'],
    ['2001:db8::7, 64.252.0.9', '2001:db8::7'],
    ['10.0.0.1, 198.51.100.1, 203.0.113.7, 64.252.0.9', '203.0.113.7'],
  ])('is the one before the CDN in X-Forwarded-For: %s', (value, address) => {
    expect(cdnWith().clientAddress(event({ 'x-forwarded-for': value }))).toBe(address);
  });

  it.each([
    ['missing', {}],
    ['empty', { 'x-forwarded-for': '' }],
    ['without the address of the CDN', { 'x-forwarded-for': '203.0.113.7' }],
    ['with the address of the CDN alone', { 'x-forwarded-for': '64.252.0.9' }],
    ['that ends with another address', { 'x-forwarded-for': '203.0.113.7, 64.252.0.10' }],
    ['that ends with a comma', { 'x-forwarded-for': '203.0.113.7, 64.252.0.9,' }],
    ['with nothing before the CDN', { 'x-forwarded-for': '203.0.113.7, , 64.252.0.9' }],
    ['with a name before the CDN', { 'x-forwarded-for': 'localhost, 64.252.0.9' }],
    ['with a port before the CDN', { 'x-forwarded-for': '203.0.113.7:4711, 64.252.0.9' }],
    ['with octal digits before the CDN', { 'x-forwarded-for': '0313.0.113.7, 64.252.0.9' }],
    ['of a million commas', { 'x-forwarded-for': ','.repeat(1_000_000) }],
  ])('is unknown from a header %s', (_, headers) => {
    expect(cdnWith().clientAddress(event(headers))).toBeUndefined();
  });

  it('is unknown where the gateway tells no address of the connection', () => {
    const headers = { 'x-forwarded-for': '203.0.113.7, undefined' };

    expect(cdnWith().clientAddress({ headers, requestContext: {} } as never)).toBeUndefined();
  });

  it.each([
    ['203.0.113.7:46532', '203.0.113.7'],
    ['2001:db8::7:46532', '2001:db8::7'],
    ['[2001:db8::7]:46532', '2001:db8::7'],
    ['203.0.113.7', undefined],
    ['203.0.113.7:', undefined],
    ['203.0.113.7:465322', undefined],
    ['203.0.113.7:46532,203.0.113.8:1', undefined],
    ['[203.0.113.7:46532', undefined],
  ])('is without its port in CloudFront-Viewer-Address: %s', (value, address) => {
    const cdn = cdnWith('cloudfront-viewer-address');

    expect(cdn.clientAddress(event({ 'cloudfront-viewer-address': value }))).toBe(address);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7,203.0.113.8', undefined],
    ['unknown', undefined],
  ])('is the whole value of any other header: %s', (value, address) => {
    expect(cdnWith('true-client-ip').clientAddress(event({ 'true-client-ip': value }))).toBe(address);
  });

  it('comes from no other header', () => {
    const headers = { 'x-forwarded-for': '203.0.113.7, 64.252.0.9', 'x-real-ip': '203.0.113.7' };

    expect(cdnWith('true-client-ip').clientAddress(event(headers))).toBeUndefined();
  });
});
