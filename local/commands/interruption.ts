/**
 * Tells once that the process is asked to end: Ctrl-C, a signal, or the death of the launcher that started it. Until
 * `dispose`, the signals themselves do not end the process.
 */
export function onInterruption(tell: () => void): { dispose(): void } {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let told = false;
  const listener = () => {
    if (told) return;
    told = true;
    tell();
  };
  for (const signal of signals) process.on(signal, listener);
  process.on('disconnect', listener);
  return {
    dispose() {
      for (const signal of signals) process.off(signal, listener);
      process.off('disconnect', listener);
    },
  };
}
