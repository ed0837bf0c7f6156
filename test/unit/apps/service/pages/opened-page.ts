import type { HttpEvent } from '../../../../../apps/service/gateway/event.ts';
import type { PageAccess } from '../../../../../apps/service/pages/page-access.ts';

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
