import { useCallback, useEffect, useState } from 'react';
import { type Problem, problemsOf } from './api/problem.ts';

/** State of a request. While it is repeated, the previous value stays. */
export interface Request<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly Problem[] | undefined;
  readonly isLoading: boolean;
  /** Sends the request again, and forgets the value. */
  readonly repeat: () => void;
  /** Sends the request again; the value stays until the answer is there. */
  readonly refresh: () => void;
}

/**
 * Sends a request whenever `subject` changes, and aborts the previous one.
 *
 * @param subject identifies the request; undefined sends none
 */
export function useRequest<Value>(
  subject: string | undefined,
  request: (signal: AbortSignal) => Promise<Value>,
): Request<Value> {
  const [state, setState] = useState<{
    readonly subject: string | undefined;
    readonly value?: Value;
    readonly problems?: readonly Problem[];
  }>({ subject: undefined });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject stands for the request, a new round repeats it
  useEffect(() => {
    if (subject === undefined) return;
    const controller = new AbortController();
    // A request that throws synchronously becomes a rejection; thrown here it would unmount the page.
    const asked = async () => request(controller.signal);
    asked().then(
      (value) => {
        if (!controller.signal.aborted) setState({ subject, value });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ subject, problems: problemsOf(error) });
      },
    );
    return () => controller.abort();
  }, [subject, round]);

  const repeat = useCallback(() => {
    setState({ subject: undefined });
    setRound((before) => before + 1);
  }, []);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  const isSettled = subject === undefined || state.subject === subject;
  return {
    value: subject === undefined ? undefined : state.value,
    problems: isSettled && subject !== undefined ? state.problems : undefined,
    isLoading: !isSettled,
    repeat,
    refresh,
  };
}
