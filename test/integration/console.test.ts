import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PeopleService, startPeople } from '../browser/people-service.ts';
import { signInAsPerson } from '../setup/sign-in-as-person.ts';

describe('the console of a running service', () => {
  let people: PeopleService;
  let cookies: readonly string[];
  let token: string;

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${people.service.apiUrl}${path}`, { headers: { cookie: cookies.join('; '), ...headers } });

  beforeAll(async () => {
    people = await startPeople('none');
    const entry = await fetch(people.service.consoleUrl, { redirect: 'manual' });
    cookies = entry.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
    ({ token } = await signInAsPerson(people.service.apiUrl, cookies));
  });
  afterAll(async () => {
    await people?.close();
  });

  const ask = async (query: string) => {
    const answer = await fetch(people.service.apiUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: 'http://evil.example' },
      body: JSON.stringify({ query }),
    });
    return { answer, body: (await answer.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] } };
  };

  it('is not handed out without the printed address', async () => {
    const path = 'console/your-data';
    const answer = await get(path, { cookie: '' });

    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'PAGE_SECRET_MISSING',
      hint: expect.stringContaining('npx entity-data console-url'),
    });
    expect((await get(path)).status).not.toBe(403);
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-Host'])(
    'is not handed out through a proxy on this machine, which sends %s',
    async (header) => {
      for (const path of [
        '',
        'console/configuration',
        'console/documents',
        'oauth2/authorize',
        'logout',
        'console/your-data',
      ]) {
        const answer = await get(path, { [header]: '192.0.2.7' });

        expect(answer.status).toBe(403);
        expect(await answer.text()).toContain('A proxy forwards this request');
      }
    },
  );

  it('holds a token that reads', async () => {
    const { body } = await ask('{ metrics { recordCount } }');

    expect(body).toEqual({ data: { metrics: { recordCount: 0 } } });
  });

  it('holds a token that submits no records', async () => {
    const { body } = await ask(
      'mutation { submit(input: { records: [{ id: "1", firstName: "Ada" }] }) { recordsAdded } }',
    );

    expect(body.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  it('gives the documents to who has a token only', async () => {
    const refused = await get('console/documents');
    const answer = await get('console/documents', { authorization: `Bearer ${token}`, cookie: '' });

    expect(refused.status).toBe(401);
    expect(await answer.json()).toEqual({
      name: 'people',
      ruleConfig: expect.stringContaining('rules'),
      schema: expect.stringContaining('type'),
    });
  });

  it('says that a service without the page "Your data" takes no files, and takes no large part of one', async () => {
    const answer = await get('console/your-data');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'YOUR_DATA_UNAVAILABLE' });

    const part = await fetch(`${people.service.apiUrl}console/your-data/file/1?offset=0`, {
      method: 'PUT',
      headers: { cookie: cookies.join('; '), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(9 * 1024 ** 2),
    });
    expect(part.status).toBe(413);
  });

  it('opens the API to no page of another origin', async () => {
    const { answer } = await ask('{ metrics { recordCount } }');
    const preflight = await fetch(people.service.apiUrl, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });

    expect(preflight.status).toBe(404);
    for (const { headers } of [answer, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('leaves the API without a token as closed as it was', async () => {
    const answer = await fetch(people.service.apiUrl, { method: 'POST', body: '{}' });

    expect(answer.status).toBe(401);
  });
});
