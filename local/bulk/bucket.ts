/** A bucket, as far as a load needs it. */
export interface Bucket {
  /** @throws BucketRefusedError */
  put(key: string, content: string | Buffer, contentType: string): Promise<void>;
  /** Keys that begin so, in ascending order. */
  list(prefix: string): Promise<string[]>;
  get(key: string): Promise<string>;
}
