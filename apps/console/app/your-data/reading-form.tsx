import { useId } from 'react';
import type { DesignRequest } from './design-document.ts';

interface ReadingFormProps {
  readonly request: DesignRequest;
  /** Titles of the columns; undefined where the file could not be read. */
  readonly columns: readonly string[] | undefined;
  readonly onChange: (request: DesignRequest) => void;
}

const chosen = 'choose';
const lines = 'lines';
const columnPrefix = 'column ';

/** What the reader can say of the file as a whole. */
export function ReadingForm({ request, columns, onChange }: ReadingFormProps) {
  const id = useId();
  const { idColumn, goal, country = '', delimiter = '', header, replacesColons } = request;
  return (
    <div className="reading-form">
      <div className="field">
        <label htmlFor={`${id}id`}>Id of the records</label>
        <select
          id={`${id}id`}
          value={idColumn === undefined ? chosen : idColumn === false ? lines : columnPrefix + idColumn}
          onChange={({ target: { value } }) =>
            onChange({
              ...request,
              idColumn: value === chosen ? undefined : value === lines ? false : value.slice(columnPrefix.length),
            })
          }
        >
          <option value={chosen}>Find out</option>
          <option value={lines}>Numbers of lines</option>
          {columns?.map((title) => (
            <option key={title} value={columnPrefix + title}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}goal`}>Goal</label>
        <select
          id={`${id}goal`}
          value={goal}
          onChange={({ target: { value } }) => onChange({ ...request, goal: value as DesignRequest['goal'] })}
        >
          <option value="precision">Avoid wrong links (precision)</option>
          <option value="balanced">Both alike (balanced)</option>
          <option value="recall">Avoid missed links (recall)</option>
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}country`}>Country of most records</label>
        <input
          id={`${id}country`}
          value={country}
          placeholder="such as DE or Germany"
          onChange={({ target: { value } }) => onChange({ ...request, country: value === '' ? undefined : value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}delimiter`}>Separator of cells</label>
        <select
          id={`${id}delimiter`}
          value={delimiter}
          onChange={({ target: { value } }) => onChange({ ...request, delimiter: value === '' ? undefined : value })}
        >
          <option value="">Find out</option>
          <option value=",">Comma</option>
          <option value=";">Semicolon</option>
          <option value={'\t'}>Tab</option>
          <option value="|">Vertical bar</option>
          <option value=":">Colon</option>
          <option value="~">Tilde</option>
          <option value="^">Caret</option>
        </select>
      </div>
      <div className="field is-wide">
        <label htmlFor={`${id}header`}>Names of the columns, if the first row has none</label>
        <input
          id={`${id}header`}
          defaultValue={header?.join(', ') ?? ''}
          placeholder="name, street, city"
          onChange={({ target: { value } }) =>
            onChange({
              ...request,
              header: value.trim() === '' ? undefined : value.split(',').map((name) => name.trim()),
            })
          }
        />
      </div>
      <label className="check is-wide">
        <input
          type="checkbox"
          checked={replacesColons}
          onChange={({ target }) => onChange({ ...request, replacesColons: target.checked })}
        />
        Replace each colon in an id by a hyphen
      </label>
    </div>
  );
}
