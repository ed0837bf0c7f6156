#!/usr/bin/env node
// Runs the program. A clone has it as entity-data.ts, whose types Node strips from 22.18 on; the npm package has it as
// JavaScript in build/. Under an older Node, the one of the `node` package (a development dependency of a clone) takes
// over. This file is plain JavaScript that any Node with modules can read.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'entity-data.ts');
const isClone = existsSync(source);
const program = isClone ? source : join(here, '../../build/apps/cli/entity-data.js');
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) await import(pathToFileURL(program).href);
else runWithPackagedNode();

function runWithPackagedNode() {
  const node = packagedNode();
  if (node === undefined) {
    console.error(
      `entity-data needs Node 22.18 or newer; this is ${process.versions.node}.\n` +
        `Install a newer Node${isClone ? ', or run "npm ci", which installs one' : ', then run the command again'}.`,
    );
    process.exitCode = 1;
    return;
  }
  // The channel tells the child when this process is gone, even killed.
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // Ctrl-C reaches both processes; other signals reach this one only. The child treats a second one as a repetition.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

function packagedNode() {
  try {
    const packageFile = createRequire(import.meta.url).resolve('node/package.json');
    const binary = join(dirname(packageFile), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
