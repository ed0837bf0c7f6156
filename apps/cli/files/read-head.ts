import { open } from 'node:fs/promises';

/** The bytes that show what a file is. */
export const HEAD_BYTES = 64 * 1024;

/** A Parquet file begins and ends with these characters. */
export const parquetMagic = 'PAR1';

/** The first bytes of a file. */
export async function readHead(file: string, bytes = HEAD_BYTES): Promise<Buffer> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}
