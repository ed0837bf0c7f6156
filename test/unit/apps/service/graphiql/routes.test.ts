import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';

import { exampleOperations } from '../../../../../apps/service/graphiql/examples.ts';
import { graphiqlRoutes } from '../../../../../apps/service/graphiql/routes.ts';
import { createPageAccess } from '../../../../../apps/service/pages/page-access.ts';
import { buildApiSchema } from '../../../../../src/graphql/schema/build.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { browserOf, cookiesFrom } from '../pages/opened-page.ts';

const access = createPageAccess(4000);
const routes = graphiqlRoutes({
  access,
  mutations: false,
  examples: async () => [{ query: '{ a }', variables: '' }],
  grantToken: async () => ({ token: 't0ken', expiresIn: 60 }),
});
const get = browserOf(routes, cookiesFrom(access, '/graphiql/session'));

describe('GraphiQL', () => {
  it('is a page that runs scripts of this service only', async () => {
    const { statusCode, headers, body } = await get('/graphiql');

    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(body).not.toMatch(/https?:\/\//);
  });

  it('brings every file that the page names', async () => {
    const { body } = await get('/graphiql');
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);

    expect(files).toHaveLength(6);
    for (const file of files) expect(await get(file)).toMatchObject({ statusCode: 200 });
  });

  it('has no other files', async () => {
    expect(await get('/graphiql/package.json')).toMatchObject({ statusCode: 404 });
    expect(await get('/graphiql/..%2fpackage.json')).toMatchObject({ statusCode: 404 });
  });

  it('hands its page a token and examples', async () => {
    const sent = { headers: { 'sec-fetch-site': 'same-origin' } };

    const { statusCode, headers, body } = await get('/graphiql/session', sent);

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({
      token: 't0ken',
      expiresIn: 60,
      examples: [{ query: '{ a }', variables: '' }],
      mutations: false,
    });
  });

  it('hands no token to who does not have the address of this start', async () => {
    const { statusCode, body } = await get('/graphiql/session', { cookies: [] });

    expect(statusCode).toBe(403);
    expect(body).not.toContain('t0ken');
    expect(JSON.parse(body)).toMatchObject({ code: 'PAGE_SECRET_MISSING' });
  });

  it.each([
    ['another machine', {}, '192.168.0.7'],
    ['another machine over IPv6', {}, 'fe80::1'],
    ['a name of another site that points here', { host: 'evil.example:4000' }, '127.0.0.1'],
    ['a name that begins like a local one', { host: 'localhost.evil.example' }, '127.0.0.1'],
    ['no name', { host: '' }, '127.0.0.1'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1'],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }, '127.0.0.1'],
  ])('hands no token to %s', async (_what, headers, sourceIp) => {
    const { statusCode, body } = await get('/graphiql/session', { headers, sourceIp });

    expect(statusCode).toBe(403);
    expect(body).not.toContain('t0ken');
  });

  it('has examples of what is stored, without fields that need a privilege', () => {
    const sdl =
      'type Record { id: ID! secret: String @hasPrivilege(privilege: "x") name: String city: String age: Int }';
    const stored = [
      { id: 'r1', secret: 'shh', name: 'Ada', city: '', age: 7 },
      { id: 'r2', name: 'Ada' },
    ];

    const variables = exampleOperations(loadRecordSchema(sdl), stored).map((example) =>
      example.variables === '' ? {} : JSON.parse(example.variables),
    );

    expect(variables[0]).toEqual({ input: { parameters: { name: 'Ada' }, first: 10 } });
    expect(variables).toContainEqual({ input: { id: 'r1' } });
    expect(variables).toContainEqual({ input: { a: 'r1', b: 'r2' } });
    expect(JSON.stringify(variables)).not.toContain('shh');
  });

  it.each([
    ['many fields', 'type Record { id: ID! name: String city: String phone: String email: String age: Int }'],
    ['no text', 'type Record { id: ID! age: Int }'],
    ['privileges', 'type Record { id: ID! secret: String @hasPrivilege(privilege: "x") plain: String }'],
  ])('has examples that are good for records with %s', (_what, sdl) => {
    const recordSchema = loadRecordSchema(sdl);
    const schema = buildApiSchema(recordSchema, 'svc');

    const examples = exampleOperations(recordSchema);

    expect(examples.length).toBeGreaterThan(4);
    for (const { query, variables } of examples) {
      expect(validate(schema, parse(query))).toEqual([]);
      expect(variables === '' ? {} : JSON.parse(variables)).toEqual(expect.any(Object));
      expect(query + variables).not.toContain('secret');
    }
  });
});
