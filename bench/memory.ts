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
