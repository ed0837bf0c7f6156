import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Writes a file that is generated; with `--check` it only compares, and sets the exit code 1 when the file is not what
 * would be written.
 *
 * @param problem what to say of a file that is not
 * @returns whether it was written
 */
export function keepCurrent(file: string, text: string, problem: string): boolean {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  const isWritten = !process.argv.includes('--check');
  if (isWritten) writeFileSync(file, text);
  else {
    console.error(problem);
    process.exitCode = 1;
  }
  return isWritten;
}

/** A text as Biome would leave it, so that its file passes the same checks as those written by hand. */
export function formatted(file: string, text: string): string {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${file}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`Biome cannot format the schema: ${stderr}`);
  return stdout;
}
