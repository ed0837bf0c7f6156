/** The operations of a bucket that a load needs. */
export interface Bucket {
  /** @throws BucketRefusedError */
  put(key: string, content: string | Buffer, contentType: string): Promise<void>;
  /** Keys with this prefix, in ascending order. */
  list(prefix: string): Promise<string[]>;
  get(key: string): Promise<string>;
}
