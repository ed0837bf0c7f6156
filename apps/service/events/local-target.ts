import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WebhookSecretError } from '../../../functions/events/errors.ts';
import { EntityDataError } from '../../../src/errors.ts';
import { readSecret } from '../../../src/events/signature.ts';
import type { EventTarget } from '../../../src/events/target.ts';
import { createWebhook, isWebhookAddress } from '../../../src/events/webhook.ts';
import { createEventFile } from './event-file.ts';

export interface EntityEventsOptions {
  /** Address of a webhook, or path of a file. */
  readonly target: string;
  /** File with the secret that signs webhooks. */
  readonly secretFile?: string | undefined;
}

/** The target of `--entity-events` cannot be used. */
export class EntityEventsError extends EntityDataError {
  readonly code = 'ENTITY_EVENTS_INVALID';
}

/**
 * Opens the target given on the command line.
 *
 * @throws EntityEventsError, WebhookSecretError
 */
export async function openLocalTarget({ target, secretFile }: EntityEventsOptions): Promise<EventTarget> {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(target)) return openEventFile(target);
  if (target.startsWith('file://')) return openEventFile(fileURLToPath(target));
  if (!isWebhookAddress(target)) {
    throw new EntityEventsError(`--entity-events cannot send to ${target}.`, {
      hint: 'Name a file, an https address without a user name, or an http address of this machine.',
    });
  }
  if (secretFile === undefined) {
    throw new EntityEventsError('--entity-events names a webhook, but there is no secret to sign with.', {
      hint: 'Name a file that holds the secret with --entity-events-secret-file.',
    });
  }
  let text: string;
  try {
    text = await readFile(secretFile, 'utf8');
  } catch (cause) {
    throw new EntityEventsError(`The secret of the webhook cannot be read: ${(cause as Error).message}.`, {
      hint: 'Name a file that this user may read with --entity-events-secret-file.',
      cause,
    });
  }
  const secret = readSecret(text);
  if (secret === undefined) throw new WebhookSecretError(secretFile);
  return createWebhook({ url: target, secrets: async () => [secret] });
}

/** Opens the file once at start, to report a mistake; later failures count as an unavailable target. */
async function openEventFile(path: string): Promise<EventTarget> {
  try {
    await (await open(path, 'a+', 0o600)).close();
  } catch (cause) {
    throw new EntityEventsError(`--entity-events names a file that cannot be written: ${(cause as Error).message}.`, {
      hint: 'Name a file in an existing directory that this user may write to.',
      cause,
    });
  }
  return createEventFile(path);
}
