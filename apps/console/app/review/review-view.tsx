import '../shared.ts';
import { type Ref, useId } from 'react';
import { ConfirmDecision } from '../decisions/confirm-decision.tsx';
import { DecidedBanner } from '../decisions/decided-banner.tsx';
import { useDeciding } from '../decisions/use-deciding.ts';
import { explainPair } from '../explain/explanation.ts';
import { Instant } from '../parts/marks.tsx';
import { Empty, Loading, Problems } from '../parts/states.tsx';

import { addressOf } from '../place.ts';
import { useKept } from '../use-kept.ts';
import { useHandedFocus, useKeys } from '../use-keys.ts';

import { useRequest } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import { AllDecisions } from './all-decisions.tsx';
import { isPair, type Review, type ReviewKind, type Whose, whose as whoseNames } from './review.ts';
import { Holder, ReviewedPair } from './reviewed-pair.tsx';

import { type Reviewing, useReviewing, type Verdict } from './use-reviewing.ts';

const kindNames: Readonly<Record<ReviewKind, string>> = {
  NEAR_MATCH: 'near matches',
  WEAK_BRIDGE: 'weak bridges',
  GREW_FAST: 'entities that grew',
  FREQUENT_VALUE: 'frequent values',
};
const kindsInOrder = Object.keys(kindNames) as ReviewKind[];
const whoseTexts: Readonly<Record<Whose, string>> = {
  free: 'free ones',
  mine: 'those that you hold',
  all: 'all',
};
const scores = [0, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
const usualReason = 'Seen side by side';

/** The review queue, pair by pair, and the decisions of people. */
export function ReviewView({ query }: { readonly query: URLSearchParams }) {
  const minScore = scores.find((score) => String(score) === query.get('min')) ?? 0;
  const kind = kindsInOrder.find((name) => name === query.get('kind'));
  const whose = whoseNames.find((name) => name === query.get('whose')) ?? 'free';
  const go = (next: { readonly min?: string; readonly kind?: string; readonly whose?: string }) => {
    const { min = String(minScore), kind: name = kind ?? '', whose: by = whose } = next;
    window.location.hash = addressOf('review', {
      ...(by !== 'free' && { whose: by }),
      ...(min !== '0' && { min }),
      ...(name !== '' && { kind: name }),
    });
  };
  const [reason, setReason] = useKept('review-reason', usualReason);
  const reviewing = useReviewing({ minScore, kind, whose }, reason, () => go({ whose: 'mine' }));
  const deciding = useDeciding('review');
  const id = useId();
  const { queue, problems, undo, reload, pass, take, release } = reviewing;
  const present = queue?.[0];
  const heading = useHandedFocus<HTMLHeadingElement>(queue === undefined ? undefined : (present?.id ?? 'none'));
  const { records } = useDeployment();
  const pair = present !== undefined && isPair(present) ? present : undefined;
  // A pair that comes back is read anew.
  const explained = useRequest(pair && `${pair.id} ${reviewing.version}`, (signal) =>
    explainPair({ a: pair?.a.id ?? '', b: pair?.b.id ?? '' }, records.selection, signal),
  );
  // An impatient second press would decide about a pair that is not shown yet.
  const canDecide = pair !== undefined && !explained.isLoading;
  const judge = (verdict: Verdict) => {
    if (canDecide || verdict === 'skip') reviewing.judge(verdict);
  };
  useKeys({
    y: () => judge('same'),
    n: () => judge('different'),
    s: () => judge('skip'),
    b: undo,
    t: take,
    r: release,
  });
  return (
    <>
      <section className="panel review-head" aria-label="Queue">
        <Progress reviewing={reviewing} whose={whose} />
        <div className="review-form">
          <div className="field">
            <label htmlFor={`${id}reason`}>Reason of your decisions</label>
            <input
              id={`${id}reason`}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              maxLength={2000}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}whose`}>Whose</label>
            <select id={`${id}whose`} value={whose} onChange={({ target }) => go({ whose: target.value })}>
              {whoseNames.map((name) => (
                <option key={name} value={name}>
                  {whoseTexts[name]} ({countOf(reviewing, name).toLocaleString('en')})
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}kind`}>Show</label>
            <select id={`${id}kind`} value={kind ?? ''} onChange={({ target }) => go({ kind: target.value })}>
              <option value="">everything</option>
              {kindsInOrder.map((name) => (
                <option key={name} value={name}>
                  {kindNames[name]} (
                  {(reviewing.counts.find((one) => one.kind === name)?.count ?? 0).toLocaleString('en')})
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}score`}>Score at least</label>
            <select id={`${id}score`} value={minScore} onChange={({ target }) => go({ min: target.value })}>
              {scores.map((score) => (
                <option key={score} value={score}>
                  {score === 0 ? 'any' : score.toFixed(1)}
                </option>
              ))}
            </select>
          </div>
        </div>
      </section>
      {problems !== undefined && (
        <div className="review-problems">
          <Problems problems={problems} onRepeat={queue === undefined ? reload : undefined} />
          {queue !== undefined && queue.length > 0 && (
            <button type="button" className="button" onClick={pass}>
              Next one without a decision
            </button>
          )}
        </div>
      )}
      {queue === undefined && problems === undefined && <Loading what="the queue" lines={6} />}
      {queue?.length === 0 && (
        <section ref={heading} tabIndex={-1} className="panel" aria-label="End of the queue">
          <Empty icon="yes" title={whose === 'mine' ? 'You hold nothing to review' : 'Nothing to review'}>
            <p>
              {whose === 'mine' && 'Take the next ten: no other person gets them for an hour. '}
              Pairs appear here when records almost match: a rule set with reviewRuleSetID says how closely. The scan of
              the statistics finds weak bridges, entities that grew and values that many share.
            </p>
            <button type="button" className="button" onClick={reload}>
              Look again
            </button>
          </Empty>
        </section>
      )}
      {present !== undefined &&
        (isPair(present) ? (
          <ReviewedPair
            key={present.id}
            heading={heading}
            review={present}
            reviewing={reviewing}
            explained={explained}
            onJudge={judge}
            canDecide={canDecide}
          />
        ) : (
          <ReviewedFind
            key={present.id}
            heading={heading}
            review={present}
            isBusy={reviewing.isBusy}
            onSkip={() => judge('skip')}
          />
        ))}
      <DecidedBanner deciding={deciding} />
      <AllDecisions deciding={deciding} version={reviewing.version} />
      <ConfirmDecision deciding={deciding} />
    </>
  );
}

/** How many reviews a choice has, as far as the service counts them. */
function countOf({ counts, assigned, mine }: Reviewing, whose: Whose): number {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return { all, mine, free: Math.max(0, all - assigned) }[whose];
}

interface ProgressProps {
  readonly reviewing: Reviewing;
  readonly whose: Whose;
}

/** How far the reader is, and what takes and gives back reviews. */
function Progress({ reviewing, whose }: ProgressProps) {
  const { done, message, queue, mine, take, release, releaseAll } = reviewing;
  const skipped = done.filter(({ verdict }) => verdict === 'skip').length;
  const count = whose === 'mine' ? mine : reviewing.count;
  return (
    <div className="review-progress">
      <p>
        <strong>{queue === undefined ? '…' : count.toLocaleString('en')}</strong> {whose === 'mine' && 'of yours '}
        {count === 1 ? 'waits' : 'wait'} for a look
        {done.length > 0 && `; you decided ${done.length - skipped} and skipped ${skipped}`}
      </p>
      <div className="review-share">
        <button type="button" className="button" aria-keyshortcuts="t" onClick={take}>
          Take the next ten <kbd>t</kbd>
        </button>
        {whose === 'mine' && mine > 0 && (
          <>
            <button type="button" className="button" aria-keyshortcuts="r" onClick={release}>
              Release this one <kbd>r</kbd>
            </button>
            <button type="button" className="button" onClick={releaseAll}>
              Release all
            </button>
          </>
        )}
      </div>
      <p role="status">{message}</p>
    </div>
  );
}

interface ReviewedFindProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly review: Review;
  readonly isBusy: boolean;
  readonly onSkip: () => void;
}

/** An entity that grew, or a value that many share: nothing to answer, but something to look at. */
function ReviewedFind({ heading, review, isBusy, onSkip }: ReviewedFindProps) {
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
