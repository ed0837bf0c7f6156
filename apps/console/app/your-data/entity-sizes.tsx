import { SizeTable } from '../parts/size-table.tsx';
import type { DesignDocument } from './design-document.ts';

/** How many entities of each size the trial run makes. */
export function EntitySizes({ document: { trial, rows } }: { readonly document: DesignDocument }) {
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
