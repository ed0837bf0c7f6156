import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { BucketRefusedError } from './errors.ts';

/** The operations of a bucket that a load needs. */
export interface Bucket {
  /** @throws BucketRefusedError */
  put(key: string, content: string | Buffer, contentType: string): Promise<void>;
  /** Keys with this prefix, in ascending order. */
  list(prefix: string): Promise<string[]>;
  get(key: string): Promise<string>;
}

interface S3BucketOptions {
  readonly bucket: string;
  /** Endpoint to use instead of AWS's; default AWS_ENDPOINT_URL_S3, then AWS_ENDPOINT_URL. */
  readonly endpointUrl?: string | undefined;
  readonly region?: string | undefined;
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte on a connection before the SDK tries another one; default 60,000. */
  readonly longestSilence?: number;
}

/** Milliseconds in which a connection must open. */
const CONNECTION_TIMEOUT = 10_000;

const LONGEST_SILENCE = 60_000;

/** Attempts of the SDK for one request. */
const ATTEMPTS = 8;

/** Opens an S3 bucket with the credentials that the SDK finds: environment, profile, role of the machine. */
export function openS3Bucket(bucketOptions: S3BucketOptions): Bucket {
  const { bucket, endpointUrl, region, signal, longestSilence = LONGEST_SILENCE } = bucketOptions;
  const endpoint = endpointUrl ?? process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'] ?? '';
  const client = new S3Client({
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    ...(region === undefined ? {} : { region }),
    maxAttempts: ATTEMPTS,
    retryMode: 'adaptive',
    // By default the SDK waits forever for a connection that the network has dropped.
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT, socketTimeout: longestSilence },
  });
  const options = signal === undefined ? {} : { abortSignal: signal };
  const refusing = async <Answer>(what: string, asking: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await asking();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      const { name, message } = cause as Error;
      throw new BucketRefusedError(`${what} s3://${bucket} failed: ${name}: ${message}`, {
        hint: hintOf(cause as Failure),
        cause,
      });
    }
  };
  return {
    put: (key, content, contentType) =>
      refusing(`Writing ${key} into`, async () => {
        await client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ContentType: contentType }),
          options,
        );
      }),
    list: (prefix) =>
      refusing(`Listing ${prefix} in`, async () => {
        const keys: string[] = [];
        let next: string | undefined;
        do {
          const page = await client.send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: next }),
            options,
          );
          for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key);
          next = page.NextContinuationToken;
        } while (next !== undefined);
        return keys;
      }),
    get: (key) =>
      refusing(`Reading ${key} from`, async () => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), options);
        return (await Body?.transformToString()) ?? '';
      }),
  };
}

/** An error of the SDK; it has no status when there was no response. */
type Failure = Error & { readonly $metadata?: { readonly httpStatusCode?: number } };

function hintOf({ name, message, $metadata }: Failure): string {
  if (name === 'NoSuchBucket') return "Use the deployment's output ingest_address.";
  if (name === 'CredentialsProviderError')
    return 'Give AWS credentials: AWS_PROFILE, or AWS_ACCESS_KEY_ID and its secret.';
  // The SDK throws a plain Error when no region is configured.
  if (/region/i.test(name) || message === 'Region is missing')
    return 'Name the region of the bucket: --region, AWS_REGION, or a profile with one.';
  if ($metadata !== undefined && $metadata.httpStatusCode === undefined)
    return 'Nothing answers there: check the network, --region and --endpoint-url; then continue with --resume.';
  return "See that your role has the deployment's output ingest_upload_policy; then continue with --resume.";
}
