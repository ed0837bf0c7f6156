import { describe, expect, it } from '@jest/globals';
import { clockToleranceSeconds, judgeClaims } from '../../../../functions/authorizer/claims.ts';

const now = 1_800_000_000;
const good = { iat: now - 60, exp: now + 3540, client_id: 'client-1', token_use: 'access', scope: 'svc/query.search' };
const judge = (claims: Record<string, unknown>) =>
  judgeClaims({ ...good, ...claims }, { audience: ['client-1', 'entity-data'], scopeClaims: ['scope', 'scp'] }, now);

describe('judgeClaims', () => {
  it('hands on scope and client', () => {
    expect(judge({})).toEqual({ scope: 'svc/query.search', clientId: 'client-1' });
  });

  describe('time', () => {
    it.each(['exp', 'iat'])('requires %s', (claim) => {
      expect(judge({ [claim]: undefined })).toBe(claim === 'exp' ? 'EXPIRY_MISSING' : 'ISSUED_AT_MISSING');
    });

    it.each([
      ['exp', String(now + 60)],
      ['exp', null],
      ['iat', '1'],
      ['iat', [now]],
      ['nbf', 'now'],
      ['nbf', null],
      ['exp', Number.POSITIVE_INFINITY],
    ])('refuses %s that is %j', (claim, value) => {
      expect(judge({ [claim]: value })).toBe('TOKEN_MALFORMED');
    });

    it('ends with exp, give or take the tolerance', () => {
      expect(judge({ exp: now - clockToleranceSeconds })).toBe('TOKEN_EXPIRED');
      expect(judge({ exp: now - clockToleranceSeconds + 1 })).toMatchObject({ clientId: 'client-1' });
    });

    it.each(['iat', 'nbf'])('begins with %s, give or take the tolerance', (claim) => {
      expect(judge({ [claim]: now + clockToleranceSeconds + 1 })).toBe('TOKEN_NOT_YET_VALID');
      expect(judge({ [claim]: now + clockToleranceSeconds })).toMatchObject({ clientId: 'client-1' });
    });
  });

  describe('audience', () => {
    it.each([
      ['aud', { aud: 'entity-data', client_id: 'another' }],
      ['one of a list of aud', { aud: ['x', 'entity-data'], client_id: undefined }],
      ['client_id without aud', { client_id: 'client-1' }],
    ])('is %s', (_, claims) => {
      expect(judge(claims)).toMatchObject({ scope: 'svc/query.search' });
    });

    it.each([
      ['another aud, though the client_id fits', { aud: 'x' }],
      ['an empty list, though the client_id fits', { aud: [] }],
      ['null, though the client_id fits', { aud: null }],
      ['an empty text', { aud: '' }],
      ['a number', { aud: 1 }],
      ['a list in a list', { aud: [['entity-data']] }],
      ['another client', { client_id: 'client-2' }],
      ['no client', { client_id: undefined }],
      ['a part of the right one', { aud: 'entity' }],
      ['another case', { aud: 'Entity-Data' }],
    ])('is not %s', (_, claims) => {
      expect(judge(claims)).toBe('AUDIENCE_MISMATCH');
    });
  });

  it.each(['id', 'refresh', '', null, 1])('refuses token_use %j', (use) => {
    expect(judge({ token_use: use })).toBe('TOKEN_USE_NOT_ACCESS');
  });

  it('needs no token_use, which only one issuer writes', () => {
    expect(judge({ token_use: undefined })).toMatchObject({ clientId: 'client-1' });
  });

  describe('scope', () => {
    it.each([
      ['a text', { scope: 'svc/a svc/b' }, 'svc/a svc/b'],
      ['a text with many blanks', { scope: '  svc/a   svc/b ' }, 'svc/a svc/b'],
      ['a list', { scope: ['svc/a', 'svc/b'] }, 'svc/a svc/b'],
      ['scp as a list', { scope: undefined, scp: ['svc/a', 'svc/b'] }, 'svc/a svc/b'],
      ['scp as a text', { scope: undefined, scp: 'svc/a' }, 'svc/a'],
      ['scope before scp', { scope: 'svc/a', scp: ['svc/b'] }, 'svc/a'],
      ['each once', { scope: 'svc/a svc/a' }, 'svc/a'],
      ['nothing', { scope: undefined }, ''],
      ['an empty text', { scope: '' }, ''],
      ['an empty list', { scope: [] }, ''],
    ])('is %s', (_, claims, expected) => {
      expect(judge(claims)).toMatchObject({ scope: expected });
    });

    it.each([1, {}, true, [1], ['svc/a svc/mutation.submit'], [''], ['svc/a', null], 'svc/a\nsvc/b', 'svc/"a"'])(
      'is not %j',
      (scope) => {
        expect(judge({ scope })).toBe('SCOPE_MALFORMED');
      },
    );
  });

  it.each([
    ['azp', { azp: 'client-9' }],
    ['cid', { cid: 'client-9' }],
    ['appid', { appid: 'client-9' }],
  ])('knows the client from %s too', (_, claims) => {
    expect(judge({ aud: 'entity-data', client_id: undefined, ...claims })).toMatchObject({ clientId: 'client-9' });
  });

  it('has no client when the issuer names none', () => {
    expect(judge({ aud: 'entity-data', client_id: undefined, sub: 'x' })).toMatchObject({ clientId: '' });
  });
});
