import type { HttpEvent, Integration } from '../gateway/event.ts';
import { jsonAnswer, type PageAnswer } from './answer.ts';

/**
 * Answers programs of this machine only, and only under a name of this machine: a page that hands out a token without
 * asking who one is must not be there for others, and a page of another site that made its name point here would have
 * its own name in `Host`.
 *
 * @param page how a refusal calls what was asked for
 */
export function forThisMachine(
  page: string,
  answer: (event: HttpEvent) => PageAnswer | Promise<PageAnswer>,
): Integration {
  return async (event) =>
    isFromHere(event)
      ? answer(event)
      : jsonAnswer(403, { message: `${page} is for the machine that runs the service: open http://localhost there.` });
}

function isFromHere({ headers, requestContext }: HttpEvent): boolean {
  const { sourceIp } = requestContext.http;
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(sourceIp)) return false;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers['host'] ?? '');
}

/** Whether no page of another site asks: browsers say from where a request comes. */
export function isOfOwnPage({ headers }: HttpEvent): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
