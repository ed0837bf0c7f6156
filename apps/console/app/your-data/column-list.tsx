import { useId, useState } from 'react';
import { FirstOf } from '../parts/first-of.tsx';
import { ColumnRow } from './column-row.tsx';
import type { DesignDocument } from './design-document.ts';
import type { DesignRequest } from './design-request.ts';

interface ColumnListProps {
  readonly document: DesignDocument;
  readonly request: DesignRequest;
  readonly onChange: (request: DesignRequest) => void;
}

const first = 30;

/** The columns of the file, each with what it is taken for, why, and what it holds. */
export function ColumnList({ document, request, onChange }: ColumnListProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { columns, placeholders, frequent } = document;
  const wanted = typed.trim().toLowerCase();
  const shown = columns.filter(({ column }) => column.toLowerCase().includes(wanted));
  return (
    <>
      <p className="id-text">{idText(document)}</p>
      {columns.length > first && (
        <div className="field column-filter">
          <label htmlFor={id}>Columns whose name contains</label>
          <input id={id} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </div>
      )}
      {shown.length === 0 && <p className="nothing">No column has such a name.</p>}
      <FirstOf items={shown} name="columns" first={first}>
        {(some) => (
          <ul className="column-list">
            {some.map((column) => (
              <ColumnRow
                key={column.column}
                column={column}
                document={document}
                request={request}
                onChange={onChange}
              />
            ))}
          </ul>
        )}
      </FirstOf>
      <Values title="Values that stand for no value" values={placeholders} />
      <Values title="Values that many rows share" values={frequent} />
    </>
  );
}

function idText({ id, columns }: DesignDocument): string {
  if (id.column !== undefined) return `The id of a record is ${id.column}: ${id.because}.`;
  if (columns.length === 0) return '';
  return `The number of its line is the id of a record: ${id.because}. Take a file in the same order when you load again.`;
}

const shownValues = 8;

function Values({ title, values }: { readonly title: string; readonly values: DesignDocument['frequent'] }) {
  if (values.length === 0) return null;
  return (
    <div className="shared-values">
      <h3>{title}</h3>
      <FirstOf items={values} name="values" first={shownValues}>
        {(some) => (
          <ul className="lines">
            {some.map(({ column, value, count }) => (
              <li key={`${column} ${value}`}>
                <span className="nothing">{column}</span>
                <bdi className="value">{value}</bdi>
                <span className="nothing">in {count.toLocaleString('en')} rows</span>
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </div>
  );
}
