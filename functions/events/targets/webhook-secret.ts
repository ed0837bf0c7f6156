import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { WebhookSecretError } from '../errors.ts';
import { clientOptions } from './aws-client.ts';
import { readSecret } from './signature.ts';

const REMEMBERED = 300_000;

/**
 * The keys of a webhook out of Secrets Manager, looked up every five minutes: the current one and, after a rotation, the
 * one before, so that receivers can be told of the new one afterwards.
 */
export function createSecretReader(secretArn: string, now: () => number = Date.now): () => Promise<Uint8Array[]> {
  const client = new SecretsManagerClient({ ...clientOptions('SECRETS_MANAGER'), region: secretArn.split(':')[3]! });
  const read = async (VersionStage: string): Promise<Uint8Array | undefined> => {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretArn, VersionStage }));
    return readSecret(SecretString);
  };
  const readBefore = async () => {
    try {
      return await read('AWSPREVIOUS');
    } catch (error) {
      // It was never rotated.
      if ((error as Error).name === 'ResourceNotFoundException') return undefined;
      throw error;
    }
  };
  let known: { readonly keys: Uint8Array[]; readonly until: number } | undefined;
  return async () => {
    if (known !== undefined && known.until > now()) return known.keys;
    const [current, before] = await Promise.all([read('AWSCURRENT'), readBefore()]);
    if (current === undefined) throw new WebhookSecretError(secretArn);
    known = { keys: before === undefined ? [current] : [current, before], until: now() + REMEMBERED };
    return known.keys;
  };
}
