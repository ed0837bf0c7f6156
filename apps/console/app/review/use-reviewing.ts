import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReviewPage } from '../../../../src/graphql/queries/reviews.generated.ts';
import { type Problem, problemsOf } from '../api/problem.ts';
import { type Decided, decide, isRefused } from '../decisions/decision.ts';
import { outcomeOf } from '../decisions/outcome.ts';
import { timeOfDay } from '../parts/time-of-day.ts';
import {
  isPair,
  type Review,
  type ReviewFilter,
  readReviews,
  releaseReviews,
  skipReview,
  takeReviews,
} from './review.ts';

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
  /** What was chosen to see, when the queue was read. */
  readonly readFor: string | undefined;
  readonly after: string | null;
  /** Reviews in the queue of the service, when it was last read. */
  readonly count: number;
  readonly counts: ReviewPage['counts'];
  /** Reviews that people hold, and those of them that the reader holds. */
  readonly assigned: number;
  readonly mine: number;
  readonly done: readonly Done[];
  /** Number of answers so far, also of those taken back or lost: decisions read before are old. */
  readonly version: number;
  /** True while the last answer is lost: it may be stored. */
  readonly isUnsure: boolean;
  /** What the last verdict did. */
  readonly message: string;
  readonly problems: readonly Problem[] | undefined;
}

export interface Reviewing extends State {
  readonly isBusy: boolean;
  readonly judge: (verdict: Verdict) => void;
  /** Takes the last verdict back, and shows its pair again. */
  readonly undo: () => void;
  /** False while the last verdict is not known for sure: it would be another one that is taken back. */
  readonly canUndo: boolean;
  /** Leaves the present pair out, without a word to the service. */
  readonly pass: () => void;
  readonly reload: () => void;
  /** Takes the next ten for the reader. */
  readonly take: () => void;
  /** Gives the present review back. */
  readonly release: () => void;
  /** Gives back all that the reader holds. */
  readonly releaseAll: () => void;
}

const empty: State = {
  queue: undefined,
  readFor: undefined,
  after: null,
  count: 0,
  counts: [],
  assigned: 0,
  mine: 0,
  done: [],
  version: 0,
  isUnsure: false,
  message: '',
  problems: undefined,
};

type Change = (before: State) => State;

const unchanged: Change = (before) => before;

/** What a page of the queue changes. */
const readState = ({ reviews, after, count, counts, assigned, mine }: ReviewPage, readFor: string) => ({
  queue: reviews,
  readFor,
  after,
  count,
  counts,
  assigned,
  mine,
  problems: undefined,
});

/** The queue after its first pair; unknown if the next page has to be read first. */
function withoutFirst(before: State): State {
  const rest = before.queue?.slice(1) ?? [];
  return {
    ...before,
    queue: rest.length > 0 || before.after === null ? rest : undefined,
    isUnsure: false,
    problems: undefined,
  };
}

/**
 * Works the review queue off, one pair after the other.
 *
 * @param onTaken shows what the reader holds; not called once another choice or view is shown
 */
