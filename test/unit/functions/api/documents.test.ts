import { describe, expect, it } from '@jest/globals';
import { documentsAnswer } from '../../../../functions/api/documents.ts';
import type { ApiEvent } from '../../../../functions/api/http/event.ts';

const documents = { ruleConfig: '{}', schema: 'type Record { id: ID! }' };
const ask = (scope?: string) =>
  documentsAnswer({ requestContext: { authorizer: { lambda: { scope } } } } as unknown as ApiEvent, documents);

describe('documentsAnswer', () => {
  it('gives the documents to a token that permits something, and lets no cache keep them', () => {
    const { statusCode, headers, body } = ask('svc/query.search');

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual(documents);
  });

  it.each(['', undefined])('refuses a token without scopes: %j', (scope) => {
    const { statusCode, body } = ask(scope);

    expect(statusCode).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ code: 'NO_SCOPES', hint: expect.any(String) });
  });
});
