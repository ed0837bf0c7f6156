import { type FormEvent, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { Modal } from '../parts/modal.tsx';
import { Problems } from '../parts/problems.tsx';
import { assignReview, isPair, type Review } from './review.ts';

const longestName = 200;

interface GiveReviewProps {
  readonly review: Review;
  readonly onGiven: (given: Review) => void;
  readonly onClose: () => void;
}

/** Asks who gets a review. A refusal stays beside the name, so that nothing has to be written again. */
export function GiveReview({ review, onGiven, onClose }: GiveReviewProps) {
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const to = String(new FormData(event.currentTarget).get('to') ?? '').trim();
    setBusy(true);
    assignReview(review, to).then(onGiven, (error: unknown) => {
      setProblems(problemsOf(error));
      setBusy(false);
    });
  };
  const what = isPair(review) ? `${review.a.id} and ${review.b.id}` : 'this find';
  return (
    <Modal title={`Give ${what} to another person?`} onClose={onClose} mustStay={isBusy}>
      <p>That person holds it for an hour. Then it is free, unless it is decided.</p>
      <form className="decision-form" onSubmit={submit}>
        <label className="field">
          <span>Name, as that person signs in</span>
          <input name="to" maxLength={longestName} pattern=".*\S.*" autoComplete="off" required />
        </label>
        {problems !== undefined && <Problems problems={problems} />}
        <p className="confirm-buttons">
          <button type="button" className="button" aria-disabled={isBusy} onClick={() => isBusy || onClose()}>
            Cancel
          </button>
          {/* A button that is disabled would lose the focus. */}
          <button type="submit" className="button is-main" aria-disabled={isBusy}>
            Give
          </button>
        </p>
      </form>
    </Modal>
  );
}
