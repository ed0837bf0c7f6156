import type { ApiEvent } from './http.ts';

/** The documents that are in force, as their owner wrote them, and what the console calls the data. */
export interface Documents {
  /** Name of the deployment or, of a local service, of the directory with the instance; empty if there is none. */
  readonly name: string;
  readonly ruleConfig: string;
  readonly schema: string;
}

/** The route by which the console reads the documents. */
export const documentsRoute = 'GET /console/documents';

/** An answer in Lambda's payload format 2.0. */
export interface DocumentsAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Answers the console with the documents that it explains entities by. A token that permits anything permits this; one
 * without scopes, as of a person in no group, gets 403.
 */
export function documentsAnswer(
  { requestContext }: Pick<ApiEvent, 'requestContext'>,
  documents: Documents,
): DocumentsAnswer {
  const isPermitted = (requestContext.authorizer?.lambda?.scope ?? '') !== '';
  return {
    statusCode: isPermitted ? 200 : 403,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(isPermitted ? documents : noScopes),
  };
}

const noScopes = {
  code: 'NO_SCOPES',
  message: 'Your token permits nothing here: you are in no group of this deployment.',
  hint: 'Ask the owner of the deployment to add you to a group, then sign in again.',
};
