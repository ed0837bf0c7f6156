/** What a page's route answers, in the shape of a Lambda function with payload format 2.0. */
export interface PageAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** A text that browsers take for what it is said to be. */
export function textAnswer(type: string, body: string, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return {
    statusCode: 200,
    headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff', ...headers },
    body,
  };
}

/** JSON that is nobody's to keep. */
export function jsonAnswer(statusCode: number, body: object): PageAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
