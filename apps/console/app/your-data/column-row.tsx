import { useId } from 'react';
import { own } from '../../../../src/own.ts';
import type { DesignDocument, DesignedColumn } from './design-document.ts';
import type { DesignRequest } from './design-request.ts';

interface ColumnRowProps {
  readonly column: DesignedColumn;
  readonly document: DesignDocument;
  readonly request: DesignRequest;
  readonly onChange: (request: DesignRequest) => void;
}

const leftOut = 'left out';
const shownTop = 5;

/** A column: what it is taken for, which the reader can change, and what it holds. */
export function ColumnRow({ column, document, request, onChange }: ColumnRowProps) {
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
