import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listenLocally } from '../local-server.ts';
import { createPatientServer } from '../patient-server.ts';
import type { PolicyDocument } from './emulated-aws.ts';

/** Stands before an emulated S3 and lets through what one role may do with objects, as IAM would. */
export interface ObjectGuard {
  readonly url: string;
  /** Every action that was asked for, allowed or not, as `action on bucket/key`. */
  readonly seen: ReadonlySet<string>;
  stop(): Promise<void>;
}

const actions: Readonly<Record<string, string>> = { GET: 's3:GetObject', PUT: 's3:PutObject' };

export async function startObjectGuard(s3: string, policies: Iterable<PolicyDocument>): Promise<ObjectGuard> {
  const mayDo = objectPermissions(policies);
  const seen = new Set<string>();
  const upstreamUrl = new URL(s3);
  const server = createPatientServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const { pathname, searchParams } = new URL(url, upstreamUrl);
    const isList = searchParams.has('list-type');
    const path = decodeURIComponent(pathname.slice(1));
    const object = isList ? `${path.replace(/\/$/, '')}/${searchParams.get('prefix') ?? ''}` : path;
    const action = isList ? 's3:ListBucket' : (actions[method] ?? method);
    seen.add(`${action} on ${object}`);
    if (!mayDo(action, object)) {
      incoming.resume();
      outgoing.writeHead(403, { 'content-type': 'application/xml' });
      outgoing.end(
        `<Error><Code>AccessDenied</Code><Message>The role may not ${action} on ${object}.</Message></Error>`,
      );
      return;
    }
    const upstream = request({
      host: upstreamUrl.hostname,
      port: upstreamUrl.port,
      method,
      path: url,
      headers: { ...headers, host: upstreamUrl.host },
    });
    incoming.pipe(upstream);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  }

  const local = await listenLocally(server);
  return {
    url: local.url,
    seen,
    stop: local.stop,
  };
}

/** What the policies allow with objects, by what keys begin with; a bucket may be listed below a prefix only. */
function objectPermissions(policies: Iterable<PolicyDocument>): (action: string, object: string) => boolean {
  const allowed: { readonly action: string; readonly prefix: string }[] = [];
  for (const { Statement } of policies) {
    for (const { Action, Resource, Condition } of Statement) {
      const listed = Condition?.['StringLike']?.['s3:prefix'];
      for (const action of [Action].flat().filter((name) => name.startsWith('s3:'))) {
        for (const resource of [Resource].flat()) {
          const path = listed === undefined ? resource : `${resource}/${listed}`;
          const prefix = /^arn:aws:s3:::([^*]+)\*$/.exec(path)?.[1];
          if (prefix !== undefined) allowed.push({ action, prefix });
        }
      }
    }
  }
  return (action, object) => allowed.some((one) => one.action === action && object.startsWith(one.prefix));
}
