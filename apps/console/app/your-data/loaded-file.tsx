import { useState } from 'react';
import { entityCountQuery } from '../../../../src/graphql/queries/metrics.generated.ts';
import { ask } from '../api/graphql.ts';
import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import type { Loaded } from './state.ts';
import { FileHead, WayBack } from './steps.tsx';

import { downloadAddress } from './your-data.ts';

/** A file whose records are loaded: what became of them, and where to go on. */
export function LoadedFile({ state, onDiscard }: { readonly state: Loaded; readonly onDiscard: () => void }) {
  const { file, records, refused, runs, instance } = state;
  const count = `${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'} loaded`;
  const about = refused === 0 ? count : `${count}, ${refused.toLocaleString('en')} refused`;
  const entities = useEntityCount(runs ? instance.directory : undefined);
  return (
    <section className="panel loaded" aria-label="Loaded file">
      <FileHead file={file} about={about}>
        {runs && (
          <a className="button is-main" href={addressOf('search')}>
            Search
          </a>
        )}
        <button type="button" className="button" onClick={onDiscard}>
          Take another file
        </button>
      </FileHead>
      <p className="outcome" role="status">
        {entities !== undefined && (
          <>
            They are <strong>{entities.toLocaleString('en')}</strong> {entities === 1 ? 'entity' : 'entities'}.
          </>
        )}
      </p>
      {refused > 0 && <Refusals state={state} />}
      {runs ? (
        <Downloads />
      ) : (
        <p className="hint">
          The service runs another instance now. Stop it, and start this one with {instance.command}
        </p>
      )}
      <WayBack instance={instance} />
    </section>
  );
}

/** How many entities an instance has; undefined until that is known. */
function useEntityCount(instance: string | undefined): number | undefined {
  const { value } = useRequest(instance, (signal) => ask(entityCountQuery, {}, signal));
  return value?.metrics.entityCount;
}

function Refusals({ state: { refused, refusals, errorsFile } }: { readonly state: Loaded }) {
  return (
    <div className="refusals">
      <h3>Refused records</h3>
      <ul className="lines">
        {refusals.map(({ line, code, reason }) => (
          <li key={`${line}${code}`}>
            <span>line {line.toLocaleString('en')}</span>
            <code className="problem-code">{code}</code>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      <p className="card-about">
        {refused > refusals.length && 'These are the first ones. '}All of them are in <code>{errorsFile}</code>.
      </p>
    </div>
  );
}

function Downloads() {
  const [isForSpreadsheet, setForSpreadsheet] = useState(true);
  return (
    <div className="downloads">
      <h3>The entities as CSV</h3>
      <div className="actions">
        <a className="button" href={downloadAddress('records', isForSpreadsheet)} download="records.csv">
          Each record with its entity
        </a>
        <a className="button" href={downloadAddress('entities', isForSpreadsheet)} download="entities.csv">
          One row an entity
        </a>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={isForSpreadsheet}
          onChange={({ target }) => setForSpreadsheet(target.checked)}
        />
        For a spreadsheet: no cell runs as a formula
      </label>
    </div>
  );
}
