import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../../src/runtime/aws/client-settings.ts';
import { ObjectMissingError, ObjectReplacedError, ObjectTooLargeError } from './errors.ts';
import type { ObjectReference } from './uploads.ts';

/** The bucket operations that the function needs. */
export interface ObjectStore {
  /**
   * Reads the content that the reference names, or the newest content when the reference has no `etag`.
   *
   * @throws ObjectMissingError, ObjectReplacedError, ObjectTooLargeError
   */
  read(reference: Omit<ObjectReference, 'etag'> & { readonly etag?: string }, maxBytes: number): Promise<Buffer>;
  write(bucket: string, key: string, text: string, contentType: string): Promise<void>;
}

/** The longest time without an answer, or without a byte of one, in milliseconds. */
const LONGEST_SILENCE = 15_000;

/** Creates a client with region, credentials and endpoint from the environment. */
export function createS3Client(
  environment: Readonly<Record<string, string | undefined>>,
  longestSilence = LONGEST_SILENCE,
): S3Client {
  const settings = clientSettings('S3', environment);
  return new S3Client({
    ...settings,
    // An endpoint other than AWS's has no host name for every bucket.
    forcePathStyle: settings.endpoint !== undefined,
    useArnRegion: false,
    disableS3ExpressSessionAuth: false,
    requestChecksumCalculation: 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_SUPPORTED',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: longestSilence,
      throwOnRequestTimeout: true,
      socketTimeout: longestSilence,
    },
  });
}

export function createS3Objects(client: Pick<S3Client, 'send'>): ObjectStore {
  return {
    async read({ bucket, key, etag }, maxBytes) {
      try {
        const { Body, ContentLength } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, ...(etag === undefined ? {} : { IfMatch: `"${etag}"` }) }),
        );
        if (ContentLength !== undefined && ContentLength > maxBytes) {
          (Body as { destroy?: () => void } | undefined)?.destroy?.();
          throw new ObjectTooLargeError(ContentLength, maxBytes);
        }
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
        if (status === 412) throw new ObjectReplacedError();
        // Without permission to list the bucket, S3 answers 403 for a missing object too.
        if (status === 404 || status === 403) throw new ObjectMissingError(error);
        throw error;
      }
    },
    async write(bucket, key, text, contentType) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text, ContentType: contentType }));
    },
  };
}
