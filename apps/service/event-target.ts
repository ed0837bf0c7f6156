import { type FileHandle, open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WebhookSecretError } from '../../functions/events/errors.ts';
import { EntityDataError } from '../../src/errors.ts';
import type { EventTarget } from '../../src/events/target.ts';
import { createWebhook, isWebhookAddress, readSecret } from '../../src/events/webhook.ts';

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

/**
 * Appends events to a file, one JSON object a line. An event counts as delivered when it is on disk. A line that a
 * crash or a full disk cut off stays as it is, because a reader may have read it already.
 */
function createEventFile(path: string): EventTarget {
  return {
    async deliver(events) {
      try {
        const file = await open(path, 'a+', 0o600);
        try {
          const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
          await file.appendFile((await isCutOff(file)) ? `\n${lines}` : lines);
          await file.sync();
        } finally {
          await file.close();
        }
        return events.map(() => 'delivered');
      } catch (error) {
        const reason = `the file of events cannot be written: ${(error as Error).message}`;
        return events.map(() => ({ reason, unavailable: true }));
      }
    },
  };
}

/** True when the last line has no line break. */
async function isCutOff(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0] !== 0x0a;
}
