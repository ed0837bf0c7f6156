import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readSecret } from '../../../src/events/signature.ts';
import { WebhookSecretError } from '../errors.ts';
import { clientOptions } from './aws-client.ts';

const REMEMBERED = 300_000;

/**
 * Returns a function that reads a webhook's keys from Secrets Manager and caches them for five minutes. After a
 * rotation it also returns the previous key, so that you can configure the receivers with the new key afterwards.
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
      // The secret was never rotated.
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
