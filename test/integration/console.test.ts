import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PeopleService, startPeople } from '../browser/people-service.ts';

describe('the console of a running service', () => {
  let people: PeopleService;
  let token: string;

  beforeAll(async () => {
    people = await startPeople('none');
    const answer = await fetch(`${people.service.apiUrl}console/session`);
    ({ token } = (await answer.json()) as { token: string });
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

  it('holds a token that reads', async () => {
    const { body } = await ask('{ metrics { recordCount } }');

    expect(body).toEqual({ data: { metrics: { recordCount: 0 } } });
  });

  it.each([
    'mutation { submit(input: { records: [{ id: "1", firstName: "Ada" }] }) { recordsAdded } }',
    'mutation { disassemble(input: { recordIDs: ["1"] }) { triggered } }',
  ])('holds a token that does not change anything: %s', async (mutation) => {
    const { body } = await ask(mutation);

    expect(body.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
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
