import { useId, useState } from 'react';
import { Icon } from '../parts/icon.tsx';

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly isSmall?: boolean;
}

/** Takes a file that is dropped, or chosen with mouse or keyboard. */
export function DropZone({ onFile, isSmall = false }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <section
      className={`drop-zone${isOver ? ' is-over' : ''}${isSmall ? ' is-small' : ''}`}
      aria-label="Your file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      {!isSmall && (
        <span className="empty-icon">
          <Icon name="your-data" size={28} />
        </span>
      )}
      <div className="drop-zone-text">
        {!isSmall && <h2>Drop a file of records here</h2>}
        <label className="button is-main" htmlFor={id}>
          Choose a file
        </label>
        <input
          id={id}
          className="unseen"
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) onFile(file);
            // The same file can be chosen again after it was corrected.
            target.value = '';
          }}
        />
      </div>
      {!isSmall && (
        <div className="drop-zone-about">
          <p>
            CSV with any delimiter, TSV, JSON lines, JSON or Parquet, of any size. You see what each column is taken
            for, and which records would become one, before anything starts.
          </p>
          <p>
            <strong>Nothing leaves this machine.</strong> The page gives the file to the service on this machine, which
            keeps it in its data directory.
          </p>
        </div>
      )}
    </section>
  );
}
