import { parentPort } from 'node:worker_threads';
import type { Toolbox } from '../../../src/guidance/tools/toolbox.ts';

/** What a worker thread is asked for; it answers a `ToolCall`. */
export interface CallMessage {
  readonly name: string;
  /** JSON, which costs the event loop of the sender far less than a copy of many small values; undefined: none. */
  readonly args: string | undefined;
}

/** Runs in a worker thread: says that it is ready, then answers one call after the other. */
export function serveCalls(toolbox: Pick<Toolbox, 'call'>): void {
  const port = parentPort!;
  port.on('message', ({ name, args }: CallMessage) => {
    port.postMessage(toolbox.call(name, args === undefined ? undefined : JSON.parse(args)));
  });
  port.postMessage('ready');
}
