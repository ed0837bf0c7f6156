import { once } from 'node:events';
import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../local-server.ts';
import { createPatientServer } from '../patient-server.ts';
import { hashOf } from './applied-function.ts';
import { actionOf } from './asked-actions.ts';
import { callVersion } from './version-calls.ts';

/** A request to moto as it came, with as much of its body as a correction reads. */
interface Question {
  readonly method: string;
  readonly path: string;
  /** `x-amz-target` of an API of JSON; empty for REST. */
  readonly target: string;
  /** Region that the signature names: resources of two regions may have one name. */
  readonly region: string;
  /** Undefined where no correction reads it. */
  readonly body: string | undefined;
}

/**
 * Passes everything on to moto, and corrects what differs from AWS: what moto does not store comes back as it was
 * written, a custom domain has the status for which the provider waits, calls of functions run their archives, which moto
 * would do in containers, and no message is handed over, which queue-source.ts does.
 */
export async function startCorrections(motoPort: number): Promise<{ server: Server; actions: ReadonlySet<string> }> {
  const moto: Moto = { port: motoPort, kept: new Map(), archives: new Map(), actions: new Set() };
  const server = createPatientServer((incoming, outgoing) => {
    forward(moto, incoming, outgoing).catch((cause: Error) => outgoing.destroy(cause));
  });
  await listenLocally(server);
  return { server, actions: moto.actions };
}

interface Moto {
  readonly port: number;
  /** What was written and moto does not store. */
  readonly kept: Map<string, string>;
  /** Archives of functions by their hash. */
  readonly archives: Map<string, Uint8Array>;
  /** IAM actions that were asked for. */
  readonly actions: Set<string>;
}

async function forward(moto: Moto, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { port, kept } = moto;
  const question = await read(incoming);
  const { method, path, body } = question;
  const action = actionOf({ method, path, headers: incoming.headers, body });
  if (action !== undefined) moto.actions.add(action);
  if (calledFunction(path) !== undefined) return call(moto, question, outgoing);
  if (body !== undefined) keepArchive(moto, question);
  const own = body === undefined ? undefined : keepOrTell(kept, question);
  if (own !== undefined) {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(own);
    return;
  }
  const sent = body === undefined ? undefined : Buffer.from(isMapping(path) ? switchedOff(body) : body);
  const { headers } = incoming;
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
  const answered = await buffer(answer);
  const corrected = status < 300 && answered.length > 0 ? correctedBody(kept, question, answered) : answered;
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = answer.headers;
  // What S3 says of every lifecycle; the provider waits for it.
  if (/[?&]lifecycle\b/.test(path)) rest['x-amz-transition-default-minimum-object-size'] = 'all_storage_classes_128K';
  outgoing.writeHead(status, { ...rest, 'content-length': Buffer.byteLength(corrected) });
  outgoing.end(corrected);
}

/** The function and the version or alias of a call. */
function calledFunction(path: string): { readonly name: string; readonly qualifier: string } | undefined {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(pathname)?.[1];
  return name === undefined ? undefined : { name, qualifier: searchParams.get('Qualifier') ?? '$LATEST' };
}

async function call(
  { port, archives }: Moto,
  { path, region, body }: Question,
  outgoing: ServerResponse,
): Promise<void> {
  const { name, qualifier } = calledFunction(path)!;
  const event: unknown = JSON.parse(body ?? 'null');
  const called = { name, qualifier, region, event };
  const { failed, payload } = await callVersion(`http://127.0.0.1:${port}`, archives, called);
  outgoing
    .writeHead(200, {
      'content-type': 'application/json',
      'x-amz-executed-version': qualifier,
      ...(failed ? { 'x-amz-function-error': 'Unhandled' } : {}),
    })
    .end(JSON.stringify(payload));
}

/** Moto keeps archives, and does not give them back. */
function keepArchive({ archives }: Moto, { method, path, body = '' }: Question): void {
  if (method === 'GET' || !/^\/2015-03-31\/functions(\/[^/?]+\/code)?(\?|$)/.test(path)) return;
  const { ZipFile, Code } = JSON.parse(body) as { ZipFile?: string; Code?: { ZipFile?: string } };
  const encoded = ZipFile ?? Code?.ZipFile;
  if (encoded === undefined) return;
  const archive = Buffer.from(encoded, 'base64');
  archives.set(hashOf(archive), archive);
}

