import type { Ref } from 'react';
import type { RuleVerdict } from '../../../../src/graphql/queries/explain.generated.ts';
import type { ExplainedPair } from '../explain/explanation.ts';
import { RecordSides } from '../explain/record-sides.tsx';
import { AnswerBar } from '../parts/answer-bar.tsx';
import { EntityID, Instant, RuleChips, Score } from '../parts/marks.tsx';
import { RuleVerdicts } from '../parts/rule-verdicts.tsx';
import { Loading, Problems } from '../parts/states.tsx';
import { timeOfDay } from '../parts/time-of-day.ts';
import { addressOf } from '../place.ts';
import type { Request } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import type { PairReview, Review } from './review.ts';
import type { Reviewing, Verdict } from './use-reviewing.ts';

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

interface ReviewedPairProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly review: PairReview;
  readonly reviewing: Reviewing;
  /** The records of the pair, and what the rules compared. */
  readonly explained: Request<ExplainedPair>;
  readonly onJudge: (verdict: Verdict) => void;
  readonly canDecide: boolean;
}

/** Two records to judge: side by side, with what the rules compared, and the answers. */
export function ReviewedPair(props: ReviewedPairProps) {
  const { heading, review, reviewing, explained, onJudge, canDecide } = props;
  const { a, b, score, rules, foundAt } = review;
  const { isBusy, canUndo, undo } = reviewing;
  const { records } = useDeployment();
  const { problems, repeat, isLoading } = explained;
  // Those of the former pair stay until the answer is there.
  const value = isLoading ? undefined : explained.value;
  return (
    <article className="reviewed" aria-label="Pair to review" aria-busy={isBusy}>
      <header className="panel reviewed-head">
        <h2 ref={heading} tabIndex={-1}>
          <a href={addressOf('entity', { record: a.id })}>{a.id}</a> and{' '}
          <a href={addressOf('entity', { record: b.id })}>{b.id}</a>
        </h2>
        <Score label="Score" value={score} />
        <RuleChips rules={rules} />
        <a href={addressOf('explain', { a: a.id, b: b.id })}>Explain</a>
        <p className="nothing">
          {review.kind === 'WEAK_BRIDGE' ? (
            <>
              the only link between two parts of <EntityID id={a.entityID} />
            </>
          ) : (
            <>
              in <EntityID id={a.entityID} /> and <EntityID id={b.entityID} />
            </>
          )}
          , found <Instant at={foundAt} />
        </p>
        <Holder review={review} />
      </header>
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {isLoading && <Loading what="the records" lines={6} />}
      {value !== undefined && <RecordSides a={value.a} b={value.b} fields={records.fields} />}
      <AnswerBar
        undecided={{ answer: 'skip', name: 'Skip', shortcut: 's' }}
        canDecide={canDecide}
        onAnswer={onJudge}
        onUndo={canUndo ? undo : undefined}
      />
      {value?.explanation.groups.map(({ group, link, review: reviewRules }) => (
        <section key={group} className="panel">
          <h3>What the rules of {group} compared</h3>
          <RuleVerdicts rules={eachOnce([...(reviewRules?.rules ?? []), ...link.rules])} />
        </section>
      ))}
    </article>
  );
}

/** A rule may be in both rule sets. */
const eachOnce = (rules: readonly RuleVerdict[]): readonly RuleVerdict[] => [
  ...new Map(rules.map((rule) => [rule.id, rule])).values(),
];
