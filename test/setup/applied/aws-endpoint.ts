import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPatientServer } from '../patient-server.ts';

/** Something that speaks AWS's APIs and can be applied to. */
export interface AwsEndpoint {
  readonly url: string;
  /** Attributes that it forgets, by resource type: a plan right after an apply shows them as a change. */
  readonly forgets: Readonly<Record<string, readonly string[]>>;
  stop(): Promise<void>;
}

/** Where to apply to: `AWS_ENDPOINT_URL`, else moto's server where it is installed, else nowhere (undefined). */
export async function startAwsEndpoint(): Promise<AwsEndpoint | undefined> {
  const url = process.env['AWS_ENDPOINT_URL'];
  if (url) return { url, forgets: {}, stop: async () => {} };
  if (spawnSync('moto_server', ['--help'], { stdio: 'ignore' }).status !== 0) return undefined;
  return startMoto();
}

async function startMoto(): Promise<AwsEndpoint> {
  // The system chooses its port: one that was found free could be another's before moto takes it.
  const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // What it says is to come at once.
    env: { ...process.env, PYTHONUNBUFFERED: '1' },
  });
  // Also when the tests end before they can stop it.
  const end = () => moto.kill('SIGKILL');
  process.once('exit', end);
  const port = await portOf(moto);
  const proxy = await startCorrections(port);
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    // It stores neither; everything else comes back as it was written.
    forgets: { aws_lambda_function: ['logging_config', 'kms_key_arn'] },
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      process.removeListener('exit', end);
      if (moto.exitCode === null && end()) await once(moto, 'exit');
    },
  };
}

/**
 * Passes everything on to moto; tells of a custom domain what AWS tells, for whose status the provider waits; and keeps
 * moto from handing messages over, which queue-source.ts does.
 */
