import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Claims, judgeClaims } from '../../../../functions/authorizer/claims.ts';
import { readPeople } from '../../../../functions/authorizer/people.ts';
import { roleNames, scopeNames, scopeNamesOfRole } from '../../../../src/scopes.ts';

const now = 1_800_000_000;
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
const judge = (claims: Claims, groupClaim = 'cognito:groups', personClaim?: string) =>
  judgeClaims(
    { client_id: 'console', sub: 'id-1', exp: now + 60, iat: now, ...claims },
    rulesOf(groupClaim, personClaim),
    now,
  );
const scopesIn = (claims: Claims, groupClaim?: string): readonly string[] | string => {
  const verdict = judge(claims, groupClaim);
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
    expect(scopesIn({ scope: everything })).toEqual([]);
    expect(scopesIn({ scope: everything, 'cognito:groups': [] })).toEqual([]);
    expect(scopesIn({ scope: everything, 'cognito:groups': ['Owner', 'owners', '__proto__', 'constructor'] })).toEqual(
      [],
    );
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
      expect(judge({ 'cognito:groups': stated })).toBe('GROUPS_MALFORMED');
    },
  );

  it('names the person, by `sub` or by the claim of the deployment', () => {
    const claims = { username: 'Ada Lovelace', profile: { mail: 'ada@example.com' } };

    expect(judge(claims)).toMatchObject({ clientId: 'console', person: 'id-1' });
    expect(judge(claims, undefined, 'username')).toMatchObject({ person: 'Ada Lovelace' });
    expect(judge(claims, undefined, '/profile/mail')).toMatchObject({ person: 'ada@example.com' });
  });

  it.each([[undefined], [null], [''], ['  '], [7], [['Ada']], [{ name: 'Ada' }], ['a\nb'], ['x'.repeat(201)]])(
    'is refused when it names no person: %j',
    (username) => {
      expect(judge({ username }, undefined, 'username')).toBe('PERSON_MISSING');
    },
  );

  it('names no person where a machine calls, whatever its claims', () => {
    const verdict = judge({ client_id: 'machine', username: 'Ada', person: 'Ada' }, undefined, 'username');

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
