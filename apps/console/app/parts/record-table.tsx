import type { RecordLeaf } from '../api/record-type.ts';
import { type RecordData, textsAt } from '../api/record-values.ts';
import { addressOf } from '../place.ts';

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
