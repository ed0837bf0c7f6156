import { type FileHandle, open } from 'node:fs/promises';
import type { EventTarget } from '../../../src/events/target.ts';

/**
 * Appends events to a file, one JSON object a line. An event counts as delivered when it is on disk. A line that a
 * crash or a full disk cut off stays as it is, because a reader may have read it already.
 */
export function createEventFile(path: string): EventTarget {
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
