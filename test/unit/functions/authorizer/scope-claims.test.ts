import { describe, expect, it } from '@jest/globals';
import { scopesOf } from '../../../../functions/authorizer/scope-claims.ts';

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
