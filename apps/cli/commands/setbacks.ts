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
