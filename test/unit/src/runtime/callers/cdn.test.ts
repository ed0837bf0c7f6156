import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createCdn } from '../../../../../src/runtime/callers/cdn.ts';

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
