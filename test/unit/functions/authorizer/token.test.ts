import { createHmac, createPublicKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Jwk } from 'aws-jwt-verify/jwk';
import type { JWK } from 'jose';
import { createIssuerKeys } from '../../../../functions/authorizer/keys.ts';
import { createTokenVerifier } from '../../../../functions/authorizer/token.ts';
import { encode, makeKey, sign, type TestClaims, type TestKey } from './minted.ts';

const issuerUrl = 'https://idp.example.com';
const now = 1_800_000_000;
const good: TestClaims = {
  iss: issuerUrl,
  iat: now - 10,
  exp: now + 3590,
  client_id: 'client-1',
  token_use: 'access',
  scope: 'svc/query.search',
};
const authorized = { scope: 'svc/query.search', clientId: 'client-1' };

function verifierOf(...published: (JWK | TestKey)[]) {
  const jwks = published.map((key) => ('publicJwk' in key ? (key as TestKey).publicJwk : key));
  const state = { keys: jwks as unknown as Jwk[], fetches: 0, nowMs: now * 1000 };
  const fetch = async () => {
    state.fetches += 1;
    return JSON.stringify({ keys: state.keys });
  };
  const clock = () => state.nowMs;
  const keys = createIssuerKeys({ issuerUrl, jwksUri: `${issuerUrl}/keys`, fetch, clock, log: () => undefined });
  return {
    state,
    verify: createTokenVerifier({ issuerUrl, audience: ['client-1'], scopeClaims: ['scope'], keys, clock }),
  };
}

