import { describe, expect, it } from '@jest/globals';

import { createPageAccess } from '../../../../../apps/service/routes/pages.ts';
import { yourDataRoutes } from '../../../../../apps/service/routes/your-data.ts';
import {
  YourDataBusyError,
  YourDataRequestError,
  YourDataStorageError,
} from '../../../../../apps/service/your-data/errors.ts';
import type { YourData } from '../../../../../apps/service/your-data/your-data.ts';
import { browserOf, cookiesFrom, type Sent } from '../pages/opened-page.ts';

const path = '/console/your-data';
const access = createPageAccess(4000);
const cookies = cookiesFrom(access, path);

const given = (methods: object): YourData =>
  ({ host: { isRunning: () => true }, state: async () => ({ step: 'empty' }), ...methods }) as unknown as YourData;

/** Asks below the path of the page. */
function pageOf(yourData: YourData | undefined, failures: unknown[] = []) {
  const ask = browserOf(yourDataRoutes({ yourData, access, onFailure: (cause) => failures.push(cause) }), cookies);
  return (address: string, sent?: Sent) => ask(path + address, sent);
}

describe('the routes of the page "Your data"', () => {
  it('are for browsers with the printed address, on this machine, and for their own page', async () => {
    const get = pageOf(given({}));

    expect(await get('')).toMatchObject({ statusCode: 200, body: '{"step":"empty"}' });
    const refused: readonly Sent[] = [
      { cookies: [] },
      { cookies: ['entity-data-4000=guess'] },
      { sourceIp: '192.0.2.7' },
      { headers: { host: 'evil.example' } },
      { headers: { 'sec-fetch-site': 'same-site' } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
      { headers: { origin: 'http://localhost:3000' } },
    ];
    for (const sent of refused) expect({ sent, ...(await get('', sent)) }).toMatchObject({ sent, statusCode: 403 });
  });

  it('take nothing that a proxy forwards, and bodies of a bounded size', () => {
    for (const route of yourDataRoutes({ yourData: given({}), access, onFailure: () => {} })) {
      expect(route.refusesForwarded).toBe(true);
      expect(route.bodies?.largest).toBeLessThanOrEqual(8 * 1024 ** 2);
    }
  });

  it.each(['file', 'design', 'start', 'resume', 'cancel', 'discard'])(
    'take no form of another site: %s',
    async (name) => {
      const answer = await pageOf(given({}))(`/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '{}',
      });

      expect(answer).toMatchObject({ statusCode: 400, body: expect.stringContaining('YOUR_DATA_REQUEST_INVALID') });
    },
  );

  it('say where the service takes no files', async () => {
    expect(await pageOf(undefined)('')).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('YOUR_DATA_UNAVAILABLE'),
    });
  });

  it.each([
    [new YourDataBusyError('x'), 409],
    [new YourDataRequestError('x'), 400],
    [new YourDataStorageError('x'), 507],
  ])('answer %s with its status', async (error, statusCode) => {
    const get = pageOf(given({ state: () => Promise.reject(error) }));

    expect(await get('')).toMatchObject({ statusCode, body: expect.stringContaining(error.code) });
  });

  it('keep the cause of another failure for the log', async () => {
    const failures: unknown[] = [];
    const get = pageOf(given({ state: () => Promise.reject(new Error('secret path')) }), failures);

    expect((await get('')).body).not.toContain('secret path');
    expect(failures).toHaveLength(1);
  });

  it('show the name of a file and never use it as a path', async () => {
    const files: unknown[] = [];
    const post = pageOf(given({ begin: async (file: unknown) => files.push(file) && {} }));
    const names = ['../../etc/passwd', 'a\u202Efdp.csv\n', '\u0007'];
    for (const name of names) {
      await post('/file', { method: 'POST', body: JSON.stringify({ name, size: 1, modified: 1 }) });
    }

    expect(files).toMatchObject([{ name: '../../etc/passwd' }, { name: 'a fdp.csv' }, { name: 'file' }]);
  });

  it.each([
    ['no JSON', '{'],
    ['another kind', '{"kinds":{"a":"nonsense"},"leftOut":[],"replacesColons":false,"goal":"balanced"}'],
    ['another goal', '{"kinds":{},"leftOut":[],"replacesColons":false,"goal":"best"}'],
    ['no country', '{"kinds":{},"leftOut":[],"replacesColons":false,"goal":"balanced","country":"Atlantis"}'],
    ['a long separator', '{"kinds":{},"leftOut":[],"replacesColons":false,"goal":"balanced","delimiter":"ab"}'],
    ['an unknown field', '{"kinds":{},"leftOut":[],"replacesColons":false,"goal":"balanced","out":"/etc"}'],
  ])('refuse a correction with %s', async (_, body) => {
    const answer = await pageOf(given({}))('/design', { method: 'POST', body });

    expect(answer).toMatchObject({ statusCode: 400, body: expect.stringContaining('YOUR_DATA_REQUEST_INVALID') });
  });

  it.each(['NaN', 'x', '1.5', '1e99'])('refuse a part of a file at the offset %j', async (offset) => {
    const answer = await pageOf(given({}))(`/file/1?offset=${offset}`, { method: 'PUT', body: 'a' });

    expect(answer.statusCode).toBe(400);
  });
});
