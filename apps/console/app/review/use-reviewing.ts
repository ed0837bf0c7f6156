import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { type Decided, decide } from '../decisions/decision.ts';
import { outcomeOf } from '../decisions/outcome.ts';
import { type Review, readReviews, skipReview } from './review.ts';

/** What the reader says about a pair. */
export type Verdict = 'same' | 'different' | 'skip';

/** A pair that the reader is done with. */
interface Done {
  readonly review: Review;
  readonly verdict: Verdict;
  /** Undefined for a skipped pair. */
  readonly decided: Decided | undefined;
}

interface State {
  /** The pairs to look at, the present one first; undefined until they are read. */
  readonly queue: readonly Review[] | undefined;
  readonly after: string | null;
  /** Pairs in the queue of the service, when it was last read. */
  readonly count: number;
  readonly done: readonly Done[];
  /** What the last verdict did. */
  readonly message: string;
  readonly problems: readonly Problem[] | undefined;
}

export interface Reviewing extends State {
  readonly isBusy: boolean;
  readonly judge: (verdict: Verdict) => void;
  /** Takes the last verdict back, and shows its pair again. */
  readonly undo: () => void;
  /** Leaves the present pair out, without a word to the service. */
  readonly pass: () => void;
  readonly reload: () => void;
}

const empty: State = { queue: undefined, after: null, count: 0, done: [], message: '', problems: undefined };

/** Works the review queue off, one pair after the other. */
export function useReviewing(minScore: number, reason: string): Reviewing {
  const [state, setState] = useState<State>(empty);
  const [isBusy, setBusy] = useState(false);
  // Keys may come faster than answers: one at a time.
  const busy = useRef(false);

  const run = useCallback((work: () => Promise<(before: State) => State>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    work()
      .then(setState, (error: unknown) => setState((before) => ({ ...before, problems: problemsOf(error) })))
      .finally(() => {
        busy.current = false;
        setBusy(false);
      });
  }, []);
  const reload = useCallback(
    () =>
      run(async () => {
        const page = await readReviews(minScore, undefined);
        return (before) => ({
          ...before,
          queue: page.reviews,
          after: page.after,
          count: page.count,
          problems: undefined,
        });
      }),
    [minScore, run],
  );
  useEffect(reload, [reload]);

  const { queue, after, done } = state;
  const review = queue?.[0];
  /** The state without the present pair; reads the next page when it was the last one. */
  const goOn = async (): Promise<(before: State) => State> => {
    const rest = queue?.slice(1) ?? [];
    if (rest.length > 0 || after === null) return (before) => ({ ...before, queue: rest, problems: undefined });
    const page = await readReviews(minScore, after);
    return (before) => ({ ...before, queue: page.reviews, after: page.after, count: page.count, problems: undefined });
  };
  const judge = (verdict: Verdict) => {
    if (review === undefined) return;
    run(async () => {
      const [decided, message] = await carryOut(review, verdict, reason);
      const next = await goOn();
      return (before) => {
        const after = next(before);
        return {
          ...after,
          message,
          count: Math.max(0, after.count - 1),
          done: [...before.done, { review, verdict, decided }],
        };
      };
    });
  };
  const undo = () => {
    const last = done.at(-1);
    if (last === undefined) return;
    run(async () => {
      const message = await takeBack(last);
      return (before) => ({
        ...before,
        message,
        count: before.count + 1,
        queue: [last.review, ...(before.queue ?? [])],
        done: before.done.slice(0, -1),
        problems: undefined,
      });
    });
  };
  return { ...state, isBusy, judge, undo, pass: () => run(goOn), reload };
}

async function carryOut(
  review: Review,
  verdict: Verdict,
  reason: string,
): Promise<readonly [Decided | undefined, string]> {
  const [a, b] = [review.a.id, review.b.id];
  if (verdict === 'skip') {
    const triggered = await skipReview(review);
    return [undefined, triggered ? `${a} and ${b} are skipped.` : `${a} and ${b} were out of the queue before.`];
  }
  const kind = verdict === 'same' ? 'link' : 'separate';
  const decided = await decide({ kind, a, b }, { reason, lift: false });
  return [decided, outcomeOf(kind, decided).texts.join(' ')];
}

async function takeBack({ review, decided }: Done): Promise<string> {
  if (decided === undefined) return `${review.a.id} and ${review.b.id} again: decide, or skip.`;
  const undone = await decide({ kind: 'undo', decision: decided.decision }, { reason: '', lift: false });
  return outcomeOf('undo', undone).texts.join(' ');
}
