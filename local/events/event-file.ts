import { open } from 'node:fs/promises';
import type { EventTarget } from '../../functions/core/events/target.ts';

/** Appends events to a file, one a line of JSON; an event counts as taken when it is on the disk. */
export function createEventFile(path: string): EventTarget {
  return {
    async deliver(events) {
      try {
        const file = await open(path, 'a', 0o600);
        try {
          await file.appendFile(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
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
