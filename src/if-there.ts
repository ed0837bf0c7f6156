/** What was read, or undefined if there is no such file or directory. */
export const ifThere = <Value>(reading: Promise<Value>): Promise<Value | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
