import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** The thread's share of a busy core is about half of that of any other. */
const STEPS = 3;

/**
 * Lets the other threads of a busy machine go before the one that calls: those that answer, and that collect their
 * garbage. On Linux, where a thread has a priority of its own; elsewhere it is the process's and stays as it is.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, Math.min(getPriority(thread) + STEPS, constants.priority.PRIORITY_LOW));
  } catch {
    // Where /proc is not to be seen, or a sandbox forbids it, the thread does the same work at the priority that it has.
  }
}
