/**
 * Writes docs/rule-config/rule-config.schema.json from the types of the service; with --check it only compares, and ends
 * with 1 when the file is not what would be written.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ruleConfigJsonSchema } from '../src/rules/json-schema.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/rule-config/rule-config.schema.json');
const name = relative(root, file);

const written = formatted(JSON.stringify(ruleConfigJsonSchema()));
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== written) {
    console.error(`${name} is not current: run node scripts/rule-config-schema.ts`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, written);
  console.log(`${name} written`);
}

/** As Biome would leave it, so that the file passes the same checks as those written by hand. */
function formatted(json: string): string {
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
