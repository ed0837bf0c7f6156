import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenLocally } from '../local-server.ts';
import { createPatientServer } from '../patient-server.ts';
import type { PolicyDocument } from './emulated-aws.ts';

/** Stands before a DynamoDB emulator and lets through what one role may do, as IAM would. */
export interface RoleGuard {
  readonly url: string;
  /** Every action that was asked for, allowed or not, as `action on table`. */
  readonly seen: ReadonlySet<string>;
  /** Calls back, once, when so many more transactions were made; their answers are never given. */
  afterTransactions(count: number, then: () => void): void;
  stop(): Promise<void>;
}

type Body = Record<string, unknown> & { TableName?: string };

export async function startRoleGuard(dynamodb: string, policies: Iterable<PolicyDocument>): Promise<RoleGuard> {
  const allowed = allowedActions(policies);
  const seen = new Set<string>();
  let interruption: { left: number; readonly then: () => void } | undefined;
  const server = createPatientServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await textOf(incoming);
    const target = String(incoming.headers['x-amz-target'] ?? '');
    const asked = requiredActions(target.slice(target.indexOf('.') + 1), JSON.parse(text) as Body);
    for (const action of asked) seen.add(action);
    const refused = asked.filter((action) => !allowed.has(action));
    if (refused.length > 0) {
      const message = `The role may not ${refused.join(', ')}.`;
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      outgoing.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message: message }));
      return;
    }
    const answer = await fetch(dynamodb, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        authorization: String(incoming.headers.authorization ?? ''),
        'x-amz-date': String(incoming.headers['x-amz-date'] ?? ''),
      },
      body: text,
    });
    const answered = withoutInventedImage(target, await answer.text());
    if (interruption !== undefined && target.endsWith('.TransactWriteItems') && --interruption.left <= 0) {
      if (interruption.left === 0) interruption.then();
      return;
    }
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(answered);
  }

  const local = await listenLocally(server);
  return {
    url: local.url,
    seen,
    afterTransactions: (count, then) => {
      interruption = { left: count, then };
    },
    stop: local.stop,
  };
}

/** What the policies allow, as `action on table`. */
export function allowedActions(policies: Iterable<PolicyDocument>): ReadonlySet<string> {
  const allowed = new Set<string>();
  for (const statement of [...policies].flatMap(({ Statement }) => Statement)) {
    const actions = [statement.Action].flat();
    // Only network interfaces are denied, which no function asks for.
    if (statement.Effect !== 'Allow' && actions.every((action) => action.startsWith('ec2:'))) continue;
    if (statement.Effect !== 'Allow') throw new Error('Only denials of network interfaces are understood here.');
    const tables = [statement.Resource].flat().flatMap((resource) => tableIn(resource) ?? []);
    for (const action of actions.filter((name) => name.startsWith('dynamodb:'))) {
      for (const table of tables) allowed.add(`${action} on ${table}`);
    }
  }
  return allowed;
}

const tableIn = (resource: string): string | undefined =>
  /^arn:aws:dynamodb:[^:]+:[^:]+:table\/([^*/]+)$/.exec(resource)?.[1];

/** The permissions that a call needs: of a transaction those of its parts. */
function requiredActions(operation: string, body: Body): string[] {
  if (operation === 'TransactWriteItems') {
    return (body['TransactItems'] as Record<string, { TableName: string }>[]).flatMap((item) =>
      Object.entries(item).map(
        ([kind, { TableName }]) =>
          `dynamodb:${{ Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' }[kind]} on ${TableName}`,
      ),
    );
  }
  const tables = body.TableName === undefined ? Object.keys((body['RequestItems'] as object) ?? {}) : [body.TableName];
  return tables.map((table) => `dynamodb:${operation} on ${table}`);
}

/** An update that makes an item has no old image; the emulator answers its key. */
function withoutInventedImage(target: string, text: string): string {
  if (!target.endsWith('.UpdateItem')) return text;
  const answer = JSON.parse(text) as { Attributes?: object };
  if (Object.keys(answer.Attributes ?? {}).every((name) => name === 'pk' || name === 'sk')) delete answer.Attributes;
  return JSON.stringify(answer);
}
