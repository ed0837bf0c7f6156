import { describe, expect, it } from '@jest/globals';
import { ClientsFileError, defaultClients, loadClients } from '../../../../../apps/service/identity/clients.ts';
import { scopesOf } from '../../../../../src/scopes.ts';

const scopes = scopesOf('svc').all;
const file = (clients: unknown) => JSON.stringify({ clients });
const reader = { allowed_scopes: ['svc/query.search'] };

function problemsOf(text: string): readonly string[] {
  try {
    loadClients(text, scopes);
    return [];
  } catch (error) {
    if (!(error instanceof ClientsFileError)) throw error;
    return error.problems.map(({ message }) => message);
  }
}

describe('loadClients', () => {
  it('reads clients with everything that may be said of one', () => {
    const text = file({
      reader,
      writer: {
        allowed_scopes: ['svc/mutation.submit', 'svc/query.entity'],
        access_token_validity_minutes: 5,
        client_id: 'writer-1',
        client_secret: 'a-secret-of-some-length',
      },
    });

    expect(loadClients(text, scopes)).toEqual([
      { name: 'reader', allowedScopes: ['svc/query.search'], accessTokenValidityMinutes: 60 },
      {
        name: 'writer',
        allowedScopes: ['svc/mutation.submit', 'svc/query.entity'],
        accessTokenValidityMinutes: 5,
        clientId: 'writer-1',
        clientSecret: 'a-secret-of-some-length',
      },
    ]);
  });

  it.each([
    ['svc/query.serach', 'Did you mean svc/query.search?'],
    ['query.search', 'Did you mean svc/query.search?'],
    ['SVC/QUERY.SEARCH', 'Did you mean svc/query.search?'],
    ['x', 'Scopes are svc/query.search, '],
  ])('says which scope %s may be', (scope, advice) => {
    expect(problemsOf(file({ reader: { allowed_scopes: [scope] } }))).toEqual([expect.stringContaining(advice)]);
  });

  it('says which key was meant', () => {
    expect(problemsOf(file({ reader: { allowed_scope: ['svc/query.search'] } }))).toEqual([
      expect.stringContaining('Did you mean allowed_scopes?'),
      expect.stringContaining('has no "allowed_scopes"'),
    ]);
  });

  it('says where the JSON is broken and how to mend it', () => {
    expect.assertions(1);
    try {
      loadClients('{\n  "clients": {},\n}', scopes);
    } catch (error) {
      expect((error as ClientsFileError).problems).toEqual([
        { line: 3, column: 1, message: 'a comma stands before the end', hint: 'Take the last comma away.' },
      ]);
    }
  });

  it.each([
    ['no object', '[]'],
    ['no clients', '{}'],
    ['clients that are a list', '{"clients":[]}'],
    ['clients that are none', '{"clients":{}}'],
    ['a client that is no object', file({ reader: ['svc/query.search'] })],
    ['scopes that are a text', file({ reader: { allowed_scopes: 'svc/query.search' } })],
    ['scopes that are none', file({ reader: { allowed_scopes: [] } })],
    ['a scope that is no text', file({ reader: { allowed_scopes: [1] } })],
    ['a scope twice', file({ reader: { allowed_scopes: ['svc/query.search', 'svc/query.search'] } })],
    ['a name with a line break', file({ 'a\nb': reader })],
    ['an empty name', file({ '': reader })],
    ['a name that every object has', '{"clients":{"__proto__":{"allowed_scopes":["svc/query.search"]}}}'],
    ['an id with a colon', file({ reader: { ...reader, client_id: 'a:b' } })],
    ['an id that is a number', file({ reader: { ...reader, client_id: 1 } })],
    ['a short secret', file({ reader: { ...reader, client_secret: 'short' } })],
    ['one id for two', file({ a: { ...reader, client_id: 'x' }, b: { ...reader, client_id: 'x' } })],
    ['a client twice', `{"clients":{"a":${JSON.stringify(reader)},"a":${JSON.stringify(reader)}}}`],
    ['no JSON', '{"clients": '],
    ['nothing', ''],
    ['a comment', `{"clients":{"a":${JSON.stringify(reader)}}} // mine`],
    ['something that is too deep', '['.repeat(100_000)],
    ['something that is too long', ' '.repeat(1_000_001)],
  ])('refuses %s', (_, text) => {
    expect(problemsOf(text).length).toBeGreaterThan(0);
  });

  it.each([4, 1441, 5.5, '60', null, -1])('refuses %j minutes', (minutes) => {
    expect(problemsOf(file({ reader: { ...reader, access_token_validity_minutes: minutes } }))).toEqual([
      '"access_token_validity_minutes" must be a whole number from 5 to 1440.',
    ]);
  });

  it('reports every problem at once, each with line and column', () => {
    const text = '{\n  "clients": {\n    "a": { "allowed_scopes": ["svc/x"] },\n    "b": 1\n  }\n}';

    expect(() => loadClients(text, scopes)).toThrow(
      expect.objectContaining({
        code: 'CLIENTS_FILE_INVALID',
        problems: [
          { line: 3, column: 31, message: expect.stringContaining('"svc/x" is unknown') },
          { line: 4, column: 10, message: 'the client "b" must be an object.' },
        ],
      }),
    );
  });

  it('repeats no secret', () => {
    expect(problemsOf(file({ reader: { ...reader, client_secret: 'hush hush hush hush' } })).join()).not.toContain(
      'hush',
    );
  });
});

describe('defaultClients', () => {
  it('are one client that may do everything', () => {
    expect(defaultClients(scopes)).toEqual([
      { name: 'default', allowedScopes: scopes, accessTokenValidityMinutes: 60 },
    ]);
  });
});
