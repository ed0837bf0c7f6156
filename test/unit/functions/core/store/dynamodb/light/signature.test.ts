import { describe, expect, it } from '@jest/globals';
import { Signer } from '../../../../../../../functions/core/store/dynamodb/light/signature.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const now = new Date('2015-08-30T12:36:00Z');
const request = { host: 'example.amazonaws.com', path: '/', headers: {}, body: '' };

/** Cases of AWS's published test suite for Signature Version 4. */
const cases = [
  { name: 'post-vanilla', request, signature: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b' },
  {
    name: 'post-header-key-sort',
    request: { ...request, headers: { 'my-header1': 'value1' } },
    signature: 'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  },
  {
    name: 'post-x-www-form-urlencoded',
    request: {
      ...request,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    signature: 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  },
];

describe('Signer', () => {
  it.each(cases)('signs $name of the published suite as AWS does', ({ request: given, signature }) => {
    const headers = new Signer('us-east-1', 'service').sign(given, credentials, now);

    expect(headers['authorization']?.split('Signature=')[1]).toBe(signature);
    expect(headers['x-amz-date']).toBe('20150830T123600Z');
  });

  it('sends and signs the token of a session', () => {
    const headers = new Signer('us-east-1', 'service').sign(request, { ...credentials, sessionToken: 'token' }, now);

    expect(headers['x-amz-security-token']).toBe('token');
    expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
  });

  it('signs with the key of another day and another secret anew', () => {
    const signer = new Signer('us-east-1', 'service');
    const first = signer.sign(request, credentials, now)['authorization'];
    const tomorrow = signer.sign(request, credentials, new Date('2015-08-31T12:36:00Z'))['authorization'];
    const other = signer.sign(request, { ...credentials, secretAccessKey: 'other' }, now)['authorization'];
    const again = signer.sign(request, credentials, now)['authorization'];

    expect(new Set([first, tomorrow, other]).size).toBe(3);
    expect(again).toBe(first);
  });
});
