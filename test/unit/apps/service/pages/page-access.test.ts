import { describe, expect, it } from '@jest/globals';
import { createPageAccess } from '../../../../../apps/service/routes/pages.ts';
import { cookiesFrom, visitOf } from './opened-page.ts';

const page = new URL('http://127.0.0.1:4000/');
const session = 'http://127.0.0.1:4000/oauth2/authorize';
const access = createPageAccess(4000);

describe('access to the pages', () => {
  it('is had by the address with the secret, which leads to the page without it', () => {
    const answer = access.enter(visitOf(access.addressOf(page)));

    expect(answer).toMatchObject({
      statusCode: 303,
      headers: { location: '/', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
    expect(answer?.cookies).toHaveLength(2);
    for (const cookie of answer?.cookies ?? [])
      expect(cookie).toMatch(
        /^entity-data-4000=[\w-]{32}; Path=\/\w+\/(?:authorize|your-data); HttpOnly; SameSite=Strict$/,
      );
    expect(access.refusalOf(visitOf(session, cookiesFrom(access, '/oauth2/authorize')))).toBeUndefined();
  });

  it('can be had again while the service runs, and by another browser', () => {
    expect(cookiesFrom(access, '/console/your-data')).toEqual(cookiesFrom(access, '/console/your-data'));
  });

  it('is not had by another secret, nor by that of another start', () => {
    const before = createPageAccess(4000);

    for (const address of [before.addressOf(page), `${page}?token=`, `${page}?token=guess`]) {
      const answer = access.enter(visitOf(address));
      expect(answer).toMatchObject({ statusCode: 303, headers: { location: '/' } });
      expect(answer).not.toHaveProperty('cookies');
    }
    const cookie = cookiesFrom(before, '/oauth2/authorize');
    for (const sent of [cookie, [], ['entity-data-4000='], ['entity-data-4000=guess'], ['other=1']]) {
      expect(access.refusalOf(visitOf(session, sent))).toMatchObject({ statusCode: 403 });
    }
  });

  it('does not put the secret of the address into the cookie', () => {
    const secret = new URL(access.addressOf(page)).searchParams.get('token') ?? '';

    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(cookiesFrom(access, '/oauth2/authorize').join()).not.toContain(secret);
  });

  it('leaves an address without a secret to the page', () => {
    expect(access.enter(visitOf(page.href))).toBeUndefined();
  });
});