async function startCorrections(motoPort: number): Promise<Server> {
  const server = createPatientServer((incoming, outgoing) => {
    forward(motoPort, incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function forward(port: number, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method, url: path, headers } = incoming;
  const isMapping = (path ?? '').startsWith('/2015-03-31/event-source-mappings');
  const target = String(headers['x-amz-target'] ?? '');
  const isLookedAt = isMapping || target.startsWith('AmazonSQS.') || /[?&]policy(=|&|$)/.test(path ?? '');
  const given = isLookedAt ? (await readAll(incoming)).toString() : undefined;
  const own = given === undefined ? undefined : keepOrTell(method ?? '', path ?? '', target, given);
  if (own !== undefined) {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(own);
    return;
  }
  const sent = given === undefined ? undefined : Buffer.from(isMapping ? switchedOff(given) : given);
  const upstream = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: sent === undefined ? headers : { ...headers, 'content-length': sent.length },
  });
  if (sent === undefined) incoming.pipe(upstream);
  else upstream.end(sent);
  const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
  const status = answer.statusCode ?? 502;
  const body = Buffer.from(
    correctedBody(await readAll(answer), { path: path ?? '', target, given, status, isMapping }),
  );
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answer.headers;
  // What S3 says of every lifecycle; the provider waits for it.
  if (/[?&]lifecycle\b/.test(path ?? ''))
    rest['x-amz-transition-default-minimum-object-size'] = 'all_storage_classes_128K';
  outgoing.writeHead(status, { ...rest, 'content-length': body.length });
  outgoing.end(body);
}

interface Exchange {
  readonly path: string;
  readonly target: string;
  /** The body of the request, as far as it was read. */
  readonly given: string | undefined;
  readonly status: number;
  readonly isMapping: boolean;
}

/** Moto's answer with what AWS tells besides. */
function correctedBody(body: Buffer, { path, target, given, status, isMapping }: Exchange): Buffer | string {
  if (target.endsWith('.GetQueueAttributes')) return withRedrivePolicies(given ?? '', body.toString());
  if (isMapping) return body.toString().replaceAll(/"State": ?"Disabled"/g, '"State":"Enabled"');
  const isDomain = /^\/v2\/domainnames(\/[^/]+)?$/.test(path);
  return isDomain && status < 300 && body.length > 0 ? withDomainStatus(body.toString()) : body;
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** What moto would misunderstand, by whose it is: kept here instead, and told as it was written. */
const kept = new Map<string, string>();

/**
 * A bucket's policy, whose conditions moto does not read, so that it would refuse every caller what is refused over plain
 * HTTP; and who may use a queue for dead letters, at which moto forgets the queue's policy.
 */
function keepOrTell(method: string, path: string, target: string, body: string): string | undefined {
  if (/[?&]policy(=|&|$)/.test(path)) {
    const owner = path.replace(/\?.*/, '');
    if (method === 'PUT') kept.set(owner, body);
    return method === 'PUT' ? '' : method === 'GET' ? kept.get(owner) : undefined;
  }
  if (!target.startsWith('AmazonSQS.')) return undefined;
  const {
    QueueUrl = '',
    Attributes,
    AttributeNames,
  } = JSON.parse(body) as {
    QueueUrl?: string;
    Attributes?: Record<string, string>;
    AttributeNames?: string[];
  };
  const RedriveAllowPolicy = Attributes?.['RedriveAllowPolicy'];
  if (target.endsWith('.SetQueueAttributes') && RedriveAllowPolicy !== undefined) {
    kept.set(QueueUrl, RedriveAllowPolicy);
    return '{}';
  }
  if (!target.endsWith('.GetQueueAttributes') || AttributeNames?.join() !== 'RedriveAllowPolicy') return undefined;
  return JSON.stringify({ Attributes: { RedriveAllowPolicy: kept.get(QueueUrl) } });
}

/** Moto writes JSON with blanks, which the provider takes for a change. */
function withRedrivePolicies(request: string, answer: string): string {
  const { QueueUrl } = JSON.parse(request) as { QueueUrl: string };
  const described = JSON.parse(answer) as { Attributes?: { RedrivePolicy?: string } };
  const Attributes: Record<string, string> = { ...described.Attributes };
  const { RedrivePolicy } = described.Attributes ?? {};
  if (RedrivePolicy !== undefined) Attributes['RedrivePolicy'] = JSON.stringify(JSON.parse(RedrivePolicy));
  const permission = kept.get(QueueUrl);
  if (permission !== undefined) Attributes['RedriveAllowPolicy'] = permission;
  return JSON.stringify({ ...described, ...(described.Attributes === undefined ? {} : { Attributes }) });
}

/** Moto would hand messages over to functions that it cannot run, and take the silence for success. */
function switchedOff(body: string): string {
  return body === '' ? body : JSON.stringify({ ...(JSON.parse(body) as object), Enabled: false });
}

function withDomainStatus(body: string): string {
  const { mutualTlsAuthentication: _none, ...domain } = JSON.parse(body) as {
    domainNameConfigurations?: object[];
    mutualTlsAuthentication?: object;
  };
  if (domain.domainNameConfigurations === undefined) return body;
  return JSON.stringify({
    ...domain,
    domainNameConfigurations: domain.domainNameConfigurations.map((configuration) => ({
      ...configuration,
      domainNameStatus: 'AVAILABLE',
      apiGatewayDomainName: 'd-0123456789.execute-api.eu-central-1.amazonaws.com',
      hostedZoneId: 'Z0123456789',
    })),
  });
}

/**
 * Resolves when it says where it listens; what it says later is dropped.
 *
 * @throws Error with what it said when it ends instead
 */
function portOf(moto: ChildProcess): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    moto.once('error', reject);
    moto.once('close', (code) => reject(new Error(`moto_server ended with code ${code}: ${said}`)));
    const read = (chunk: Buffer) => {
      said += chunk;
      const port = /Running on http:\/\/127\.0\.0\.1:(\d+)\s/.exec(said)?.[1];
      if (port === undefined) return;
      moto.stderr!.off('data', read).resume();
      resolve(Number(port));
    };
    moto.stderr!.on('data', read);
  });
}
