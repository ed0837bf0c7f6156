import { timeOfDay } from '../parts/time-of-day.ts';
import type { Review } from './review.ts';

/** Who holds a review, and until when. */
export function Holder({ review: { assignedTo, assignedUntil } }: { readonly review: Review }) {
  if (assignedTo === null || assignedUntil === null) return null;
  return (
    <p className="holder">
      held by <strong dir="auto">{assignedTo}</strong> until{' '}
      <time dateTime={assignedUntil} title={assignedUntil}>
        {timeOfDay(assignedUntil)}
      </time>
    </p>
  );
}
