import type { HttpEvent } from '../../../../../apps/service/gateway/event.ts';
import { createRouter, type Route } from '../../../../../apps/service/gateway/route.ts';
import type { PageAccess } from '../../../../../apps/service/routes/pages.ts';

/** The event of a visit of an address. */
export function visitOf(address: string, cookies: readonly string[] = []): HttpEvent {
  const { pathname, searchParams } = new URL(address);
  return {
    rawPath: pathname,
    queryStringParameters: Object.fromEntries(searchParams),
    headers: { host: 'localhost:4000' },
    cookies: [...cookies],
    requestContext: { http: { sourceIp: '127.0.0.1' } },
  } as unknown as HttpEvent;
}

/** The cookies that a browser sends to a path after it opened the address with the secret. */
export function cookiesFrom(access: PageAccess, path: string): string[] {
  const { cookies = [] } = access.enter(visitOf(access.addressOf(new URL('http://localhost:4000/')))) ?? {};
  return cookies.filter((cookie) => cookie.includes(`Path=${path};`)).map((cookie) => cookie.split(';', 1)[0]!);
}

/** What a page sends beside the address. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly cookies?: readonly string[];
  readonly sourceIp?: string;
}

export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly cookies?: readonly string[];
  readonly isBase64Encoded?: boolean;
}

/** Asks these routes as a browser with these cookies does. */
export function browserOf(routes: readonly Route[], cookies: readonly string[]) {
  const router = createRouter(routes);
  return async (address: string, sent: Sent = {}): Promise<Answer> => {
    const [rawPath = '', rawQueryString = ''] = address.split('?');
    const match = router(sent.method ?? 'GET', rawPath)!;
    const contentType = sent.body === undefined ? {} : { 'content-type': 'application/json' };
    return (await match.route.integration({
      rawPath,
      rawQueryString,
      queryStringParameters: Object.fromEntries(new URLSearchParams(rawQueryString)),
      headers: { host: 'localhost:4000', ...contentType, ...sent.headers },
      cookies: sent.cookies ?? cookies,
      requestContext: { http: { sourceIp: sent.sourceIp ?? '127.0.0.1' } },
      pathParameters: match.pathParameters,
      body: sent.body,
      isBase64Encoded: false,
    } as unknown as HttpEvent)) as Answer;
  };
}
