import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { runtimeOfFunctions } from './runtime-of-functions.ts';

/** A function as Lambda runs it: its own process, its own environment, the code out of its archive. */
export interface FunctionProcess {
  /** @param timeLeft milliseconds that the call may take; else FUNCTION_TIMEOUT_MILLISECONDS of the environment */
  invoke(event: unknown, timeLeft?: number): Promise<unknown>;
  /** What it wrote to its log so far. */
  readonly log: () => string;
  stop(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

/**
 * Unpacks the archive and starts what `handler` names, as `file.export`.
 *
 * @throws Error with the log when the function fails to start.
 */
export async function startFunction(
  archive: Uint8Array,
  handler: string,
  environment: Readonly<Record<string, string>>,
): Promise<FunctionProcess> {
  const directory = mkdtempSync(join(tmpdir(), 'entity-data-function-'));
  for (const [path, content] of Object.entries(unzipSync(archive))) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  const [file, name] = handler.split('.');
  if (name !== 'handler')
    throw new Error(`The function has the handler ${handler}, and no export of that name is run.`);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  return startHandler(join(directory, `${file}.mjs`), environment, { cwd: directory, remove });
}

/**
 * Starts what a module exports as `handler`.
 *
 * @throws Error with the log when it fails to start.
 */
export async function startHandler(
  module: string,
  environment: Readonly<Record<string, string>>,
  { cwd, remove = () => {} }: { readonly cwd: string; readonly remove?: () => void },
): Promise<FunctionProcess> {
  // A file has what was written before an answer when the answer comes; of a pipe it might not be read by then.
  const logs = mkdtempSync(join(tmpdir(), 'entity-data-function-log-'));
  const file = join(logs, 'log');
  const descriptor = openSync(file, 'a');
  const child = fork(join(import.meta.dirname, 'function-process.mjs'), [pathToFileURL(module).href], {
    env: { ...environment },
    cwd,
    stdio: ['ignore', descriptor, descriptor, 'ipc'],
    execPath: runtimeOfFunctions,
    execArgv: ['--no-warnings'],
  });
  closeSync(descriptor);
  let lastLog: string | undefined;
  const log = () => lastLog ?? readFileSync(file, 'utf8');
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  child.on('message', (reply: Reply) => {
    const call = waiting.get(reply.id ?? -1);
    waiting.delete(reply.id ?? -1);
    if (reply.failure === undefined) call?.resolve(reply.answer);
    else call?.reject(new Error(reply.failure));
  });
  const stop = async () => {
    await end(child);
    lastLog = log();
    rmSync(logs, { recursive: true, force: true });
    remove();
  };
  const ended = once(child, 'exit').then(() => 'ended' as const);
  if ((await Promise.race([once(child, 'message'), ended])) === 'ended') {
    await stop();
    throw new Error(`The function did not start:\n${log()}`);
  }
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`The function ended:\n${log()}`));
  });
  let calls = 0;
  return {
    invoke: (event, timeLeft) =>
      new Promise((resolve, reject) => {
        const id = calls++;
        waiting.set(id, { resolve, reject });
        child.send({ id, event, timeLeft });
      }),
    log,
    stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
