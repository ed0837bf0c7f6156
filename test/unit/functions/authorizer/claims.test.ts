import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tokenIn } from '../../../../functions/authorizer/authorizer.ts';
import type { Claims } from '../../../../functions/authorizer/claims.ts';
import { clockToleranceSeconds, judgeClaims, readPeople, scopesOf } from '../../../../functions/authorizer/claims.ts';
import { roleNames, scopeNames, scopeNamesOfRole } from '../../../../src/scopes.ts';

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

  it.each(['azp', 'cid', 'appid'])('knows the client from %s too', (claim) => {
    const claims = { aud: 'entity-data', client_id: undefined, [claim]: 'client-9' };

    expect(judge(claims)).toMatchObject({ clientId: 'client-9' });
  });

  it('has no client when the issuer names none', () => {
    expect(judge({ aud: 'entity-data', client_id: undefined, sub: 'x' })).toMatchObject({ clientId: '' });
  });
});

describe('tokenIn', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer    abc', ' Bearer abc  '])(
    'finds the token in %j',
    (header) => {
      expect(tokenIn(header)).toEqual({ token: 'abc' });
    },
  );

  it.each([undefined, '', '   ', 'abc', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc', 'Bearer\tabc', 'Token abc'])(
    'finds none in %j',
    (header) => {
      expect(tokenIn(header)).toBe('TOKEN_MISSING');
    },
  );

  it.each(['Bearer abc def', 'Bearer a, Bearer b'])('takes no two for one: %j', (header) => {
    expect(tokenIn(header)).toBe('TOKEN_MALFORMED');
  });

  it('refuses a header beyond what the gateway takes before looking into it', () => {
    expect(tokenIn(`Bearer ${'a'.repeat(10_240)}`)).toBe('TOKEN_TOO_LARGE');
    expect(tokenIn(' '.repeat(10_000_000).concat('x'))).toBe('TOKEN_TOO_LARGE');
  });
});

