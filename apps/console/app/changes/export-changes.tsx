import { type FormEvent, useId, useRef, useState } from 'react';
import { Problems } from '../parts/states.tsx';
import { type ExportRequest, useExport } from './use-export.ts';

/** Saves what people decided in a period, or the entities that they changed, as a file. */
export function ExportChanges() {
  const [request, setRequest] = useState<ExportRequest>({
    from: '',
    until: '',
    content: 'decisions',
    format: 'csv',
    isForSpreadsheet: true,
  });
  const { message, problems, isBusy, start, cancel } = useExport();
  const id = useId();
  const exportButton = useRef<HTMLButtonElement>(null);
  const change = (part: Partial<ExportRequest>) => setRequest({ ...request, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(request);
  };
  return (
    <details className="export">
      <summary>Export what changed</summary>
      <form onSubmit={submit}>
        <div className="export-fields">
          <div className="field">
            <label htmlFor={`${id}from`}>First day</label>
            <input
              id={`${id}from`}
              type="date"
              value={request.from}
              onChange={({ target }) => change({ from: target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}until`}>Last day</label>
            <input
              id={`${id}until`}
              type="date"
              value={request.until}
              onChange={({ target }) => change({ until: target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}content`}>Content</label>
            <select
              id={`${id}content`}
              value={request.content}
              onChange={({ target }) => change({ content: target.value as ExportRequest['content'] })}
            >
              <option value="decisions">Decisions</option>
              <option value="entities">Records of the entities that they changed</option>
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}format`}>Format</label>
            <select
              id={`${id}format`}
              value={request.format}
              onChange={({ target }) => change({ format: target.value as ExportRequest['format'] })}
            >
              <option value="csv">CSV</option>
              <option value="jsonl">JSON lines</option>
            </select>
          </div>
        </div>
        {request.format === 'csv' && (
          <label className="check">
            <input
              type="checkbox"
              checked={request.isForSpreadsheet}
              onChange={({ target }) => change({ isForSpreadsheet: target.checked })}
            />
            For a spreadsheet: no cell runs as a formula
          </label>
        )}
        <div className="actions">
          {/* A button that is disabled would lose the focus. */}
          <button ref={exportButton} type="submit" className="button" aria-disabled={isBusy}>
            Export
          </button>
          {isBusy && (
            <button
              type="button"
              className="button"
              onClick={() => {
                exportButton.current?.focus();
                cancel();
              }}
            >
              Cancel
            </button>
          )}
          <p role="status">{message}</p>
        </div>
        {problems !== undefined && <Problems problems={problems} />}
      </form>
    </details>
  );
}
