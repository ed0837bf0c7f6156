import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RecordLeaf } from '../api/record-type.ts';
import { type RecordData, textsAt } from '../api/record-values.ts';
import { addressOf } from '../place.ts';

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

interface RecordTableProps {
  readonly caption: string;
  readonly records: readonly RecordData[];
  readonly fields: readonly RecordLeaf[];
  /** Id of the record to highlight. */
  readonly chosen?: string | undefined;
}

/** Columns may cut texts longer than this; the entity view shows them in full. */
const shortText = 30;

/** Records as rows, with a column for each field that any of them has. On a narrow screen each is a card. */
export function RecordTable({ caption, records, fields, chosen }: RecordTableProps) {
  const used = fields.filter((leaf) => records.some((record) => textsAt(record, leaf).length > 0));
  return (
    // Make a table that does not fit scrollable by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to take the focus
    <section className="table-frame" tabIndex={0} aria-label={caption}>
      <table className="records">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {used.map(({ name, description }) => (
              <th key={name} scope="col" title={description}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id} className={record.id === chosen ? 'is-chosen' : undefined}>
              {used.map((leaf) => {
                const text = textsAt(record, leaf).join(', ');
                return (
                  <td key={leaf.name} data-label={leaf.name} title={text.length > shortText ? text : undefined}>
                    {leaf.name === 'id' ? (
                      <a className="id" href={addressOf('entity', { record: record.id })}>
                        {record.id}
                      </a>
                    ) : (
                      text
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FirstOfProps<Item> {
  readonly items: readonly Item[];
  /** Name of the items, in the plural. */
  readonly name: string;
  /** Number of items shown at first, which keeps the page short and fast. */
  readonly first: number;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** The first of many items, and a button that shows all. */
export function FirstOf<Item>({ items, name, first, children }: FirstOfProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The focused button disappears, so the focus moves to the list.
  useEffect(() => {
    if (isWhole) list.current?.focus({ preventScroll: true });
  }, [isWhole]);
  return (
    <>
      <div ref={list} tabIndex={-1}>
        {children(isWhole ? items : items.slice(0, first))}
      </div>
      {!isWhole && items.length > first && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {items.length.toLocaleString('en')} {name}
        </button>
      )}
    </>
  );
}
