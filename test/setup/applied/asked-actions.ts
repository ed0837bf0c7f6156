/** A request as far as it says which action it asks for. */
export interface AskedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Of requests with `Action=` in a form. */
  readonly body?: string | undefined;
}

/** Prefix of the actions of a service, where it differs from the name in signatures. */
const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch', email: 'ses' };

/** Lambda's actions by method and path below the version of its API. */
const ofLambda: readonly (readonly [string, RegExp, string])[] = [
  ['POST', /^\/functions$/, 'CreateFunction'],
  ['GET', /^\/functions\/[^/]+$/, 'GetFunction'],
  ['DELETE', /^\/functions\/[^/]+$/, 'DeleteFunction'],
  ['GET', /^\/functions\/[^/]+\/configuration$/, 'GetFunctionConfiguration'],
  ['PUT', /^\/functions\/[^/]+\/configuration$/, 'UpdateFunctionConfiguration'],
  ['PUT', /^\/functions\/[^/]+\/code$/, 'UpdateFunctionCode'],
  ['GET', /^\/functions\/[^/]+\/code-signing-config$/, 'GetFunctionCodeSigningConfig'],
  ['PUT', /^\/functions\/[^/]+\/code-signing-config$/, 'PutFunctionCodeSigningConfig'],
  ['GET', /^\/functions\/[^/]+\/versions$/, 'ListVersionsByFunction'],
  ['POST', /^\/functions\/[^/]+\/versions$/, 'PublishVersion'],
  ['POST', /^\/functions\/[^/]+\/invocations$/, 'InvokeFunction'],
  ['POST', /^\/functions\/[^/]+\/aliases$/, 'CreateAlias'],
  ['GET', /^\/functions\/[^/]+\/aliases\/[^/]+$/, 'GetAlias'],
  ['PUT', /^\/functions\/[^/]+\/aliases\/[^/]+$/, 'UpdateAlias'],
  ['DELETE', /^\/functions\/[^/]+\/aliases\/[^/]+$/, 'DeleteAlias'],
  ['GET', /^\/functions\/[^/]+\/policy$/, 'GetPolicy'],
  ['POST', /^\/functions\/[^/]+\/policy$/, 'AddPermission'],
  ['DELETE', /^\/functions\/[^/]+\/policy\/[^/]+$/, 'RemovePermission'],
  ['GET', /^\/functions\/[^/]+\/concurrency$/, 'GetFunctionConcurrency'],
  ['PUT', /^\/functions\/[^/]+\/concurrency$/, 'PutFunctionConcurrency'],
  ['DELETE', /^\/functions\/[^/]+\/concurrency$/, 'DeleteFunctionConcurrency'],
  ['GET', /^\/functions\/[^/]+\/provisioned-concurrency$/, 'GetProvisionedConcurrencyConfig'],
  ['PUT', /^\/functions\/[^/]+\/provisioned-concurrency$/, 'PutProvisionedConcurrencyConfig'],
  ['DELETE', /^\/functions\/[^/]+\/provisioned-concurrency$/, 'DeleteProvisionedConcurrencyConfig'],
  ['GET', /^\/functions\/[^/]+\/event-invoke-config$/, 'GetFunctionEventInvokeConfig'],
  ['PUT', /^\/functions\/[^/]+\/event-invoke-config$/, 'PutFunctionEventInvokeConfig'],
  ['POST', /^\/functions\/[^/]+\/event-invoke-config$/, 'UpdateFunctionEventInvokeConfig'],
  ['DELETE', /^\/functions\/[^/]+\/event-invoke-config$/, 'DeleteFunctionEventInvokeConfig'],
  ['POST', /^\/event-source-mappings$/, 'CreateEventSourceMapping'],
  ['GET', /^\/event-source-mappings$/, 'ListEventSourceMappings'],
  ['GET', /^\/event-source-mappings\/[^/]+$/, 'GetEventSourceMapping'],
  ['PUT', /^\/event-source-mappings\/[^/]+$/, 'UpdateEventSourceMapping'],
  ['DELETE', /^\/event-source-mappings\/[^/]+$/, 'DeleteEventSourceMapping'],
  ['GET', /^\/tags\/.+$/, 'ListTags'],
  ['POST', /^\/tags\/.+$/, 'TagResource'],
  ['DELETE', /^\/tags\/.+$/, 'UntagResource'],
];

/** S3's actions on a bucket by the parameter that names the setting. */
const ofBuckets: Readonly<Record<string, string>> = {
  accelerate: 'AccelerateConfiguration',
  acl: 'BucketAcl',
  cors: 'BucketCORS',
  encryption: 'EncryptionConfiguration',
  lifecycle: 'LifecycleConfiguration',
  logging: 'BucketLogging',
  notification: 'BucketNotification',
  'object-lock': 'BucketObjectLockConfiguration',
  ownershipControls: 'BucketOwnershipControls',
  policy: 'BucketPolicy',
  publicAccessBlock: 'BucketPublicAccessBlock',
  replication: 'ReplicationConfiguration',
  requestPayment: 'BucketRequestPayment',
  tagging: 'BucketTagging',
  versioning: 'BucketVersioning',
  website: 'BucketWebsite',
};

/**
 * The IAM action of a request of the provider, such as `lambda:CreateFunction`. Undefined for a request that is not
 * signed. A request whose action is not known answers for itself, such as `cloudfront: GET /`.
 */
export function actionOf({ method, path, headers, body }: AskedRequest): string | undefined {
  const service = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(String(headers['authorization'] ?? ''))?.[1];
  if (service === undefined) return undefined;
  const prefix = prefixes[service] ?? service;
  const target = String(headers['x-amz-target'] ?? '');
  const named = target === '' ? new URLSearchParams(body ?? '').get('Action') : target.split('.').at(-1);
  if (named) return `${prefix}:${named}`;
  const action = restAction(service, method, new URL(path, 'http://localhost'));
  return action === undefined ? `${prefix}: ${method} ${path}` : `${prefix}:${action}`;
}

function restAction(service: string, method: string, { pathname, searchParams }: URL): string | undefined {
  if (service === 'apigateway') return method;
  if (service === 'lambda') {
    const below = pathname.replace(/^\/\d{4}-\d{2}-\d{2}/, '');
    return ofLambda.find(([verb, pattern]) => verb === method && pattern.test(below))?.[2];
  }
  if (service !== 's3') return undefined;
  const setting = Object.keys(ofBuckets).find((name) => searchParams.has(name));
  if (setting !== undefined) return `${method === 'GET' ? 'Get' : 'Put'}${ofBuckets[setting]}`;
  return { PUT: 'CreateBucket', DELETE: 'DeleteBucket', HEAD: 'ListBucket', GET: 'ListBucket' }[method];
}
