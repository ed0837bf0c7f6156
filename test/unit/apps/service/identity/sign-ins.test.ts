import { beforeEach, describe, expect, it } from '@jest/globals';
import { createSignIns, type SignIn, type SignIns } from '../../../../../apps/service/identity/sign-ins.ts';

const signIn: SignIn = {
  person: 'Ada',
  redirectUri: 'http://127.0.0.1:4000/',
  scopes: ['openid'],
  codeChallenge: 'c',
  nonce: 'n',
  authTime: 1,
};

describe('createSignIns', () => {
  let now: number;
  let signIns: SignIns;

  beforeEach(() => {
    now = 1_000;
    signIns = createSignIns(() => now);
  });
  const signedIn = () => signIns.redeem(signIns.codeFor(signIn))!;

  it('exchanges a code for its sign-in and a refresh token, and that for the next one', () => {
    const first = signedIn();
    const second = signIns.renew(first.refreshToken);

    expect(first.signIn).toEqual(signIn);
    expect(second?.signIn).toEqual(signIn);
    expect(second?.refreshToken).not.toBe(first.refreshToken);
  });

  it('ends a sign-in whose code is used twice', () => {
    const code = signIns.codeFor(signIn);
    const { refreshToken } = signIns.redeem(code)!;

    expect(signIns.redeem(code)).toBeUndefined();
    expect(signIns.renew(refreshToken)).toBeUndefined();
  });

  it('ends a sign-in whose refresh token is used twice', () => {
    const first = signedIn();
    const second = signIns.renew(first.refreshToken)!;

    expect(signIns.renew(first.refreshToken)).toBeUndefined();
    expect(signIns.renew(second.refreshToken)).toBeUndefined();
  });

  it('takes no code for a refresh token, and no refresh token for a code', () => {
    expect(signIns.renew(signIns.codeFor(signIn))).toBeUndefined();
    expect(signIns.redeem(signedIn().refreshToken)).toBeUndefined();
  });

  it.each(['', '.', 'a', 'a.b', 'a.b.c', '.b', `${'a'.repeat(65)}.b`])('takes no %j', (text) => {
    expect(signIns.redeem(text)).toBeUndefined();
    expect(signIns.renew(text)).toBeUndefined();
  });

  it('lets a code live for a minute and a sign-in for a day', () => {
    const code = signIns.codeFor(signIn);
    const { refreshToken } = signedIn();
    now += 60_000;

    expect(signIns.redeem(code)).toBeUndefined();
    const renewed = signIns.renew(refreshToken);
    expect(renewed).toBeDefined();
    now += 24 * 60 * 60_000;
    expect(signIns.renew(renewed!.refreshToken)).toBeUndefined();
  });

  it('ends a sign-in by its present refresh token only', () => {
    const first = signedIn();
    signIns.end('a.b');
    const second = signIns.renew(first.refreshToken)!;
    signIns.end(first.refreshToken);
    const third = signIns.renew(second.refreshToken)!;
    signIns.end(third.refreshToken);

    expect(signIns.renew(third.refreshToken)).toBeUndefined();
  });

  it('keeps a thousand sign-ins, and ends the oldest for one more', () => {
    const oldest = signedIn();
    const next = signedIn();
    for (let count = 2; count <= 1_000; count++) signIns.codeFor(signIn);

    expect(signIns.renew(oldest.refreshToken)).toBeUndefined();
    expect(signIns.renew(next.refreshToken)).toBeDefined();
  });
});
