/** The answer of a page's route, in Lambda's payload format 2.0. */
export interface PageAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** The content type of a text. */
export const textType = (type: string): string => `${type}; charset=utf-8`;

/** A text answer whose content type browsers must not second-guess. */
export function textAnswer(type: string, body: string, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return {
    statusCode: 200,
    headers: { 'content-type': textType(type), 'x-content-type-options': 'nosniff', ...headers },
    body,
  };
}

/** A JSON answer that must not be cached. */
export function jsonAnswer(statusCode: number, body: object): PageAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
