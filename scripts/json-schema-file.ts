import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Writes a JSON Schema that is made from code; with `--check` it only compares, and sets the exit code 1 when the file is
 * not what would be written.
 *
 * @param path of the file, from the root of the repository
 * @param script to run when it is not current
 */
export function writeJsonSchema(path: string, schema: object, script: string): void {
  const file = join(root, path);
  const name = relative(root, file);
  const written = formatted(file, JSON.stringify(schema));
  if (process.argv.includes('--check')) {
    if (existsSync(file) && readFileSync(file, 'utf8') === written) return;
    console.error(`${name} is not current: run node scripts/${script}`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, written);
  console.log(`${name} written`);
}

/** As Biome would leave it, so that the file passes the same checks as those written by hand. */
function formatted(file: string, json: string): string {
  const biome = join(root, 'node_modules/.bin/biome');
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${file}`], {
    cwd: root,
    input: json,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`Biome cannot format the schema: ${stderr}`);
  return stdout;
}
