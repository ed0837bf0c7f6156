import { useSyncExternalStore } from 'react';
import { RequestFailed } from '../api/problem.ts';
import type { UploadPosition } from './state.ts';
import { command, sendPart } from './your-data.ts';

/** Bytes of the first request and of the largest one. A quick network gets larger ones. */
const partSizes = { first: 128 * 1024, largest: 4 * 1024 ** 2 };
/** Milliseconds that a request should take, so that the progress is seen to move. */
const quick = 300;
/** Attempts of a request without an answer, and milliseconds between them. */
const attempts = 5;
const pause = 1_000;

let current: AbortController | undefined;
const listeners = new Set<() => void>();

function become(next: AbortController | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/** True while this page sends a file, whatever view is open. */
export const useIsSending = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current !== undefined,
  );

/** Stops sending. */
export function stopSending(): void {
  current?.abort();
  become(undefined);
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
  become(controller);
  try {
    const { name, size, lastModified: modified } = file;
    let position = await command<UploadPosition>('file', { name, size, modified });
    let bytes = partSizes.first;
    while (position.received < size) {
      const { upload, received } = position;
      const began = performance.now();
      const part = await read(file, received, bytes);
      position = await repeated(() => sendPart(upload, received, part, controller.signal), controller.signal);
      if (performance.now() - began < quick) bytes = Math.min(2 * bytes, partSizes.largest);
    }
  } catch (error) {
    if (!controller.signal.aborted) throw error;
  } finally {
    if (current === controller) become(undefined);
  }
}

/** @throws RequestFailed when the file is no longer the one that was chosen */
async function read(file: File, from: number, bytes: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(from, from + bytes).arrayBuffer()]);
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
