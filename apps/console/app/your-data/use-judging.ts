import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { useKeys } from '../use-keys.ts';
import { answerPair, type LabelAnswer, type LabelView, readView, undoAnswer } from './judged-pair.ts';

export interface Judging {
  readonly view: LabelView | undefined;
  readonly problems: readonly Problem[] | undefined;
  readonly isBusy: boolean;
  readonly answer: (answer: LabelAnswer) => void;
  readonly undo: () => void;
}

/** Judging pairs one after the other, with buttons or keys. */
export function useJudging(): Judging {
  const [view, setView] = useState<LabelView>();
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [isBusy, setBusy] = useState(true);
  // Keys may come faster than answers: one at a time.
  const busy = useRef(false);

  const run = useCallback((work: () => Promise<LabelView>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setProblems(undefined);
    work()
      .then(setView, (error: unknown) => setProblems(problemsOf(error)))
      .finally(() => {
        busy.current = false;
        setBusy(false);
      });
  }, []);
  useEffect(() => run(readView), [run]);

  const pair = view?.pair?.pair;
  const answer = useCallback(
    (given: LabelAnswer) => {
      if (pair !== undefined) run(() => answerPair(pair, given));
    },
    [pair, run],
  );
  const undo = useCallback(() => run(undoAnswer), [run]);
  useKeys({ y: () => answer('same'), n: () => answer('different'), u: () => answer('unsure'), b: undo });
  return { view, problems, isBusy, answer, undo };
}
