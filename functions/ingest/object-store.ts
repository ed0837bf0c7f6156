import type { ObjectReference } from './notification.ts';

/** The bucket, as far as the function needs it. */
export interface ObjectStore {
  /**
   * The content that the reference names; the newest when it names none.
   *
   * @throws ObjectMissingError, ObjectReplacedError, ObjectTooLargeError
   */
  read(reference: Omit<ObjectReference, 'etag'> & { readonly etag?: string }, maxBytes: number): Promise<Buffer>;
  write(bucket: string, key: string, text: string, contentType: string): Promise<void>;
}
