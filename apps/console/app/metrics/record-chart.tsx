import { type Sample, shownSpan, spanText } from './samples.ts';

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
