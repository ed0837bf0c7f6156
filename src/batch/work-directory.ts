import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { EntityDataError } from '../errors.ts';
import { makeDirectory } from '../make-directory.ts';

/** What does not fit into memory cannot be kept. */
class WorkSpaceError extends EntityDataError {
  readonly code = 'WORK_SPACE';
}

/** Does what keeps something in a file. @throws WorkSpaceError */
export function keeping<Kept>(path: string, keep: () => Kept): Kept {
  try {
    return keep();
  } catch (cause) {
    throw new WorkSpaceError(`What does not fit into memory cannot be kept in ${path}: ${(cause as Error).message}`, {
      hint: 'Free space on this disk, about ten times the size of all files; and check that this user may write there.',
      cause,
    });
  }
}

const PREFIX = 'entity-data-batch.';
const NAME = /^entity-data-batch\.(\d+)\.[0-9a-f]{8}$/;

/** Those of this process: a process of the same number may have left others. */
const inUse = new Set<string>();

/**
 * A directory for what does not fit into memory: personal data, so that only this user enters it. It is made when it is
 * first needed. Those that killed processes left are removed when another one is made in the same place.
 */
export class WorkDirectory {
  private readonly parent: string;
  private made: string | undefined;

  constructor(parent: string) {
    this.parent = parent;
  }

  /** Throws WorkSpaceError. */
  readonly path = (): string => {
    if (this.made === undefined) {
      sweepWorkDirectories(this.parent);
      const path = join(this.parent, `${PREFIX}${process.pid}.${randomUUID().slice(0, 8)}`);
      inUse.add(path);
      keeping(path, () => makeDirectory(path));
      this.made = path;
    }
    return this.made;
  };

  remove(): void {
    if (this.made === undefined) return;
    fs.rmSync(this.made, { recursive: true, force: true });
    inUse.delete(this.made);
    this.made = undefined;
  }
}

/** Removes the working directories of processes that are no more. */
function sweepWorkDirectories(parent: string): void {
  for (const name of namesIn(parent)) {
    const owner = NAME.exec(name)?.[1];
    const path = join(parent, name);
    if (owner === undefined || (Number(owner) === process.pid ? inUse.has(path) : isAlive(Number(owner)))) continue;
    try {
      fs.rmSync(path, { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return fs.readdirSync(directory);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
