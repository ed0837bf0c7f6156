import type { ReactNode } from 'react';
import type { FoundStatistics } from '../../../../src/graphql/queries/statistics.generated.ts';
import { TableHead } from '../parts/tables.tsx';
import { number, percent } from './numbers.ts';

/** Makes a table that does not fit scrollable, by keyboard too. */
export function WideTable({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to take the focus
    <section className="statistics-wide" tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}

type Field = FoundStatistics['fields'][number];

/** How complete each field is, and which values are frequent. */
export function FieldTable({ fields, records }: { readonly fields: readonly Field[]; readonly records: number }) {
  return (
    <section className="panel" aria-labelledby="statistics-fields">
      <h2 id="statistics-fields">Fields as the rules read them</h2>
      <p className="statistics-note">
        Values that fewer than 20 entities share may be those of one person: they are not shown.
      </p>
      <WideTable name="Table of the fields">
        <table className="statistics-table">
          <TableHead
            columns={[
              'Resolver',
              ['Complete'],
              undefined,
              ['Different'],
              'Frequent values, with the number of entities',
            ]}
          />
          <tbody>
            {fields.map((field) => (
              <tr key={field.resolver}>
                <th scope="row">{field.resolver}</th>
                <td className="number">{percent(field.records, records)}</td>
                <td aria-hidden="true" className="sizes-bar">
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none" focusable="false" aria-hidden="true">
                    <rect className="bar-total" width={(100 * field.records) / records} height="10" rx="1" />
                  </svg>
                </td>
                <td className="number">about {number(field.distinct)}</td>
                <td>
                  <FrequentValues field={field} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </section>
  );
}

function FrequentValues({ field: { frequent } }: { readonly field: Field }) {
  if (frequent === null) return <span className="statistics-note">not shown to you</span>;
  if (frequent.length === 0) return <span className="statistics-note">none</span>;
  return (
    <ul className="frequent-values">
      {frequent.map(({ value, atLeast, atMost }) => (
        <li key={value}>
          <span className="frequent-value">{value}</span>{' '}
          <span className="frequent-count">
            {atLeast === atMost ? number(atLeast) : `${number(atLeast)} to ${number(atMost)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
