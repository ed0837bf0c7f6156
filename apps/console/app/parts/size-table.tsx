import { TableHead } from './tables.tsx';

export interface SizeRow {
  /** Number of records of an entity, or a range of such numbers. */
  readonly records: string;
  readonly entities: number;
}

/** How many entities of each size there are: a histogram with a bar for each row. */
export function SizeTable({ rows }: { readonly rows: readonly SizeRow[] }) {
  const most = rows.reduce((largest, { entities }) => Math.max(largest, entities), 1);
  // Counts span orders of magnitude.
  const width = (count: number) => (Math.log1p(count) / Math.log1p(most)) * 100;
  return (
    <>
      <p className="sizes-note">The lengths of the bars are logarithmic.</p>
      <table className="sizes">
        <TableHead columns={[['Records'], ['Entities'], undefined]} />
        <tbody>
          {rows.map(({ records, entities }) => (
            <tr key={records}>
              <th scope="row" className="number">
                {records}
              </th>
              <td className="number">{entities.toLocaleString('en')}</td>
              <td aria-hidden="true" className="sizes-bar">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" focusable="false" aria-hidden="true">
                  <rect className="bar-total" width={width(entities)} height="10" rx="1" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
