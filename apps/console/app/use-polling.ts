import { useEffect, useRef, useState } from 'react';

/**
 * Asks again and again while the page is visible: the next time so many milliseconds after an answer.
 *
 * @param ask takes note of the answer itself, and of a failure; the signal aborts when the view is closed
 * @param pause undefined to ask only once
 * @param round another one asks anew at once
 */
export function usePolling(ask: (signal: AbortSignal) => Promise<void>, pause: number | undefined, round = 0): void {
  const latest = useRef(ask);
  latest.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the request
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      if (document.visibilityState === 'visible') await latest.current(signal);
      if (!signal.aborted && pause !== undefined) timer = setTimeout(poll, pause);
    };
    void poll();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [pause, round]);
}

/** A value, delayed until it has not changed for this many milliseconds, to avoid requests while typing. */
export function useLater<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}
