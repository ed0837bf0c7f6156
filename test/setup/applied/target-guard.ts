import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenLocally } from '../local-server.ts';
import { createPatientServer } from '../patient-server.ts';
import type { PolicyDocument } from './emulated-aws.ts';

/** Stands before an emulated AWS: lets through what one role may send to queues and buses and read of secrets. */
export interface TargetGuard {
  readonly url: string;
  /** Every action that was asked for, allowed or not. */
  readonly seen: ReadonlySet<string>;
  /** Whether the services behind it answer at all. */
  down: boolean;
  stop(): Promise<void>;
}

/** The permission that a call needs, where its name is not that of the call. */
const permissions: Readonly<Record<string, string>> = {
  'AmazonSQS.SendMessageBatch': 'sqs:SendMessage',
  'AWSEvents.PutEvents': 'events:PutEvents',
  'secretsmanager.GetSecretValue': 'secretsmanager:GetSecretValue',
};

export async function startTargetGuard(aws: string, policies: Iterable<PolicyDocument>): Promise<TargetGuard> {
  const allowed = new Set(
    [...policies].flatMap(({ Statement }) =>
      Statement.flatMap(({ Action, Resource }) => {
        return [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} on ${resource}`));
      }),
    ),
  );
  const seen = new Set<string>();
  const server = createPatientServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await textOf(incoming);
    if (guard.down) {
      incoming.socket.destroy();
      return;
    }
    const target = String(incoming.headers['x-amz-target'] ?? '');
    const asked = resourcesIn(text).map((resource) => `${permissions[target] ?? target} on ${resource}`);
    for (const one of asked) seen.add(one);
    const refused = asked.filter((one) => !allowed.has(one));
    if (asked.length === 0 || refused.length > 0) {
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      outgoing.end(JSON.stringify({ __type: 'AccessDeniedException', message: `The role may not ${refused.join()}.` }));
      return;
    }
    const answer = await fetch(aws, {
      method: 'POST',
      headers: {
        'content-type': String(incoming.headers['content-type']),
        'x-amz-target': target,
        'x-amzn-query-mode': String(incoming.headers['x-amzn-query-mode'] ?? 'false'),
        authorization: String(incoming.headers.authorization ?? ''),
        'x-amz-date': String(incoming.headers['x-amz-date'] ?? ''),
      },
      body: text,
    });
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    outgoing.end(await answer.text());
  }

  const local = await listenLocally(server);
  const guard: TargetGuard = {
    url: local.url,
    seen,
    down: false,
    stop: local.stop,
  };
  return guard;
}

interface Call {
  readonly QueueUrl?: string;
  readonly SecretId?: string;
  readonly Entries?: readonly { readonly EventBusName?: string }[];
}

/** What the call is about, as policies name it. */
function resourcesIn(text: string): string[] {
  const { QueueUrl, SecretId, Entries = [] } = JSON.parse(text) as Call;
  if (SecretId !== undefined) return [SecretId];
  if (QueueUrl !== undefined) {
    const [, region, account, name] = /^https:\/\/sqs\.([^.]+)\.amazonaws\.com\/(\d+)\/(.+)$/.exec(QueueUrl)!;
    return [`arn:aws:sqs:${region}:${account}:${name}`];
  }
  return [...new Set(Entries.map(({ EventBusName }) => String(EventBusName)))];
}