export function useReviewing(filter: ReviewFilter, reason: string, onTaken: () => void): Reviewing {
  const { minScore, kind, whose } = filter;
  const [state, setState] = useState<State>(empty);
  const [isBusy, setBusy] = useState(false);
  // Keys may come faster than answers: one at a time.
  const busy = useRef(false);
  const name = `${minScore} ${kind} ${whose}`;
  /** What is chosen now; undefined once the view is left. */
  const here = useRef<string>();
  here.current = name;
  useEffect(() => () => (here.current = undefined), []);
  const reloadLater = useRef<(keepsProblems: boolean) => void>();
  const isDue = useRef(false);

  const run = useCallback((work: () => Promise<Change>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    work()
      .then(setState, (error: unknown) => setState((before) => ({ ...before, problems: problemsOf(error) })))
      .finally(() => {
        busy.current = false;
        setBusy(false);
        if (isDue.current && here.current !== undefined) reloadLater.current?.(true);
      });
  }, []);
  /** Reads a page of what is chosen. A failure matters only while it still is. */
  const read = useCallback(
    async (after?: string): Promise<Change> => {
      try {
        const page = readState(await readReviews({ minScore, kind, whose }, after), name);
        return (before) => ({ ...before, ...page });
      } catch (error) {
        if (here.current !== name) return unchanged;
        throw error;
      }
    },
    [minScore, kind, whose, name],
  );
  /** Reads the queue anew; as soon as possible, if something else is under way. */
  const reload = useCallback(
    (keepsProblems = false) => {
      isDue.current = busy.current;
      if (isDue.current) return;
      run(async () => {
        setState((before) => (before.readFor === name || keepsProblems ? before : { ...before, problems: undefined }));
        const change = await read();
        return (before) => ({ ...change(before), ...(keepsProblems && { problems: before.problems }) });
      });
    },
    [name, read, run],
  );
  reloadLater.current = reload;
  useEffect(() => reload(), [reload]);

  const { after, done, isUnsure } = state;
  // Under another choice the pairs that were read before were not shown.
  const queue = state.readFor === name ? state.queue : undefined;
  const review = queue?.[0];
  /** Leaves the present pair, and reads the next page when it was the last one. A failure offers to read again. */
  const goOn = async (change = unchanged): Promise<Change> => {
    setState((before) => change(withoutFirst(before)));
    return after === null || (queue?.length ?? 0) > 1 ? unchanged : read(after);
  };
  const judge = (verdict: Verdict) => {
    if (review === undefined || (verdict !== 'skip' && !isPair(review))) return;
    run(async () => {
      const [decided, message] = await carryOut(review, verdict, reason).catch((error: unknown) => {
        if (!isRefused(error)) setState((before) => ({ ...before, isUnsure: true, version: before.version + 1 }));
        throw error;
      });
      return goOn((before) => ({
        ...before,
        message,
        ...oneFewer(before, review, true),
        done: [...before.done, { review, verdict, decided }],
        version: before.version + 1,
      }));
    });
  };
  const canUndo = done.length > 0 && !isUnsure;
  const undo = () => {
    const last = done.at(-1);
    if (last === undefined || !canUndo) return;
    run(async () => {
      const message = await takeBack(last);
      return (before) => ({
        ...before,
        message,
        count: before.count + 1,
        ...(last.review.assignedTo !== null && { assigned: before.assigned + 1 }),
        ...(whose === 'mine' && { mine: before.mine + 1 }),
        queue: [last.review, ...(before.queue ?? [])],
        done: before.done.slice(0, -1),
        version: before.version + 1,
        problems: undefined,
      });
    });
  };
  const oneFewer = (before: State, { assignedTo }: Review, hasLeft: boolean) => ({
    count: Math.max(0, before.count - (hasLeft ? 1 : 0)),
    assigned: Math.max(0, before.assigned - (assignedTo === null ? 0 : 1)),
    mine: Math.max(0, before.mine - (whose === 'mine' ? 1 : 0)),
  });
  const take = () =>
    run(async () => {
      const held = await takeReviews(filter);
      if (whose === 'mine') isDue.current = true;
      // The reader may look at something else by now.
      else if (here.current === name) onTaken();
      return (before) => ({ ...before, message: heldText(held), problems: undefined });
    });
  const release = () => {
    if (review === undefined || whose !== 'mine') return;
    run(async () => {
      const count = await releaseReviews([review.id]);
      const message = `${nameOf(review)} ${count === 1 ? 'is free again' : 'was not yours any more'}.`;
      return goOn((before) => ({ ...before, ...oneFewer(before, review, false), message }));
    });
  };
  const releaseAll = () =>
    run(async () => {
      const count = await releaseReviews();
      const message = `${count === 1 ? '1 review is' : `${count} reviews are`} free again.`;
      setState((before) => ({ ...before, queue: undefined, message }));
      return read();
    });
  return {
    ...state,
    queue,
    isBusy,
    judge,
    undo,
    canUndo,
    pass: () => run(() => goOn()),
    reload: () => reload(),
    take,
    release,
    releaseAll,
  };
}

async function carryOut(
  review: Review,
  verdict: Verdict,
  reason: string,
): Promise<readonly [Decided | undefined, string]> {
  if (verdict === 'skip' || !isPair(review)) {
    const triggered = await skipReview(review);
    return [undefined, `${nameOf(review)} ${triggered ? 'is skipped' : 'was out of the queue before'}.`];
  }
  const [a, b] = [review.a.id, review.b.id];
  const kind = verdict === 'same' ? 'link' : 'separate';
  const decided = await decide({ kind, a, b }, { reason });
  return [decided, outcomeOf(kind, decided).texts.join(' ')];
}

async function takeBack({ review, decided }: Done): Promise<string> {
  if (decided === undefined) return `${nameOf(review)} again: decide, or skip.`;
  const undone = await decide({ kind: 'undo', decision: decided.decision }, { reason: '' });
  return outcomeOf('undo', undone).texts.join(' ');
}

function heldText(held: readonly Review[]): string {
  const until = held[0]?.assignedUntil;
  if (until == null) return 'Nothing is free to take.';
  return `You hold ${held.length === 1 ? '1 review' : `${held.length} reviews`} until ${timeOfDay(until)}.`;
}

const nameOf = (review: Review): string => (isPair(review) ? `The pair ${review.a.id} and ${review.b.id}` : 'The find');
