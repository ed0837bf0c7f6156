import { afterEach, describe, expect, it } from '@jest/globals';
import { forwardingHeader } from '../../../../../apps/service/gateway/forwarded.ts';
import { createGateway, type Gateway } from '../../../../../apps/service/gateway/gateway.ts';

const gateways: Gateway[] = [];

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close(0)));
});

describe('what a proxy forwards', () => {
  it.each([
    'X-Forwarded-For',
    'x-forwarded-host',
    'X-Forwarded-Proto',
    'X-Forwarded-Port',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Original-Host',
  ])('is told by %s', (name) => {
    expect(forwardingHeader(['Host', 'via', name, 'a'])).toBe(name);
  });

  it('is not told by what browsers send', () => {
    const headers = ['Host', 'localhost', 'Accept', '*/*', 'Cookie', 'via=1', 'Sec-Fetch-Site', 'same-origin'];

    expect(forwardingHeader([...headers, 'Origin', 'http://localhost', 'Referer', 'forwarded'])).toBeUndefined();
  });

  it('is refused by a route that says so, and by no other', async () => {
    const integration = () => 'fine';
    const gateway = createGateway({
      routes: [
        { routeKey: 'GET /direct', refusesForwarded: true, integration },
        { routeKey: 'GET /any', integration },
      ],
    });
    gateways.push(gateway);
    const { port } = await gateway.listen(0);
    const ask = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return `${response.status} ${await response.text()}`;
    };

    expect(await ask('/direct', {})).toBe('200 fine');
    expect(await ask('/any', { via: '1.1 proxy' })).toBe('200 fine');
    expect(await ask('/direct', { 'x-forwarded-for': '127.0.0.1' })).toMatch(/^403 .*A proxy.*x-forwarded-for/);
  });
});