describe('scopesOf', () => {
  it.each([
    ['a text', { roles: 'svc/a svc/b' }, ['roles'], ['svc/a', 'svc/b']],
    ['a list', { roles: ['svc/a', 'svc/b', 'svc/a'] }, ['roles'], ['svc/a', 'svc/b']],
    ['a name with slashes and dots', { 'https://x.example/roles': ['svc/a'] }, ['https://x.example/roles'], ['svc/a']],
    ['a claim within claims', { realm_access: { roles: ['svc/a'] } }, ['/realm_access/roles'], ['svc/a']],
    ['a name with a slash and a tilde', { a: { 'b/~c': ['svc/a'] } }, ['/a/b~1~0c'], ['svc/a']],
  ])('reads %s', (_, claims, names, scopes) => {
    expect(scopesOf(claims, names)).toEqual(scopes);
  });

  it('takes the first claim that the token has, and adds none of the others', () => {
    expect(scopesOf({ scp: 'svc/a', roles: ['svc/b'] }, ['roles', 'scp'])).toEqual(['svc/b']);
    expect(scopesOf({ scp: 'svc/a', roles: null }, ['roles', 'scp'])).toEqual(['svc/a']);
    expect(scopesOf({ scp: 'svc/a', roles: [] }, ['roles', 'scp'])).toEqual([]);
  });

  it('reads no claim that is not named', () => {
    expect(scopesOf({ scope: 'svc/a', permissions: ['svc/b'] }, ['roles'])).toEqual([]);
  });

  it.each([
    ['a number', { roles: 1 }, ['roles']],
    ['an object', { roles: { 'svc/a': true } }, ['roles']],
    ['a list with a number', { roles: ['svc/a', 1] }, ['roles']],
    ['a scope with a space', { roles: ['svc/a svc/b'] }, ['roles']],
    ['a scope with a quote', { roles: ['svc/"a"'] }, ['roles']],
    ['a broken claim before a good one', { roles: 1, scp: 'svc/a' }, ['roles', 'scp']],
  ])('refuses %s', (_, claims, names) => {
    expect(scopesOf(claims, names)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', '/constructor/name', '/a/length', '/list/0', '/a/b/c', '//'])(
    'finds nothing under %s that the token does not have itself',
    (name) => {
      expect(scopesOf({ a: 'svc/a', list: ['svc/a'] }, [name])).toEqual([]);
    },
  );
});

const groups = {
  reader: { role: 'reader' },
  'Data stewards': { role: 'steward', privileges: ['pii/read'] },
  owner: { role: 'owner' },
};
const rulesOf = (groupClaim: string, personClaim?: string) => {
  const text = JSON.stringify({ clients: ['console'], group_claim: groupClaim, person_claim: personClaim, groups });
  const people = readPeople(text, 'svc', (message) => {
    throw new Error(message);
  });
  return { audience: ['console', 'machine'], scopeClaims: ['scope', 'scp'], people };
};
const judgePerson = (claims: Claims, groupClaim = 'cognito:groups', personClaim?: string) =>
  judgeClaims(
    { client_id: 'console', sub: 'id-1', exp: now + 60, iat: now, ...claims },
    rulesOf(groupClaim, personClaim),
    now,
  );
const scopesIn = (claims: Claims, groupClaim?: string): readonly string[] | string => {
  const verdict = judgePerson(claims, groupClaim);
  return typeof verdict === 'string' ? verdict : verdict.scope.split(' ').filter((scope) => scope !== '');
};
const everything = `openid ${scopeNames.map((name) => `svc/${name}`).join(' ')} pii/read`;
const ofRole = (role: (typeof roleNames)[number]) => scopeNamesOfRole[role].map((name) => `svc/${name}`);
const sorted = (scopes: readonly string[] | string) => [...scopes].sort();

describe('the token of a person', () => {
  it.each(roleNames)('permits what its group permits, and what the token has of it: %s', (role) => {
    const name = role === 'steward' ? 'Data stewards' : role;
    const expected = [...ofRole(role), ...(role === 'steward' ? ['pii/read'] : [])];

    expect(sorted(scopesIn({ scope: everything, 'cognito:groups': [name] }))).toEqual(sorted(expected));
  });

  it('permits nothing without a group of the deployment', () => {
    const others = ['Owner', 'owners', '__proto__', 'constructor'];

    expect(scopesIn({ scope: everything })).toEqual([]);
    expect(scopesIn({ scope: everything, 'cognito:groups': [] })).toEqual([]);
    expect(scopesIn({ scope: everything, 'cognito:groups': others })).toEqual([]);
    expect(scopesIn({ scope: 'openid' })).toEqual([]);
  });

  it('permits no submit, whatever its groups', () => {
    const all = ['reader', 'Data stewards', 'owner'];

    expect(scopesIn({ scope: everything, 'cognito:groups': all })).not.toContain('svc/mutation.submit');
    expect(scopesIn({ 'cognito:groups': all })).not.toContain('svc/mutation.submit');
  });

  it('permits what its groups permit where the issuer knows no scopes of the service', () => {
    expect(sorted(scopesIn({ scp: 'access_as_user', groups: 'reader' }, 'groups'))).toEqual(sorted(ofRole('reader')));
    expect(scopesIn({ scope: 'openid svc/query.search', groups: ['reader'] }, 'groups')).toEqual(['svc/query.search']);
    expect(scopesIn({ scope: 'openid svc/unknown', groups: ['reader'] }, 'groups')).toEqual([]);
    expect(scopesIn({ scope: 'pii/read', groups: ['reader'] }, 'groups')).toEqual([]);
  });

  it('finds groups within claims', () => {
    const claims = { realm_access: { roles: ['reader'] } };

    expect(sorted(scopesIn(claims, '/realm_access/roles'))).toEqual(sorted(ofRole('reader')));
  });

  it.each([[{ reader: true }], [7], [['reader', 7]], [[['reader']]]])(
    'is refused with groups of another shape: %j',
    (stated) => {
      expect(judgePerson({ 'cognito:groups': stated })).toBe('GROUPS_MALFORMED');
    },
  );

  it('names the person, by `sub` or by the claim of the deployment', () => {
    const claims = { username: 'Ada Lovelace', profile: { mail: 'ada@example.com' } };

    expect(judgePerson(claims)).toMatchObject({ clientId: 'console', person: 'id-1' });
    expect(judgePerson(claims, undefined, 'username')).toMatchObject({ person: 'Ada Lovelace' });
    expect(judgePerson(claims, undefined, '/profile/mail')).toMatchObject({ person: 'ada@example.com' });
  });

  it.each([[undefined], [null], [''], ['  '], [7], [['Ada']], [{ name: 'Ada' }], ['a\nb'], ['x'.repeat(201)]])(
    'is refused when it names no person: %j',
    (username) => {
      expect(judgePerson({ username }, undefined, 'username')).toBe('PERSON_MISSING');
    },
  );

  it('names no person where a machine calls, whatever its claims', () => {
    const verdict = judgePerson({ client_id: 'machine', username: 'Ada', person: 'Ada' }, undefined, 'username');

    expect(verdict).toEqual({ scope: '', clientId: 'machine' });
  });

  it('gives no more than its groups, and no more than the token where the token has scopes of the service', () => {
    const scope = fc.constantFrom(...everything.split(' '), 'email', 'svc/other');
    const group = fc.oneof(fc.constantFrom(...Object.keys(groups)), fc.string());
    fc.assert(
      fc.property(fc.uniqueArray(scope), fc.array(group), (scopes, names) => {
        const granted = scopesIn({ scope: scopes, 'cognito:groups': names });
        const known = Object.entries(groups).filter(([name]) => names.includes(name));
        const permitted = known.flatMap(([name, { role }]) => [
          ...ofRole(role as 'reader'),
          ...(name === 'Data stewards' ? ['pii/read'] : []),
        ]);
        for (const one of granted) expect(permitted).toContain(one);
        if (!scopes.some((one) => one.startsWith('svc/') || one === 'pii/read')) return;
        for (const one of granted) expect(scopes).toContain(one);
      }),
    );
  });
});

describe('the token of a machine', () => {
  it('permits its scopes, whatever groups it names', () => {
    const claims = { client_id: 'machine', scope: 'svc/mutation.submit' };

    expect(scopesIn(claims)).toEqual(['svc/mutation.submit']);
    expect(scopesIn({ ...claims, 'cognito:groups': ['reader'] })).toEqual(['svc/mutation.submit']);
    expect(scopesIn({ ...claims, 'cognito:groups': 7 })).toEqual(['svc/mutation.submit']);
  });
});

describe('readPeople', () => {
  const right = { clients: ['console'], group_claim: 'groups', groups: { a: { role: 'reader' } } };
  const problemsOf = (text: string) => {
    const problems: string[] = [];
    readPeople(text, 'svc', (message) => problems.push(message));
    return problems;
  };

  it('reads what is complete', () => {
    expect(problemsOf(JSON.stringify(right))).toEqual([]);
  });

  it.each<[string, string]>([
    ['{', 'JSON object'],
    ['[]', 'JSON object'],
    [JSON.stringify({ ...right, clients: [] }), 'clients'],
    [JSON.stringify({ ...right, clients: 'console' }), 'clients'],
    [JSON.stringify({ ...right, group_claim: '' }), 'group_claim'],
    [JSON.stringify({ ...right, person_claim: '' }), 'person_claim'],
    [JSON.stringify({ ...right, person_claim: 7 }), 'person_claim'],
    [JSON.stringify({ ...right, groups: {} }), 'at least one group'],
    [JSON.stringify({ ...right, groups: { a: { role: 'admin' } } }), 'reader, steward, owner'],
    [JSON.stringify({ ...right, groups: { a: { role: 'reader', privileges: 'x' } } }), 'the group "a"'],
  ])('reports %s', (text, part) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(part)]);
  });
});
