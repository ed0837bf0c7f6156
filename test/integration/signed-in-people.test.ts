import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsoleConfiguration } from '../../functions/console/configuration.ts';
import { type PeopleService, startPeople } from '../browser/people-service.ts';
import { signInAsPerson } from '../setup/sign-in-as-person.ts';

const DECISION = 'decision { id user verified client }';
const link = (fields: string) => `mutation { link(input: { ${fields} }) { triggered ${DECISION} } }`;

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

describe('people who are signed in', () => {
  let people: PeopleService;
  let cookies: readonly string[];
  /** Tokens by the name that was given at the sign-in. */
  let tokens: Readonly<Record<'Ada' | 'Zoë', string>>;

  const authorize = (query: string, sent: readonly string[]) =>
    fetch(`${people.service.apiUrl}oauth2/authorize?${query}`, {
      headers: { cookie: sent.join('; ') },
      redirect: 'manual',
    });
  const ask = async (person: 'Ada' | 'Zoë', query: string): Promise<Answer> => {
    const answer = await fetch(people.service.apiUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[person]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await answer.json()) as Answer;
  };

  beforeAll(async () => {
    people = await startPeople('none', { historyRetentionInDays: 30 });
    const records = Array.from({ length: 10 }, (_, index) => ({ id: `r${index}`, lastName: `Person${index}` }));
    await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: { records },
    });
    const entry = await fetch(people.service.consoleUrl, { redirect: 'manual' });
    cookies = entry.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);
    const tokenOf = async (person: string) => (await signInAsPerson(people.service.apiUrl, cookies, person)).token;
    tokens = { Ada: await tokenOf('Ada'), Zoë: await tokenOf('  Zoë ') };
  });
  afterAll(async () => {
    await people?.close();
  });

  it('decide in their own names, which the token proves', async () => {
    const first = await ask('Ada', link('a: "r1", b: "r2", reason: "same passport"'));
    const named = await ask('Zoë', link('a: "r1", b: "r3", user: "Zoë", reason: "same passport"'));
    const id = first.data.link.decision.id;
    const undone = await ask('Zoë', `mutation { undoDecision(input: { id: "${id}" }) { triggered } }`);
    const { data } = await ask(
      'Ada',
      '{ decisions(input: { record: "r1" }) { decisions { user verified undone { user verified } } } }',
    );

    expect(first.data.link.decision).toMatchObject({ user: 'Ada', verified: true });
    expect(named.data.link.decision).toMatchObject({ user: 'Zoë', verified: true });
    expect(undone.data.undoDecision.triggered).toBe(true);
    expect(data.decisions.decisions).toEqual([
      { user: 'Zoë', verified: true, undone: null },
      { user: 'Ada', verified: true, undone: { user: 'Zoë', verified: true } },
    ]);
  });

  it.each([
    ['link', 'a: "r4", b: "r5", user: "Zoë", reason: "r"', 'triggered'],
    ['separate', 'a: "r4", b: "r5", user: "", reason: "r"', 'triggered'],
    ['undoDecision', 'id: "01JZ5K8Q3N0000000000000004", user: "ada"', 'triggered'],
    ['skipReview', 'a: "r4", b: "r5", user: "Zoë"', 'triggered'],
    ['takeReviews', 'first: 1, user: "Zoë"', 'reviews { id }'],
    ['releaseReviews', 'reviews: [], user: "Zoë"', 'released'],
    ['disassemble', 'recordIDs: ["r4"], meta: { user: "Zoë", reason: "r" }', 'triggered'],
    [
      'removeConnectionBan',
      'reference: "01JZ5K8Q3N0000000000000004", entityID: "01JZ5K8Q3N0000000000000004", others: [], meta: { user: "Zoë", reason: "r" }',
      'removed',
    ],
  ])('are refused by %s in the name of another', async (operation, input, selection) => {
    const { data, errors } = await ask('Ada', `mutation { ${operation}(input: { ${input} }) { ${selection} } }`);

    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['USER_NOT_SIGNED_IN']);
    expect(errors?.[0]?.message).toContain('"Ada" is signed in');
  });

  it('stand beside machines, whose word about people is shown as their word', async () => {
    const before = await people.ask<Answer['data']>(link('a: "r6", b: "r7", user: "Ada", reason: "said so"'));
    const again = await ask('Ada', link('a: "r6", b: "r7", reason: "said so"'));

    expect(before.link.decision).toMatchObject({ user: 'Ada', verified: false });
    expect(again.data.link).toMatchObject({ triggered: true, decision: { user: 'Ada', verified: true } });
    await expect(people.ask(link('a: "r6", b: "r8", reason: "r"'))).rejects.toThrow('user is empty');
  });

  it('are named by bans and history too', async () => {
    await ask('Ada', 'mutation { separate(input: { a: "r6", b: "r9", reason: "two people" }) { triggered } }');
    const { data } = await ask(
      'Ada',
      `{
        entityByRecord(input: { id: "r9" }) { entity { connectionBans { user verified } } }
        history(input: { recordID: "r9" }) { events { kind decision { user verified } } }
      }`,
    );

    expect(data.entityByRecord.entity.connectionBans).toEqual([{ user: 'Ada', verified: true }]);
    expect(data.history.events).toContainEqual({ kind: 'DECIDED', decision: { user: 'Ada', verified: true } });
  });

  it('give their names once, in a form that repeats the request word for word', async () => {
    const configured = await fetch(`${people.service.apiUrl}console/configuration`);
    const { signIn } = (await configured.json()) as ConsoleConfiguration;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: signIn.clientId,
      redirect_uri: people.service.apiUrl,
      state: '"><script>alert(1)</script>',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    });

    const form = await authorize(query.toString(), cookies);
    const html = await form.text();
    const named = await authorize(`${query}&person=${encodeURIComponent('Zoë; Max')}`, cookies);
    const [kept = ''] = named.headers.getSetCookie();
    const later = await authorize(query.toString(), [...cookies, kept.split(';', 1)[0]!]);
    const nameless = await authorize(`${query}&person=+`, cookies);

    expect(form.status).toBe(200);
    expect(form.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(html).not.toContain('<script>');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(new URL(named.headers.get('location')!).searchParams.has('code')).toBe(true);
    expect(kept).toMatch(/; Path=\/oauth2\/authorize; HttpOnly; SameSite=Strict/);
    expect(later.status).toBe(302);
    expect(nameless.status).toBe(200);
    expect((await authorize(query.toString(), [])).headers.get('location')).toContain('PAGE_SECRET_MISSING');
  });
});
