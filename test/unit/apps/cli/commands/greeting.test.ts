import { describe, expect, it } from '@jest/globals';
import { greeting } from '../../../../../apps/cli/commands/greeting.ts';
import type { Service } from '../../../../../apps/service/service.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';

const clientSecret = 'hidden~secret.of-the_client';
const service = {
  apiUrl: 'http://127.0.0.1:4000/',
  tokenUrl: 'http://127.0.0.1:4000/oauth2/token',
  mcpUrl: 'http://127.0.0.1:4000/mcp',
  consoleUrl: 'http://127.0.0.1:4000/?token=opens-the-console',
  descriptionFile: "/data of Jane's/services/1-4000.json",
  clientName: 'all',
  clientId: 'id.of+the-client',
  clientSecret,
  clients: [],
  recordSchema: loadRecordSchema('type Record { id: ID! }'),
  rules: { searchRuleNames: [] },
  serviceIdentifier: 'svc',
} as unknown as Service;

describe('what a start prints', () => {
  it('has the address of the console and the secret of the client on a terminal', () => {
    const text = greeting(service, '.entity-data', true);

    expect(text).toMatch(/^console +http:\/\/127\.0\.0\.1:4000\/\?token=opens-the-console$/m);
    expect(text).toMatch(/^client_secret +hidden~secret\.of-the_client$/m);
    expect(text).toContain(`-u 'id.of+the-client:${clientSecret}'`);
  });

  it('has where both are elsewhere', () => {
    const text = greeting(service, "data of Jane's", false);

    expect(text).not.toContain(clientSecret);
    expect(text).not.toContain('opens-the-console');
    expect(text).toMatch(/^secret_file +\/data of Jane's\/services\/1-4000\.json$/m);
    expect(text).toContain("npx entity-data console-url --data-dir 'data of Jane'\\''s'");
    expect(text).toContain("'/data of Jane'\\''s/services/1-4000.json')");
  });

  it('names the data directory only where another one than the usual is used', () => {
    expect(greeting(service, '.entity-data', false)).toMatch(/npx entity-data console-url$/m);
    expect(greeting(service, 'shop/data', false, '.entity-data')).toMatch(/npx entity-data console-url$/m);
    expect(greeting(service, 'shop/data', false, '.entity-data')).toMatch(/^data +shop\/data$/m);
  });
});