describe('createTokenVerifier', () => {
  let key: TestKey;
  let stranger: TestKey;

  beforeAll(async () => {
    [key, stranger] = await Promise.all([makeKey('key-1'), makeKey('key-1')]);
  });

  it('accepts a token of the issuer', async () => {
    expect(await verifierOf(key).verify(await sign(good, key))).toEqual(authorized);
  });

  it.each(['RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])('accepts %s', async (alg) => {
    const other = await makeKey('key-2', alg);
    const { alg: _, ...withoutAlg } = other.publicJwk;

    expect(await verifierOf(other).verify(await sign(good, other))).toEqual(authorized);
    expect(await verifierOf(withoutAlg).verify(await sign(good, other))).toEqual(authorized);
  });

  it('accepts a scope that is a list', async () => {
    const token = await sign({ ...good, scope: ['svc/query.search', 'svc/query.entity'] }, key);

    expect(await verifierOf(key).verify(token)).toEqual({ ...authorized, scope: 'svc/query.search svc/query.entity' });
  });

  it.each(['JWT', 'jwt', 'at+jwt', 'application/at+jwt'])('accepts the type %s', async (typ) => {
    expect(await verifierOf(key).verify(await sign(good, key, { typ }))).toEqual(authorized);
  });

  describe('forgeries', () => {
    it('refuses the signature of another key under the same key id', async () => {
      expect(await verifierOf(key).verify(await sign(good, stranger))).toBe('SIGNATURE_INVALID');
    });

    it('refuses a key id that the issuer does not have', async () => {
      expect(await verifierOf(key).verify(await sign(good, key, { kid: 'key-9' }))).toBe('KEY_UNKNOWN');
    });

    it.each([undefined, null, 1, ['key-1']])('refuses the key id %j', async (kid) => {
      expect(await verifierOf(key).verify(encode({ alg: 'RS256', kid }, good))).toBe('KEY_ID_MISSING');
    });

    const usual = { alg: 'RS256', kid: 'key-1' };

    it.each([
      ['an altered payload', usual, { ...good, scope: 'svc/mutation.submit' }, good],
      ['an altered header', { ...usual, x: 1 }, good, good],
      ['the signature of another token', usual, good, { ...good, jti: '2' }],
    ])('refuses %s', async (_what, header, payload, signed) => {
      const [, , signature] = (await sign(signed, key)).split('.');

      expect(await verifierOf(key).verify(encode(header, payload, signature))).toBe('SIGNATURE_INVALID');
      expect(await verifierOf(key).verify(encode(usual, signed, signature))).toEqual(authorized);
    });

    it.each(['none', 'None', 'NONE', 'nOnE', '', undefined, null, 0, ['RS256'], 'rs256', 'constructor'])(
      'refuses the algorithm %j, signed or not',
      async (alg) => {
        const { verify } = verifierOf(key);

        expect(await verify(encode({ alg, kid: 'key-1' }, good))).toBe('ALGORITHM_NOT_ALLOWED');
        expect(await verify(encode({ alg, kid: 'key-1' }, good, ''))).toBe('ALGORITHM_NOT_ALLOWED');
      },
    );

    it.each(['HS256', 'HS384', 'HS512'])('refuses %s with the public key as the secret', async (alg) => {
      const publicKey = createPublicKey({ key: key.publicJwk as never, format: 'jwk' });
      const pem = publicKey.export({ type: 'spki', format: 'pem' });
      const unsigned = encode({ alg, kid: 'key-1' }, good).split('.').slice(0, 2).join('.');
      const signature = createHmac(alg.replace('HS', 'sha'), pem).update(unsigned).digest('base64url');

      expect(await verifierOf(key).verify(`${unsigned}.${signature}`)).toBe('ALGORITHM_NOT_ALLOWED');
    });

    it('refuses a symmetric key in the key set', async () => {
      const shared = { kty: 'oct', kid: 'key-1', k: 'c2VjcmV0' };

      expect(await verifierOf(shared).verify(encode({ alg: 'RS256', kid: 'key-1' }, good))).toBe('KEY_UNFIT');
    });

    it('refuses another algorithm than the one the key is for', async () => {
      const [header, payload] = encode({ alg: 'RS512', kid: 'key-1' }, good).split('.');
      const rs512 = await sign(good, { ...key, alg: 'RS256' });

      expect(await verifierOf(key).verify(`${header}.${payload}.${rs512.split('.')[2]}`)).toBe('KEY_UNFIT');
    });

    it.each(['ES256', 'EdDSA'])('refuses %s with an RSA key', async (alg) => {
      const { alg: _, ...withoutAlg } = key.publicJwk;

      expect(await verifierOf(withoutAlg).verify(encode({ alg, kid: 'key-1' }, good))).toBe('KEY_UNFIT');
    });

    it('refuses a key that is for encryption', async () => {
      expect(await verifierOf({ ...key.publicJwk, use: 'enc' }).verify(await sign(good, key))).toBe('KEY_UNFIT');
    });

    it('refuses a broken key instead of failing', async () => {
      const token = await sign(good, key);

      expect(await verifierOf({ kty: 'RSA', kid: 'key-1', n: '', e: '' }).verify(token)).toBe('KEY_UNFIT');
      expect(await verifierOf({ kty: 'RSA', kid: 'key-1', n: '!!', e: '!!' }).verify(token)).toMatch(/^(KEY|SIG)/);
    });

    it('uses no key that the token brings along', async () => {
      const header = { jwk: stranger.publicJwk, jku: 'https://evil.example.com/keys', x5u: 'https://evil.example.com' };
      const { verify, state } = verifierOf(key);

      expect(await verify(await sign(good, stranger, header))).toBe('SIGNATURE_INVALID');
      expect(state.fetches).toBe(1);
    });

    it('refuses unknown extensions', async () => {
      expect(
        await verifierOf(key).verify(encode({ alg: 'RS256', kid: 'key-1', crit: ['b64'], b64: false }, good)),
      ).toBe('TOKEN_MALFORMED');
    });

    it.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', '', 1, null])('refuses the type %j', async (typ) => {
      expect(await verifierOf(key).verify(encode({ alg: 'RS256', kid: 'key-1', typ }, good))).toBe(
        'TOKEN_TYPE_NOT_ALLOWED',
      );
    });
  });

  describe('claims', () => {
    it.each([
      ['expired', { exp: now - 3600 }, 'TOKEN_EXPIRED'],
      ['not yet valid', { nbf: now + 3600 }, 'TOKEN_NOT_YET_VALID'],
      ['issued in the future', { iat: now + 3600 }, 'TOKEN_NOT_YET_VALID'],
      ['without exp', { exp: undefined }, 'EXPIRY_MISSING'],
      ['without iat', { iat: undefined }, 'ISSUED_AT_MISSING'],
      ['for another client', { client_id: 'client-2' }, 'AUDIENCE_MISMATCH'],
      ['for another audience', { aud: 'another' }, 'AUDIENCE_MISMATCH'],
      ['an id token', { aud: 'client-1', token_use: 'id' }, 'TOKEN_USE_NOT_ACCESS'],
      ['with a broken scope', { scope: { a: 1 } }, 'SCOPE_MALFORMED'],
    ])('refuses a token that is %s', async (_, claims, reason) => {
      expect(await verifierOf(key).verify(await sign({ ...good, ...claims }, key))).toBe(reason);
    });

    const foreign = ['https://IDP.example.com', 'https://idp.example.com.evil.test'];

    it.each([undefined, null, 1, '', `${issuerUrl}/`, ...foreign, [issuerUrl]])(
      'refuses the issuer %j, and fetches nothing for it',
      async (iss) => {
        const { verify, state } = verifierOf(key);

        expect(await verify(await sign({ ...good, iss }, key))).toBe('ISSUER_MISMATCH');
        expect(state.fetches).toBe(0);
      },
    );

    it('says nothing about the claims of a token that is forged', async () => {
      expect(await verifierOf(key).verify(await sign({ ...good, exp: 1 }, stranger))).toBe('SIGNATURE_INVALID');
    });
  });

  describe('a token that was verified before', () => {
    it('is refused as soon as its time is over', async () => {
      const { verify, state } = verifierOf(key);
      const token = await sign({ ...good, exp: now + 60 }, key);
      expect(await verify(token)).toEqual(authorized);
      state.nowMs += 90_000;

      expect(await verify(token)).toBe('TOKEN_EXPIRED');
    });

    it('is verified in the same way after many others', async () => {
      const { verify } = verifierOf(key);
      const tokens = await Promise.all(Array.from({ length: 250 }, (_, jti) => sign({ ...good, jti }, key)));
      for (const token of tokens) await verify(token);

      expect(await verify(tokens[0]!)).toEqual(authorized);
      expect(await verify(tokens[249]!)).toEqual(authorized);
    });

    it('does not authorize one with another signature', async () => {
      const { verify } = verifierOf(key);
      const token = await sign(good, key);
      await verify(token);

      expect(await verify(`${token.slice(0, token.lastIndexOf('.'))}.c2lnbmF0dXJl`)).toBe('SIGNATURE_INVALID');
    });
  });

  describe('rotation', () => {
    let next: TestKey;
    beforeAll(async () => {
      next = await makeKey('key-2');
    });

    /** A verifier that has used the first key, of an issuer that publishes these since. */
    async function rotated(...published: readonly TestKey[]) {
      const { verify, state } = verifierOf(key);
      await verify(await sign(good, key));
      state.keys = published.map(({ publicJwk }) => publicJwk) as unknown as Jwk[];
      return { verify, state };
    }
    it('accepts a new key, and the old one while it is published', async () => {
      const { verify } = await rotated(key, next);

      expect(await verify(await sign(good, next))).toEqual(authorized);
      expect(await verify(await sign(good, key))).toEqual(authorized);
    });

    it('refuses the old key when it is withdrawn', async () => {
      const { verify, state } = await rotated(next);
      state.nowMs += 600_000;

      expect(await verify(await sign(good, key))).toBe('KEY_UNKNOWN');
    });

    it('uses new key material under an old key id', async () => {
      const { verify, state } = await rotated(stranger);
      state.nowMs += 600_000;

      expect(await verify(await sign(good, stranger))).toEqual(authorized);
      expect(await verify(await sign(good, key))).toBe('SIGNATURE_INVALID');
    });
  });

  it.each([
    '',
    '.',
    '..',
    'a.b',
    'a.b.c.d',
    'a.b.c',
    'garbage',
    '💥.💥.💥',
    'e30.e30.e30=',
    'bnVsbA.bnVsbA.x',
    'W10.W10.x',
    'MQ.MQ.x',
    `${'WyJ'.repeat(3000)}.e30.x`,
    `e30.${Buffer.from('['.repeat(6000)).toString('base64url')}.x`,
    'e30\n.e30.x',
  ])('refuses garbage %#', async (token) => {
    expect(await verifierOf(key).verify(token)).toBe('TOKEN_MALFORMED');
  });

  it('is not confused by claims named like parts of an object', async () => {
    const payload = `{"__proto__":{"iss":"${issuerUrl}"},"constructor":1,"toString":2}`;
    const token = `${encode({ alg: 'RS256', kid: 'key-1' }, {}).split('.')[0]}.${Buffer.from(payload).toString('base64url')}.x`;

    expect(await verifierOf(key).verify(token)).toBe('ISSUER_MISMATCH');
  });
});
