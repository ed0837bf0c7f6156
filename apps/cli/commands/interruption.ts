/** Ctrl-C arrives twice within this many milliseconds: from the terminal and from the launcher. */
const repeatPause = 1000;

/** Milliseconds that a command has to end by itself when the launcher was killed: no one waits for what it does. */
const patience = 500;

/**
 * Calls back once when the process should end: on Ctrl-C, a signal, or the death of the launcher that started it. Until
 * `dispose`, the first signal does not end the process; a later one does, so that you need not wait.
 *
 * @param withoutLauncher milliseconds until the process ends, once the launcher is dead
 */
export function onInterruption(tell: () => void, withoutLauncher = patience): { dispose(): void } {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let first: number | undefined;
  const listener = () => {
    if (first === undefined) {
      first = Date.now();
      tell();
    } else if (Date.now() - first > repeatPause) process.exit(130);
  };
  for (const signal of signals) process.on(signal, listener);
  const onDisconnect = () => {
    listener();
    setTimeout(() => process.exit(130), withoutLauncher).unref();
  };
  process.on('disconnect', onDisconnect);
  return {
    dispose() {
      for (const signal of signals) process.off(signal, listener);
      process.off('disconnect', onDisconnect);
    },
  };
}

/** Milliseconds between two reasons that are printed. */
const PAUSE = 1_000;

/** Returns a function that prints why a command is delayed, at most once a second. */
export function noteSetback(): (reason: string) => void {
  let last = 0;
  return (reason) => {
    if (Date.now() - last < PAUSE) return;
    last = Date.now();
    process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}Trying again: ${reason}\n`);
  };
}
