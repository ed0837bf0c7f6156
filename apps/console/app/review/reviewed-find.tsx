import type { Ref } from 'react';
import { Instant } from '../parts/instant.tsx';
import { addressOf } from '../place.ts';
import { Holder } from './holder.tsx';
import type { Review } from './review.ts';

interface ReviewedFindProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly review: Review;
  readonly isBusy: boolean;
  readonly onSkip: () => void;
}

/** An entity that grew, or a value that many share: nothing to answer, but something to look at. */
export function ReviewedFind({ heading, review, isBusy, onSkip }: ReviewedFindProps) {
  const { grown, shared, foundAt } = review;
  return (
    <article className="reviewed" aria-label="Find to review" aria-busy={isBusy}>
      <section className="panel reviewed-find">
        {grown !== null && (
          <>
            <h2 ref={heading} tabIndex={-1}>
              An entity grew from {grown.recordsBefore.toLocaleString('en')} to {grown.records.toLocaleString('en')}{' '}
              records
            </h2>
            <p>
              Look whether all are one: separate two records of it, or correct the value that joins them.{' '}
              <a href={addressOf('entity', { id: grown.entityID })}>Open the entity</a>
            </p>
          </>
        )}
        {shared !== null && (
          <>
            <h2 ref={heading} tabIndex={-1}>
              {shared.entities.toLocaleString('en')} entities share{' '}
              {shared.value === null ? 'a value' : <q dir="auto">{shared.value}</q>}
            </h2>
            <p>
              The resolver <code>{shared.resolver}</code> reads it, and most of its values are of one record. If it
              stands for a missing value, declare it as a placeholder: a filter before the resolver leaves it out.{' '}
              <a href={addressOf('rules', {})}>Open the rules</a>
            </p>
          </>
        )}
        <p className="nothing">
          found <Instant at={foundAt} /> by the scan of the <a href={addressOf('statistics', {})}>statistics</a>
        </p>
        <Holder review={review} />
      </section>
      <div className="answer-bar">
        <button type="button" className="button is-main" aria-keyshortcuts="s" onClick={onSkip}>
          Skip <kbd>s</kbd>
        </button>
      </div>
    </article>
  );
}
