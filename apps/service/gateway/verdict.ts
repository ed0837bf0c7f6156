import type { AuthorizerContext } from './event.ts';

/** What an authorizer decides about a request. */
export type Verdict =
  | { readonly kind: 'authorized'; readonly context: AuthorizerContext | undefined }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'unauthenticated' };

/** Reads the return value of an authorizer. Throws a TypeError if it is no simple response. */
export function readVerdict(answer: unknown): Verdict {
  const { isAuthorized, context } = (answer ?? {}) as { isAuthorized?: unknown; context?: unknown };
  if (isAuthorized === false) return { kind: 'forbidden' };
  if (isAuthorized !== true) throw new TypeError('The authorizer did not return { isAuthorized: boolean }.');
  if (context === undefined || context === null) return { kind: 'authorized', context: undefined };
  if (typeof context !== 'object') throw new TypeError('The authorizer returned a context that is not an object.');
  return { kind: 'authorized', context: context as AuthorizerContext };
}
