/** A column of a table: its heading, that of a column of numbers, or undefined above drawn bars. */
type Column = string | readonly [number: string] | undefined;

/** The headings of a table. */
export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === undefined) return <td key="bars" aria-hidden="true" />;
          const heading = String(column);
          return (
            <th key={heading} scope="col" className={heading === column ? undefined : 'number'}>
              {heading}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
