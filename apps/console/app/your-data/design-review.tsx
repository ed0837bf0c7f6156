import { Icon } from '../parts/icon.tsx';
import { Verdict } from '../parts/marks.tsx';
import { SizeTable } from '../parts/size-table.tsx';
import { Loading, Problems } from '../parts/states.tsx';
import { FirstOf } from '../parts/tables.tsx';
import { Waterfall } from '../parts/waterfall.tsx';
import { useKept } from '../use-kept.ts';
import { useRequest } from '../use-request.ts';
import { ColumnList } from './column-list.tsx';
import type { DesignDocument, DesignRequest, SamplePair } from './design-document.ts';
import { FoundRules } from './found-rules.tsx';
import { pageNote } from './page-hint.ts';
import { ReadingForm } from './reading-form.tsx';
import type { Designed } from './state.ts';
import { FileHead, StepProblem } from './steps.tsx';
import type { YourDataRequest } from './use-your-data.ts';
import { command, readDesign } from './your-data.ts';

const shownPairs = 4;

interface SamplePairsProps {
  readonly document: DesignDocument;
  readonly onJudge: () => void;
}

/** The pairs of records that come closest to the threshold. */
function SamplePairs({ document, onJudge }: SamplePairsProps) {
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

interface DesignReviewProps {
  readonly state: Designed;
  readonly act: YourDataRequest['act'];
  readonly onDiscard: () => void;
}

/** A design for the reader to see, to correct, and to start. */
export function DesignReview({ state, act, onDiscard }: DesignReviewProps) {
  const { design, request, file, problem } = state;
  const found = useRequest(design, (signal) => readDesign<DesignDocument>(design, signal));
  const [corrected, setCorrected] = useKept<DesignRequest>(`your-data ${design}`, request);
  if (found.problems !== undefined) return <Problems problems={found.problems} onRepeat={found.repeat} />;
  if (found.value === undefined) return <Loading what="the design" lines={8} />;
  const document = found.value;
  const isCorrected = JSON.stringify(corrected) !== JSON.stringify(request);
  const designAgain = () => act('design', () => command('design', corrected));
  return (
    <div className="review">
      <section className="panel" aria-label="File">
        <FileHead file={file} about={`${document.rows.toLocaleString('en')} records; ${document.format}`}>
          <button type="button" className="button" onClick={onDiscard}>
            Take another file
          </button>
        </FileHead>
        {problem !== undefined && <StepProblem problem={problem} />}
        <Notes document={document} />
      </section>
      <section className="panel" aria-labelledby="your-data-columns">
        <h2 id="your-data-columns">What the columns are</h2>
        <p className="card-about">Correct what is wrong, then design again.</p>
        <ColumnList document={document} request={corrected} onChange={setCorrected} />
        <details className="fold more">
          <summary>Id, goal, country, and how the file is read</summary>
          <ReadingForm request={corrected} columns={document.titles} onChange={setCorrected} />
        </details>
      </section>
      <FoundRules document={document} />
      {document.judged === undefined && <EntitySizes document={document} />}
      <SamplePairs document={document} onJudge={() => act('judge', () => command('judge', { design }))} />
      <div className="start-bar">
        {isCorrected ? (
          <>
            <p>Your corrections are not in the design yet.</p>
            <button type="button" className="button" onClick={() => setCorrected(request)}>
              Undo them
            </button>
            <button type="button" className="button is-main" onClick={designAgain}>
              Design again
            </button>
          </>
        ) : (
          <>
            <p>The file gets an instance of its own with these rules. What the service stores now stays.</p>
            <button
              type="button"
              className="button is-main"
              onClick={() => act('start', () => command('start', { design }))}
            >
              Start
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/** How many entities of each size the trial run makes. */
function EntitySizes({ document: { trial, rows } }: { readonly document: DesignDocument }) {
  const { clusters, records } = trial;
  const entities = clusters.reduce((sum, { count }) => sum + count, 0);
  const isBeginning = records < rows;
  return (
    <section className="panel" aria-labelledby="your-data-entities">
      <h2 id="your-data-entities">Entities of a trial</h2>
      <p>
        {isBeginning ? 'The first ' : ''}
        {records.toLocaleString('en')} records become {entities.toLocaleString('en')} entities.
        {isBeginning && ' Later records join some of them, so the file has larger entities.'}
      </p>
      {clusters.length > 0 && (
        <SizeTable
          rows={clusters.map(({ size, count }) => ({ records: size.toLocaleString('en'), entities: count }))}
        />
      )}
    </section>
  );
}

/** What the reader should know of a design before anything else. */
function Notes({ document }: { readonly document: DesignDocument }) {
  const { fallback, alarms, warnings, unusable } = document;
  const notes = [
    // An alarm may be the reason for the fallback.
    ...(fallback === undefined || alarms.some(({ message }) => message === fallback.message) ? [] : [fallback.message]),
    ...alarms.map(({ message, hint }) => `${message} ${hint}`),
    ...warnings,
    ...unusable.map(({ title, reason }) => `${title} is not used: ${reason}.`),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className="notes">
      {notes.map((note) => (
        <li key={note}>
          <Icon name="warning" size={18} />
          <span>{pageNote(note)}</span>
        </li>
      ))}
    </ul>
  );
}
