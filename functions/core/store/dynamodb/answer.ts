import type { Metadata } from './dynamodb.ts';
import { fromWire } from './wire.ts';

/** What came over the network. */
export interface Answer {
  readonly status: number;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** An error as AWS tells it: the fields of DynamoDB's errors that anyone here reads. */
interface Refusal extends Error {
  readonly $metadata: Metadata;
  readonly Item?: unknown;
  readonly CancellationReasons?: unknown;
}

/**
 * Reads an answer of the AWS JSON 1.0 protocol (https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html).
 *
 * @param signedByWrongClock what the error says in `$metadata.clockSkewCorrected`, if it is one
 * @returns the output, with `$metadata`
 * @throws an `Error` with the name that AWS gives it, or `Unknown` for what no part of AWS has written
 */
export function outputOf(answer: Answer, signedByWrongClock: boolean): object {
  const $metadata: Metadata = { httpStatusCode: answer.status, requestId: header(answer, 'x-amzn-requestid') };
  const fields = fieldsOf(answer);
  if (answer.status >= 200 && answer.status < 300) {
    if (fields === undefined) throw refusal('Unknown', 'The answer cannot be read', { $metadata });
    // Null is nothing.
    for (const name in fields) if (fields[name] === null) delete fields[name];
    fields['$metadata'] = $metadata;
    return fields;
  }
  const { message, Message, Item, CancellationReasons } = fields ?? {};
  const text = message ?? Message;
  throw refusal(nameOf(answer, fields), typeof text === 'string' ? text : 'The answer gives no reason', {
    $metadata: signedByWrongClock ? { ...$metadata, clockSkewCorrected: true } : $metadata,
    ...(Item != null && { Item }),
    ...(CancellationReasons != null && { CancellationReasons }),
  });
}

/** Undefined for no JSON: a proxy's page, or half an answer. What stands there is in no message. */
function fieldsOf({ body }: Answer): Record<string, unknown> | undefined {
  try {
    return fromWire(body);
  } catch {
    return undefined;
  }
}

function refusal(name: string, message: string, fields: Omit<Refusal, keyof Error>): Refusal {
  return Object.assign(new Error(message), { name }, fields);
}

/** `com.amazonaws.dynamodb.v20120810#ThrottlingException`, also with `:http://…` behind it. */
function nameOf(answer: Answer, fields: Readonly<Record<string, unknown>> | undefined): string {
  const told = [fields?.['__type'], fields?.['code'], header(answer, 'x-amzn-errortype')];
  const type = told.find((one): one is string => typeof one === 'string' && one !== '');
  const [, name] = /^(?:[^,:]*#)?([^,:#]+)/.exec(type ?? '') ?? [];
  return name?.trim() || 'Unknown';
}

function header({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
