import '../shared.ts';
import { useId, useState } from 'react';
import { metricsQuery } from '../../../../src/graphql/queries/metrics.generated.ts';
import type { AnswerOf } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import { type Problem, problemsOf } from '../api/problem.ts';
import { Verdict } from '../parts/marks.tsx';
import { Loading, Problems } from '../parts/states.tsx';
import { usePolling } from '../use-polling.ts';
import { loadProgress, recordsPerSecond, type Sample, shownSpan, spanText, withSample } from './samples.ts';

/** The drawing is stretched to its element; line widths are not. */
const size = { width: 720, height: 160 };

const plot = { left: 0, right: 720, top: 8, bottom: 159 };

/** Numbers of records and entities over the last minutes. */
export function RecordChart({ samples }: { readonly samples: readonly Sample[] }) {
  const last = samples.at(-1);
  if (last === undefined) return null;
  const highest = samples.reduce((most, { records }) => Math.max(most, records), 1) * 1.1;
  const span = shownSpan(samples);
  const x = (at: number) => plot.right - ((last.at - at) / span) * (plot.right - plot.left);
  const y = (value: number) => plot.bottom - (value / highest) * (plot.bottom - plot.top);
  const line = (value: (sample: Sample) => number) =>
    samples.map((sample) => `${x(sample.at).toFixed(1)},${y(value(sample)).toFixed(1)}`).join(' ');
  const first = samples[0] ?? last;
  const records = line((sample) => sample.records);
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${last.records} records and ${last.entities} entities; ${first.records} records when the chart began.`}
      >
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            className="chart-grid"
            x1={plot.left}
            x2={plot.right}
            y1={plot.bottom - share * (plot.bottom - plot.top)}
            y2={plot.bottom - share * (plot.bottom - plot.top)}
          />
        ))}
        <polygon
          className="chart-area"
          points={`${x(first.at).toFixed(1)},${plot.bottom} ${records} ${plot.right},${plot.bottom}`}
        />
        <polyline className="chart-line is-records" points={records} />
        <polyline className="chart-line is-entities" points={line((sample) => sample.entities)} />
      </svg>
      <div className="chart-axis" aria-hidden="true">
        <span>{spanText(span / 1000)} ago</span>
        <span>now</span>
      </div>
      <figcaption className="legend">
        <span>
          <span className="dot is-records" aria-hidden="true" /> Records{' '}
          <strong>{last.records.toLocaleString('en')}</strong>
        </span>
        <span>
          <span className="dot is-entities" aria-hidden="true" /> Entities{' '}
          <strong>{last.entities.toLocaleString('en')}</strong>
        </span>
      </figcaption>
    </figure>
  );
}

type Metrics = AnswerOf<typeof metricsQuery>['metrics'];

/** Milliseconds from one answer to the next request. */
const pollInterval = 1000;

/** The state of the service and the progress of a load. */
export function MetricsView() {
  const { metrics, samples, problems } = useMetrics();
  if (metrics === undefined) {
    return problems === undefined ? <Loading what="the metrics" lines={6} /> : <Problems problems={problems} />;
  }
  const { assemblyStatus, recordCount, entityCount, oldestUnfinishedSeconds } = metrics;
  const remaining = assemblyStatus.estimatedTimeRemaining;
  const isReady = assemblyStatus.state === 'READY';
  return (
    <div className="metrics">
      {problems !== undefined && <Problems problems={problems} />}
      <dl className="figures">
        <Figure name="Records" value={recordCount.toLocaleString('en')} about="stored" />
        <Figure
          name="Entities"
          value={entityCount.toLocaleString('en')}
          about={entityCount === 0 ? 'none yet' : `${(recordCount / entityCount).toFixed(2)} records each, on average`}
        />
        <Figure
          name="Oldest unfinished work"
          value={oldestUnfinishedSeconds === null ? 'none' : spanText(oldestUnfinishedSeconds)}
          about={oldestUnfinishedSeconds === null ? 'all records are linked' : 'a sweep finishes it'}
        />
        <Figure
          name="Over-frequent keys"
          value={metrics.genericKeyCount.toLocaleString('en')}
          about={aboutGenericKeys(metrics)}
        />
      </dl>
      <section className="panel" aria-label="Load">
        <header className="section-head">
          <h2>Load</h2>
          <Verdict
            holds={isReady}
            yes="Ready"
            no={remaining === null ? 'In progress' : `In progress, ${spanText(remaining * 60)} remaining`}
          />
        </header>
        <LoadState samples={samples} />
        <RecordChart samples={samples} />
      </section>
    </div>
  );
}

function aboutGenericKeys({ genericKeyCount, tooFrequentKeyCount }: Metrics): string {
  if (tooFrequentKeyCount > 0) return `and ${tooFrequentKeyCount.toLocaleString('en')} too frequent for searches`;
  return genericKeyCount === 0 ? 'every key yields candidates' : 'shared by too many records';
}

function Figure({ name, value, about }: { readonly name: string; readonly value: string; readonly about: string }) {
  return (
    <div className="panel figure">
      <dt>{name}</dt>
      <dd>
        <span className="figure-value">{value}</span>
        <span className="figure-about">{about}</span>
      </dd>
    </div>
  );
}

function LoadState({ samples }: { readonly samples: readonly Sample[] }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const rate = recordsPerSecond(samples);
  const progress = loadProgress(samples, Number(typed.replaceAll(/[\s,_]/g, '')));
  const percent = Math.floor((progress?.share ?? 0) * 100);
  return (
    <div className="load">
      <p className="load-rate" role="status">
        {rate > 0 ? (
          <>
            <strong>{Math.round(rate).toLocaleString('en')}</strong> records a second
          </>
        ) : (
          'No records are being loaded.'
        )}
      </p>
      <div className="field is-inline">
        <label htmlFor={id}>Expected number of records</label>
        <input id={id} inputMode="numeric" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </div>
      {progress !== undefined && (
        <div className="progress">
          <progress max={100} value={percent} aria-label="Progress of the load" />
          <span>
            {percent} %
            {progress.remaining !== undefined && progress.share < 1 && `, ${spanText(progress.remaining)} remaining`}
          </span>
        </div>
      )}
    </div>
  );
}

/** Polls the metrics while the page is visible. */
function useMetrics() {
  const [state, setState] = useState<{
    readonly metrics?: Metrics;
    readonly samples: readonly Sample[];
    readonly problems?: readonly Problem[];
  }>({ samples: [] });
  usePolling(async (signal) => {
    try {
      const { metrics } = await ask(metricsQuery, {}, signal);
      const sample = { at: Date.now(), records: metrics.recordCount, entities: metrics.entityCount };
      if (!signal.aborted) setState(({ samples }) => ({ metrics, samples: withSample(samples, sample) }));
    } catch (error) {
      // Keep showing the last values beside the problem.
      if (!signal.aborted) setState((before) => ({ ...before, problems: problemsOf(error) }));
    }
  }, pollInterval);
  return state;
}
