import { useCallback, useState } from 'react';
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
  readonly cancel: () => void;
  /** Carries the question out. It stays, with what the reader wrote, if it is refused. */
  readonly confirm: (motive: Motive) => void;
}

/** Decisions of the reader, one after the other. */
export function useDeciding(onDecided?: (decided: Decided, question: Question) => void): Deciding {
  const [question, setQuestion] = useState<Question>();
  const [answered, setAnswered] = useState<Deciding['answered']>();
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [isBusy, setBusy] = useState(false);
  const [version, setVersion] = useState(0);
  const ask = useCallback((next: Question) => {
    setProblems(undefined);
    setQuestion(next);
  }, []);
  const cancel = useCallback(() => setQuestion(undefined), []);
  const confirm = (motive: Motive) => {
    if (question === undefined || isBusy) return;
    setBusy(true);
    setProblems(undefined);
    decide(question, motive)
      .then(
        (decided) => {
          setQuestion(undefined);
          setAnswered({ question, decided });
          setVersion((before) => before + 1);
          onDecided?.(decided, question);
        },
        (error: unknown) => setProblems(problemsOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return { question, answered, problems, isBusy, version, ask, cancel, confirm };
}
