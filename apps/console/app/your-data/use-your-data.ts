import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf, RequestFailed } from '../api/problem.ts';
import { endSession } from '../api/session.ts';
import type { YourDataState } from './state.ts';
import { readState } from './your-data.ts';

/** Milliseconds from one answer to the next request: while something is under way, and else. */
const pauses = { busy: 400, idle: 2_500 };
/** Milliseconds without an answer while the service goes over to another instance. */
const patience = 30_000;

const busy: readonly YourDataState['step'][] = ['receiving', 'designing', 'starting', 'loading'];

type Action = 'send' | 'cancel' | 'discard' | 'design' | 'judge' | 'start' | 'resume';

export interface YourDataRequest {
  readonly state: YourDataState | undefined;
  readonly problems: readonly Problem[] | undefined;
  /**
   * Does what the reader asks for, then reads the state again. Keeps the problems of what fails. A second press does nothing
   * until that state is there.
   */
  readonly act: (name: Action, work: () => Promise<unknown>) => void;
}

/** Reads how far the file is, again and again while the page is visible. */
export function useYourData(): YourDataRequest {
  const [state, setState] = useState<YourDataState>();
  const [silence, setSilence] = useState<readonly Problem[]>();
  const [refusal, setRefusal] = useState<readonly Problem[]>();
  const wake = useRef<() => Promise<void>>(async () => {});
  const underWay = useRef(new Set<Action>());

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: YourDataState | undefined;
    let answered = Date.now();
    let looks = 0;
    let newest = 0;
    const take = (next: YourDataState) => {
      // The service may run another instance: with other keys, rules and fields.
      if (next.step !== last?.step) endSession();
      last = next;
      answered = Date.now();
      setState((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
      setSilence(undefined);
    };
    const refuse = (error: unknown) => {
      const isSwitching = last?.step === 'starting' && isSilent(error) && Date.now() - answered < patience;
      if (!isSwitching) setSilence(problemsOf(error));
    };
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      looks += 1;
      const turn = looks;
      try {
        const next = await readState(signal);
        // An answer may be overtaken by that of a later look.
        if (signal.aborted || turn < newest) return;
        newest = turn;
        take(next);
      } catch (error) {
        if (!signal.aborted) refuse(error);
      }
    };
    const poll = async () => {
      await look();
      clearTimeout(timer);
      const isBusy = last !== undefined && busy.includes(last.step);
      if (!signal.aborted) timer = setTimeout(poll, isBusy ? pauses.busy : pauses.idle);
    };
    const now = () => void poll();
    wake.current = poll;
    document.addEventListener('visibilitychange', now);
    now();
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', now);
    };
  }, []);

  const act = useCallback((name: Action, work: () => Promise<unknown>) => {
    if (underWay.current.has(name)) return;
    underWay.current.add(name);
    setRefusal(undefined);
    // What takes long has begun by then.
    setTimeout(() => wake.current(), pauses.busy / 2);
    work()
      .catch((error: unknown) => setRefusal(problemsOf(error)))
      .finally(async () => {
        await wake.current();
        underWay.current.delete(name);
      });
  }, []);
  return { state, problems: silence ?? refusal, act };
}

const isSilent = (error: unknown): boolean => error instanceof RequestFailed && error.status === undefined;
