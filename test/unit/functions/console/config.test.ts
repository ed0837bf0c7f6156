import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../../functions/console/config.ts';

const signIn = {
  clientId: 'console',
  scope: 'openid',
  parameters: {},
  authorizationServer: { issuer: 'https://idp.example.com/pool', token_endpoint: 'https://login.example.com/token' },
  signOutParameter: 'logout_uri',
};
const right = { SIGN_IN: JSON.stringify(signIn), MCP_URL: 'https://mcp.example.com/', SERVICE_IDENTIFIER: 'crm' };

describe('loadConfig', () => {
  it('tells the page how people sign in, and permits it the origins that this needs', () => {
    const { configuration, connects, callers } = loadConfig({
      ...right,
      CONNECT_ORIGINS: '["https://more.example.com"]',
      IP_RANGE_ALLOW_LIST: '["192.0.2.0/24"]',
    });

    expect(configuration).toEqual({ serviceIdentifier: 'crm', mcpUrl: right.MCP_URL, signIn, pages: [] });
    expect([...connects].sort()).toEqual([
      'https://idp.example.com',
      'https://login.example.com',
      'https://mcp.example.com',
      'https://more.example.com',
    ]);
    expect(callers.allowList?.allows('192.0.2.7')).toBe(true);
    expect(callers.allowList?.allows('203.0.113.7')).toBe(false);
  });

  it('does without guidance server, allow list and further origins', () => {
    const { configuration, callers } = loadConfig({ SIGN_IN: right.SIGN_IN });

    expect(configuration).toMatchObject({ serviceIdentifier: 'svc', mcpUrl: null });
    expect(callers).toEqual({});
  });

  it.each<[Record<string, string>, string]>([
    [{ SIGN_IN: '' }, 'SIGN_IN must be'],
    [{ SIGN_IN: 'null' }, 'SIGN_IN must be'],
    [{ SIGN_IN: JSON.stringify({ ...signIn, clientId: '' }) }, 'SIGN_IN must be'],
    [{ SIGN_IN: JSON.stringify({ ...signIn, authorizationServer: { issuer: 'nowhere' } }) }, 'is not an address'],
    [{ MCP_URL: 'javascript:alert(1)' }, 'is not an address'],
    [{ CONNECT_ORIGINS: '["https://a.example.com; script-src *"]' }, 'CONNECT_ORIGINS has'],
    [{ CONNECT_ORIGINS: '["https://a.example.com/"]' }, 'CONNECT_ORIGINS has'],
    [{ IP_RANGE_ALLOW_LIST: '["010.0.0.1"]' }, 'IP_RANGE_ALLOW_LIST has'],
    [{ CDN_SECRET_HEADER: 'x-secret' }, 'CDN_SECRET_DIGESTS is missing'],
  ])('refuses %j', (changes, message) => {
    expect(() => loadConfig({ ...right, ...changes })).toThrow(
      expect.objectContaining({ code: 'CONSOLE_CONFIG_INVALID', message: expect.stringContaining(message) }),
    );
  });
});
