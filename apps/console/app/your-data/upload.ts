import { RequestFailed } from '../api/problem.ts';
import { command, sendPart, type UploadPosition } from './your-data.ts';

/** Bytes of a request. */
const partSize = 4 * 1024 ** 2;
/** Attempts of a request without an answer, and milliseconds between them. */
const attempts = 5;
const pause = 1_000;

let current: AbortController | undefined;

/** True while this page sends a file, whatever view is open. */
export const isSending = (): boolean => current !== undefined;

/** Stops sending. */
export function stopSending(): void {
  current?.abort();
  current = undefined;
}

/**
 * Sends a file part by part, which needs little memory for a file of any size, and continues an upload of the same file
 * that another page began.
 *
 * @throws RequestFailed unless it was stopped
 */
export async function sendFile(file: File): Promise<void> {
  stopSending();
  const controller = new AbortController();
  current = controller;
  try {
    const { name, size, lastModified: modified } = file;
    let position = await command<UploadPosition>('file', { name, size, modified });
    while (position.received < size) {
      const { upload, received } = position;
      position = await repeated(
        async () => sendPart(upload, received, await read(file, received), controller.signal),
        controller.signal,
      );
    }
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  } finally {
    if (current === controller) current = undefined;
  }
}

/** @throws RequestFailed when the file is no longer the one that was chosen */
async function read(file: File, from: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(from, from + partSize).arrayBuffer()]);
  } catch {
    throw new RequestFailed(
      [
        {
          message: `${file.name} changed or cannot be read.`,
          hint: 'Cancel, and choose it again when it is complete. A folder cannot be taken.',
        },
      ],
      0,
    );
  }
}

/** Repeats a request that got no answer. */
async function repeated<Answer>(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      const isSilent = error instanceof RequestFailed && error.status === undefined;
      if (!isSilent || attempt === attempts || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
