import type { DesignDocument } from './design-document.ts';

/** How many entities of each size the trial run makes. */
export function EntitySizes({ document: { trial, rows } }: { readonly document: DesignDocument }) {
  const { clusters, records } = trial;
  const entities = clusters.reduce((sum, { count }) => sum + count, 0);
  const most = clusters.reduce((largest, { count }) => Math.max(largest, count), 1);
  const isSample = records < rows;
  // Counts span orders of magnitude.
  const width = (count: number) => (Math.log1p(count) / Math.log1p(most)) * 100;
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
        <table className="sizes">
          <thead>
            <tr>
              <th scope="col" className="number">
                Records
              </th>
              <th scope="col" className="number">
                Entities
              </th>
              <td aria-hidden="true" />
            </tr>
          </thead>
          <tbody>
            {clusters.map(({ size, count }) => (
              <tr key={size}>
                <th scope="row" className="number">
                  {size.toLocaleString('en')}
                </th>
                <td className="number">{count.toLocaleString('en')}</td>
                <td aria-hidden="true" className="sizes-bar">
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none" focusable="false" aria-hidden="true">
                    <rect className="bar-total" width={width(count)} height="10" rx="1" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
