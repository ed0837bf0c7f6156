import { readFileSync } from 'node:fs';

/** The most memory that a process had resident, in bytes; undefined where the system does not tell (only Linux does). */
export function peakMemory(pid: number): number | undefined {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? undefined : Number(line[1]) * 1024;
  } catch {
    return undefined;
  }
}

/**
 * Of the memory that a process has resident now, what is not pages of files, in bytes: the rest is the system's cache of
 * the data files, which it takes back when it needs the room.
 */
export function ownMemory(pid: number): number | undefined {
  try {
    const line = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? undefined : Number(line[1]) * 1024;
  } catch {
    return undefined;
  }
}
