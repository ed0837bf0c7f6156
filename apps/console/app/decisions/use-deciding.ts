import { useCallback, useLayoutEffect, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { type Decided, decide, type Motive, type Question } from './decision.ts';

export interface Deciding {
  /** What the reader is asked to confirm. */
  readonly question: Question | undefined;
  /** What the last decision did. */
  readonly answered: { readonly question: Question; readonly decided: Decided } | undefined;
  /** Why the last attempt was refused; nothing was stored. */
  readonly problems: readonly Problem[] | undefined;
  readonly isBusy: boolean;
  /** Number of decisions so far: what is shown was read before the last one. */
  readonly version: number;
  readonly ask: (question: Question) => void;
  /** Leaves the question. One that is sent stays until it is answered, as nothing takes it back. */
  readonly cancel: () => void;
  /** Carries the question out. It stays, with what the reader wrote, if it is refused. */
  readonly confirm: (motive: Motive) => void;
}

/** A question, and how far it is. */
interface Asked {
  readonly question: Question;
  readonly problems?: readonly Problem[];
  readonly isBusy: boolean;
}

interface State {
  readonly asked?: Asked;
  readonly answered?: Deciding['answered'];
}

/**
 * Decisions of the reader, one after the other.
 *
 * @param address of what is shown: with another one, the question and what the last decision did are gone
 */
export function useDeciding(address: string, onDecided?: (decided: Decided, question: Question) => void): Deciding {
  const [{ asked, answered }, setState] = useState<State>({});
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for what is shown
  useLayoutEffect(() => setState({}), [address]);
  const ask = useCallback(
    (question: Question) => setState((before) => ({ ...before, asked: { question, isBusy: false } })),
    [],
  );
  const cancel = useCallback(
    () => setState(({ asked, ...before }) => (asked?.isBusy ? { ...before, asked } : before)),
    [],
  );
  const confirm = (motive: Motive) => {
    if (asked === undefined || asked.isBusy) return;
    const { question } = asked;
    const sent: Asked = { question, isBusy: true };
    // An answer changes nothing if its question is not the one that is asked by then.
    const settle = (next: State) =>
      setState((before) => (before.asked === sent ? { answered: before.answered, ...next } : before));
    setState((before) => ({ ...before, asked: sent }));
    decide(question, motive).then(
      (decided) => {
        settle({ answered: { question, decided } });
        setVersion((before) => before + 1);
        onDecided?.(decided, question);
      },
      (error: unknown) => settle({ asked: { question, problems: problemsOf(error), isBusy: false } }),
    );
  };
  return {
    question: asked?.question,
    answered,
    problems: asked?.problems,
    isBusy: asked?.isBusy ?? false,
    version,
    ask,
    cancel,
    confirm,
  };
}
