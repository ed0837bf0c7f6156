import { describeFunction } from './applied-function.ts';
import { createEmulatedAws } from './emulated-aws.ts';
import { startFunction } from './function-process.ts';

/** What Lambda answers to a call. */
export interface Invocation {
  readonly failed: boolean;
  readonly payload: unknown;
}

export interface VersionCall {
  readonly name: string;
  readonly qualifier: string;
  readonly region: string;
  readonly event: unknown;
}

/** Calls versions of functions that the endpoint describes, each in a process of its own, with the endpoint's tables. */
export async function callVersion(
  endpoint: string,
  archives: ReadonlyMap<string, Uint8Array>,
  { name, qualifier, region, event }: VersionCall,
): Promise<Invocation> {
  const { Configuration } = await describeFunction(createEmulatedAws(endpoint, region), name, qualifier);
  const archive = archives.get(Configuration.CodeSha256);
  if (archive === undefined)
    throw new Error(`${name} has an archive that was never sent: ${Configuration.CodeSha256}.`);
  try {
    const process = await startFunction(archive, Configuration.Handler, {
      ...Configuration.Environment.Variables,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(Configuration.MemorySize),
      FUNCTION_TIMEOUT_MILLISECONDS: String(Configuration.Timeout * 1_000),
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    });
    try {
      return { failed: false, payload: await process.invoke(event) };
    } finally {
      await process.stop();
    }
  } catch (failure) {
    return { failed: true, payload: { errorType: 'Error', errorMessage: (failure as Error).message } };
  }
}
