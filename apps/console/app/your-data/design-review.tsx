import { Icon } from '../parts/icon.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { SizeTable } from '../parts/size-table.tsx';
import { useKept } from '../use-kept.ts';
import { useRequest } from '../use-request.ts';
import { ColumnList } from './column-list.tsx';
import type { DesignDocument } from './design-document.ts';
import type { DesignRequest } from './design-request.ts';
import { FileHead } from './file-head.tsx';
import { FoundRules } from './found-rules.tsx';
import { pageNote } from './page-hint.ts';
import { ReadingForm } from './reading-form.tsx';
import { SamplePairs } from './sample-pairs.tsx';
import type { Designed } from './state.ts';
import { StepProblem } from './step-problem.tsx';
import type { YourDataRequest } from './use-your-data.ts';
import { command, readDesign } from './your-data.ts';

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