async function read(incoming: IncomingMessage): Promise<Question> {
  const { method = '', url: path = '', headers } = incoming;
  const target = String(headers['x-amz-target'] ?? '');
  const region = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(String(headers.authorization ?? ''))?.[1] ?? '';
  const isRead =
    isMapping(path) ||
    isPolicy(path) ||
    isForm(incoming) ||
    isDistribution(path) ||
    isProvisionedConcurrency(path) ||
    isCode(path) ||
    calledFunction(path) !== undefined ||
    keptAttributes(path) !== undefined ||
    target.startsWith('AmazonSQS.') ||
    target === DELETE_RESOURCE_SERVER;
  return { method, path, target, region, body: isRead ? (await buffer(incoming)).toString() : undefined };
}

const DELETE_RESOURCE_SERVER = 'AWSCognitoIdentityProviderService.DeleteResourceServer';
const isMapping = (path: string): boolean => path.startsWith('/2015-03-31/event-source-mappings');
const isDistribution = (path: string): boolean => /^\/\d{4}-\d\d-\d\d\/distribution/.test(path);
const isProvisionedConcurrency = (path: string): boolean => path.includes('/provisioned-concurrency');
const isForm = ({ headers }: IncomingMessage): boolean =>
  String(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
const isCode = (path: string): boolean => /^\/2015-03-31\/functions\/[^/?]+\/code(\?|$)/.test(path);
const isPolicy = (path: string): boolean => /[?&]policy(=|&|$)/.test(path);

/** Moto's answer with what AWS tells besides. */
function correctedBody(kept: Map<string, string>, question: Question, body: Buffer): Buffer | string {
  const { path, target } = question;
  if (target.endsWith('.GetQueueAttributes')) return withRedrivePolicies(kept, question, body.toString());
  if (isMapping(path)) return withAlias(kept, question, body.toString());
  if (isDistribution(path)) return withWrittenParts(kept, question, body.toString());
  if (keptAttributes(path) === undefined) return body;
  const remembered = withKeptAttributes(kept, question, body.toString());
  return /^\/v2\/domainnames(\/[^/]+)?$/.test(path) ? withDomainStatus(remembered) : remembered;
}

/**
 * What moto would misunderstand: a bucket's policy, whose conditions moto does not read, so that it would refuse every
 * caller what is refused over plain HTTP; and who may use a queue for dead letters, at which moto forgets the queue's
 * policy. Both are kept here instead, and told as they were written.
 */
function keepOrTell(
  kept: Map<string, string>,
  { method, path, target, region, body = '' }: Question,
): string | undefined {
  if (isProvisionedConcurrency(path)) return provisionedConcurrency(kept, { method, path, region, body });
  if (isPolicy(path)) {
    const owner = path.replace(/\?.*/, '');
    if (method === 'PUT') kept.set(owner, body);
    if (method === 'DELETE') kept.delete(owner);
    return method === 'PUT' ? '' : method === 'GET' ? kept.get(owner) : undefined;
  }
  // Moto deletes a resource server with its pool only.
  if (target === DELETE_RESOURCE_SERVER) return '{}';
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
  const owner = `${region} ${QueueUrl}`;
  if (target.endsWith('.SetQueueAttributes') && RedriveAllowPolicy !== undefined) {
    if (RedriveAllowPolicy === '') kept.delete(owner);
    else kept.set(owner, RedriveAllowPolicy);
    return '{}';
  }
  if (!target.endsWith('.GetQueueAttributes') || AttributeNames?.join() !== 'RedriveAllowPolicy') return undefined;
  return JSON.stringify({ Attributes: { RedriveAllowPolicy: kept.get(owner) } });
}

/** Moto tells the version behind the alias that a mapping calls, and that it hands nothing over. */
function withAlias(kept: Map<string, string>, { body = '' }: Question, answer: string): string {
  const described = JSON.parse(answer.replaceAll(/"State": ?"Disabled"/g, '"State":"Enabled"')) as Json;
  const called = body === '' ? undefined : (JSON.parse(body) as { FunctionName?: string }).FunctionName;
  if (called !== undefined) kept.set(`mapping ${described['UUID']}`, called);
  const corrected = (mapping: Json): Json => ({
    ...mapping,
    FunctionArn: kept.get(`mapping ${mapping['UUID']}`) ?? mapping['FunctionArn'],
  });
  const list = described['EventSourceMappings'] as Json[] | undefined;
  return JSON.stringify(
    list === undefined ? corrected(described) : { ...described, EventSourceMappings: list.map(corrected) },
  );
}

/** Parts of a distribution that moto reads in part only. */
const partsOfDistributions = ['DefaultCacheBehavior', 'ViewerCertificate'];

/** Moto's answer about a distribution with these parts as they were written. */
function withWrittenParts(kept: Map<string, string>, { path, body = '' }: Question, answer: string): string {
  const id = /distribution\/([^/?]+)/.exec(path)?.[1] ?? /<Id>([^<]+)</.exec(answer)?.[1];
  return partsOfDistributions.reduce((text, name) => {
    const part = new RegExp(`<${name}>.*?</${name}>`, 's');
    const key = `distribution ${id} ${name}`;
    const written = part.exec(body)?.[0];
    if (written !== undefined) kept.set(key, written);
    return text.replace(part, () => kept.get(key) ?? part.exec(text)![0]);
  }, answer);
}

/** Moto knows no provisioned concurrency. Instances are there at once. */
function provisionedConcurrency(
  kept: Map<string, string>,
  { method, path, region, body = '' }: Omit<Question, 'target'>,
): string {
  const key = `${region} ${path}`;
  if (method === 'DELETE') {
    kept.delete(key);
    return '';
  }
  if (method === 'PUT') {
    const { ProvisionedConcurrentExecutions: count } = JSON.parse(body) as { ProvisionedConcurrentExecutions: number };
    const counts = { Requested: count, Available: count, Allocated: count };
    const executions = Object.entries(counts).map(([name, value]) => [`${name}ProvisionedConcurrentExecutions`, value]);
    kept.set(key, JSON.stringify({ ...Object.fromEntries(executions), Status: 'READY' }));
  }
  return kept.get(key) ?? '{}';
}

/** Moto writes JSON with blanks, which the provider takes for a change. */
function withRedrivePolicies(kept: Map<string, string>, { region, body = '' }: Question, answer: string): string {
  const { QueueUrl } = JSON.parse(body) as { QueueUrl: string };
  const described = JSON.parse(answer) as { Attributes?: { RedrivePolicy?: string } };
  const Attributes: Record<string, string> = { ...described.Attributes };
  const { RedrivePolicy } = described.Attributes ?? {};
  if (RedrivePolicy !== undefined) Attributes['RedrivePolicy'] = JSON.stringify(JSON.parse(RedrivePolicy));
  const permission = kept.get(`${region} ${QueueUrl}`);
  if (permission !== undefined) Attributes['RedriveAllowPolicy'] = permission;
  return JSON.stringify({ ...described, ...(described.Attributes === undefined ? {} : { Attributes }) });
}

/** Attributes that moto accepts and forgets, of the resource that the path names. */
function keptAttributes(path: string): readonly string[] | undefined {
  if (/^\/2015-03-31\/functions(\/[^/?]+(\/configuration)?)?(\?|$)/.test(path)) return ['LoggingConfig', 'KMSKeyArn'];
  return /^\/v2\/(apis|domainnames)(\/[^/?]+)?$/.test(path) ? ['ipAddressType'] : undefined;
}

type Json = Record<string, unknown>;

/** Keeps what is written of these attributes, and adds to the answer what was written last. */
function withKeptAttributes(
  kept: Map<string, string>,
  { method, path, region, body = '' }: Question,
  text: string,
): string {
  const answer = JSON.parse(text) as Json;
  const described = (answer['Configuration'] ?? answer) as Json;
  const name = described['FunctionName'] ?? described['apiId'] ?? described['domainName'];
  if (name === undefined) return text;
  const kind = path.split('/').slice(0, 3).join('/');
  const part = partWithAttributes(described);
  for (const attribute of keptAttributes(path) ?? []) {
    const key = `${region} ${kind} ${name} ${attribute}`;
    const written = partWithAttributes(body === '' || method === 'GET' ? {} : (JSON.parse(body) as Json))[attribute];
    if (written !== undefined) kept.set(key, JSON.stringify(written));
    else if (method === 'POST') kept.delete(key);
    const known = kept.get(key);
    if (known !== undefined) part[attribute] = JSON.parse(known);
  }
  return JSON.stringify(answer);
}

/** A custom domain has its attributes in a list of one configuration. */
const partWithAttributes = (resource: Json): Json =>
  (resource['domainNameConfigurations'] as Json[] | undefined)?.[0] ?? resource;

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
