import { useId, useState } from 'react';
import { own } from '../../../../src/own.ts';
import { FirstOf } from '../parts/tables.tsx';
import type { DesignDocument, DesignedColumn, DesignRequest } from './design-document.ts';

interface ColumnRowProps {
  readonly column: DesignedColumn;
  readonly document: DesignDocument;
  readonly request: DesignRequest;
  readonly onChange: (request: DesignRequest) => void;
}

const leftOut = 'left out';

const shownTop = 5;

/** A column: what it is taken for, which the reader can change, and what it holds. */
function ColumnRow({ column, document, request, onChange }: ColumnRowProps) {
  const { counted } = document;
  const { field, because, compared, filled, distinct, approximate, top, id } = column;
  const share = counted === 0 ? 0 : Math.min(1, filled / counted);
  return (
    <li className={compared || id ? 'column' : 'column is-unused'}>
      <div className="column-name">
        <h3>
          <bdi>{column.column}</bdi>
        </h3>
        {field !== null && field !== column.column && <p className="card-about">field {field}</p>}
        {isCorrected(column, request) && <span className="chip is-corrected">corrected</span>}
      </div>
      <div className="column-kind">
        <KindChoice column={column} kinds={document.kinds} request={request} onChange={onChange} />
        <p className="card-about">{because}</p>
      </div>
      <div className="column-share">
        <meter min={0} max={1} value={share} aria-label={`Rows with a value in ${column.column}`} />
        <span>{percentText(share)} filled</span>
        <span className="card-about">
          {approximate && 'about '}
          {distinct.toLocaleString('en')} different
        </span>
      </div>
      {!id && top.length > 0 && (
        <details className="column-top">
          <summary>Most frequent values</summary>
          <ol>
            {top.slice(0, shownTop).map(({ value, count }) => (
              <li key={value}>
                <bdi className="value">{value}</bdi> <span className="nothing">{count.toLocaleString('en')}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}

/** True if the reader said something else than the present design. */
const isCorrected = ({ column, kind }: DesignedColumn, { kinds, leftOut: titles }: DesignRequest): boolean =>
  (own(kinds, column) ?? kind) !== kind || (titles.includes(column) && kind !== null);

interface KindChoiceProps {
  readonly column: DesignedColumn;
  readonly kinds: DesignDocument['kinds'];
  readonly request: DesignRequest;
  readonly onChange: (request: DesignRequest) => void;
}

function KindChoice({ column: { column, id, kind }, kinds, request, onChange }: KindChoiceProps) {
  const name = useId();
  const isLeftOut = request.leftOut.includes(column);
  if (id) return <p className="column-fixed">the id</p>;
  // The designer left it out: an empty column has nothing to compare.
  if (kind === null && !isLeftOut && own(request.kinds, column) === undefined) {
    return <p className="column-fixed">left out</p>;
  }
  const choose = (value: string) => {
    const { [column]: _, ...others } = request.kinds;
    const rest = request.leftOut.filter((title) => title !== column);
    if (value === leftOut) onChange({ ...request, kinds: others, leftOut: [...rest, column] });
    else onChange({ ...request, kinds: { ...others, [column]: value }, leftOut: rest });
  };
  return (
    <>
      <label className="unseen" htmlFor={name}>
        What {column} is
      </label>
      <select
        id={name}
        value={isLeftOut ? leftOut : (own(request.kinds, column) ?? kind ?? leftOut)}
        onChange={({ target }) => choose(target.value)}
      >
        {Object.entries(kinds).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
        <option value={leftOut}>left out</option>
      </select>
    </>
  );
}

/** Without rounding up to all: 99.97 % is not every row. */
const percentText = (share: number): string => `${(Math.floor(share * 1000) / 10).toLocaleString('en')} %`;

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
