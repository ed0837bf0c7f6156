import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { answerPair, type LabelAnswer, type LabelView, readView, undoAnswer } from './judged-pair.ts';

export interface Judging {
  readonly view: LabelView | undefined;
  readonly problems: readonly Problem[] | undefined;
  readonly isBusy: boolean;
  readonly answer: (answer: LabelAnswer) => void;
  readonly undo: () => void;
}

/** The keys of the answers. */
const keys: Readonly<Record<string, LabelAnswer>> = { y: 'same', n: 'different', u: 'unsure' };

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
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.matches('input, select, textarea')) return;
      const given = keys[event.key.toLowerCase()];
      if (given !== undefined) answer(given);
      else if (event.key.toLowerCase() === 'b') undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [answer, undo]);
  return { view, problems, isBusy, answer, undo };
}
