import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from './local-server.ts';
import { createPatientServer } from './patient-server.ts';

/**
 * - `none`: what is asked for is done.
 * - `refusing`: every call is refused, with a message that quotes it.
 * - `partly`: the call is taken and each of its entries refused, with a message that quotes it.
 * - `corrupting`: the answer is no JSON, no XML, and quotes the call.
 * - `breaking`: no answer comes.
 */
export type ServiceFault = 'none' | 'refusing' | 'partly' | 'corrupting' | 'breaking';

/** Stands for S3, SQS, EventBridge, Secrets Manager and a webhook, as far as the functions call them. */
export interface FaultyServices {
  readonly url: string;
  /** Content of the bucket by key, whatever its name. */
  readonly objects: Map<string, Buffer>;
  /** What was sent to the queue, the bus or the webhook and taken. */
  readonly taken: string[];
  /** From now on, of the calls that `concerned` picks by method and path, or by their operation. */
  fail(fault: ServiceFault, concerned?: RegExp): void;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly text: string | Buffer;
}

/** @param secret what Secrets Manager holds, under any name */
export async function startFaultyServices(secret: string): Promise<FaultyServices> {
  let fault: ServiceFault = 'none';
  let concerned = /^/;
  const objects = new Map<string, Buffer>();
  const taken: string[] = [];

  const entriesOf = (body: string): object[] => JSON.parse(body).Entries;
  const done = (operation: string, { method }: IncomingMessage, key: string, body: Buffer): Answer => {
    const text = body.toString();
    const refused = fault === 'partly' && concerned.test(operation);
    if (!refused && /PutEvents|SendMessageBatch|webhook/.test(operation)) taken.push(text);
    switch (operation) {
      case 'AWSEvents.PutEvents': {
        const problem = { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: `refused: ${text}` };
        const answer = entriesOf(text).map(() => (refused ? problem : { EventId: 'event' }));
        return { status: 200, text: JSON.stringify({ FailedEntryCount: 0, Entries: answer }) };
      }
      case 'AmazonSQS.SendMessageBatch': {
        const problem = { Code: 'InvalidMessageContents', Message: `refused: ${text}`, SenderFault: true };
        const failed = entriesOf(text).map((_, index) => ({ Id: String(index), ...problem }));
        return { status: 200, text: JSON.stringify({ Successful: [], Failed: refused ? failed : [] }) };
      }
      case 'secretsmanager.GetSecretValue':
        return { status: 200, text: JSON.stringify({ SecretString: secret }) };
      case 'POST /webhook':
        return { status: refused ? 500 : 204, text: refused ? `refused: ${text}` : '' };
    }
    if (method === 'PUT') {
      objects.set(key, body);
      return { status: 200, text: '' };
    }
    const content = objects.get(key);
    if (content !== undefined) return { status: 200, text: content };
    return { status: 404, text: `<Error><Code>NoSuchKey</Code><Message>no ${key}</Message></Error>` };
  };
  const refusal = (isObject: boolean, body: string): Answer => ({
    status: 400,
    text: isObject
      ? `<Error><Code>InvalidRequest</Code><Message>refused: ${body}</Message></Error>`
      : JSON.stringify({ __type: 'ValidationException', message: `refused: ${body}` }),
  });

  const server = createPatientServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const path = decodeURIComponent(new URL(incoming.url!, 'http://localhost').pathname);
    const target = incoming.headers['x-amz-target'];
    const operation = target === undefined ? `${incoming.method} ${path}` : String(target);
    const isHit = concerned.test(operation);
    // A secret is what its store would quote; of everything else the caller has said what there is to quote.
    const quoted = operation.startsWith('secretsmanager') ? secret : `${path} ${body}`;
    if (isHit && fault === 'breaking') return void outgoing.destroy();
    let answer = done.bind(undefined, operation, incoming, path.split('/').slice(2).join('/'), body);
    if (isHit && fault === 'refusing') answer = () => refusal(target === undefined, quoted);
    if (isHit && fault === 'corrupting') answer = () => ({ status: target === undefined ? 400 : 200, text: quoted });
    const { status, text } = answer();
    outgoing.writeHead(status, {
      'content-type': target === undefined ? 'application/xml' : 'application/x-amz-json-1.1',
      'x-amzn-requestid': 'AWS-REQUEST',
    });
    outgoing.end(status === 204 ? undefined : text);
  });
  const local = await listenLocally(server);
  return {
    url: local.url,
    objects,
    taken,
    fail: (next, which = /^/) => {
      fault = next;
      concerned = which;
    },
    stop: local.stop,
  };
}
