import { FileHead } from './file-head.tsx';
import type { GivenFile, WorkerProgress } from './state.ts';

interface WorkUnderWayProps {
  readonly file: GivenFile;
  readonly progress: WorkerProgress;
  readonly onCancel?: () => void;
  /** True while this page does the work. */
  readonly needsPage?: boolean;
}

/** What is done with the file, how much of it, and a way to stop it. */
export function WorkUnderWay({ file, progress, onCancel, needsPage = false }: WorkUnderWayProps) {
  const { step, share, records, refused = 0 } = progress;
  const percent = share === undefined ? undefined : Math.floor(Math.min(1, share) * 100);
  return (
    <section className="panel work" aria-label="Progress">
      <FileHead file={file}>
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </FileHead>
      <p className="work-step">
        <span role="status">{step} …</span>
        {percent !== undefined && <span className="work-percent">{percent} %</span>}
      </p>
      <progress max={100} value={percent} aria-label={step} />
      {records !== undefined && (
        <p className="card-about">
          {records.toLocaleString('en')} records loaded
          {refused > 0 && `, ${refused.toLocaleString('en')} refused`}
        </p>
      )}
      <p className="card-about">
        {needsPage
          ? 'Keep this page open until the file is read.'
          : 'You may close this page: it shows the present step when you open it again.'}
      </p>
    </section>
  );
}
