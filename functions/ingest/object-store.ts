import type { ObjectReference } from './notification.ts';

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
