import { SizeTable } from '../parts/size-table.tsx';
import type { DesignDocument } from './design-document.ts';

/** How many entities of each size the trial run makes. */
export function EntitySizes({ document: { trial, rows } }: { readonly document: DesignDocument }) {
  const { clusters, records } = trial;
  const entities = clusters.reduce((sum, { count }) => sum + count, 0);
  const isSample = records < rows;
  return (
    <section className="panel" aria-labelledby="your-data-entities">
      <h2 id="your-data-entities">Entities of a trial</h2>
      <p>
        {isSample ? 'A random sample of ' : ''}
        {records.toLocaleString('en')} records become {entities.toLocaleString('en')} entities.
        {isSample &&
          ' Most records that belong to one of the sample are not in it, so the file has more and larger entities.'}
      </p>
      {clusters.length > 0 && (
        <SizeTable
          rows={clusters.map(({ size, count }) => ({ records: size.toLocaleString('en'), entities: count }))}
        />
      )}
    </section>
  );
}
