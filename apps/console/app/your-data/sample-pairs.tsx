import { FirstOf } from '../parts/first-of.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { Waterfall } from '../parts/waterfall.tsx';
import type { DesignDocument, SamplePair } from './design-document.ts';

const shownPairs = 4;

interface SamplePairsProps {
  readonly document: DesignDocument;
  readonly onJudge: () => void;
}

/** The pairs of records that come closest to the threshold. */
export function SamplePairs({ document, onJudge }: SamplePairsProps) {
  const { pairs, threshold, judged } = document;
  return (
    <section className="panel" aria-labelledby="your-data-pairs">
      <header className="file-head">
        <h2 id="your-data-pairs">{judged === undefined ? 'Pairs around the threshold' : 'Your answers'}</h2>
        <button type="button" className="button" onClick={onJudge}>
          Judge pairs
        </button>
      </header>
      {pairs.length === 0 ? (
        <p className="nothing">
          {judged === undefined ? 'No two records share a key of the rules.' : 'Go on judging for a closer estimate.'}
        </p>
      ) : (
        <>
          <p>
            From the highest sum down. If a pair above {threshold} bits is two things, or one below is one thing,
            correct what the columns are or choose another goal.
          </p>
          <FirstOf items={pairs} name="pairs" first={shownPairs}>
            {(some) => (
              <ol className="sample-pairs">
                {some.map((pair, index) => (
                  <li key={pair.ids.join(' ')}>
                    <PairCard pair={pair} number={index + 1} threshold={threshold} />
                  </li>
                ))}
              </ol>
            )}
          </FirstOf>
        </>
      )}
    </section>
  );
}

function PairCard({
  pair,
  number,
  threshold,
}: {
  readonly pair: SamplePair;
  readonly number: number;
  readonly threshold: number;
}) {
  const { ids, bits, parts } = pair;
  const title = `Pair ${number}: ${ids.map((id) => id ?? 'no id').join(' and ')}`;
  return (
    <article className="sample-pair" aria-label={title}>
      <header className="section-head">
        <h3>{title}</h3>
        <Verdict holds={bits >= threshold} yes="one thing" no="two things" />
      </header>
      <Waterfall
        caption={title}
        parts={parts.map((part) => ({ ...part, isAgreement: part.valueA !== '' && part.valueA === part.valueB }))}
        bits={bits}
        threshold={threshold}
      />
    </article>
  );
}
