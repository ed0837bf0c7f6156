import type { ReactNode } from 'react';
import type { GivenFile } from './state.ts';

/** The name of the file, what is known of it, and what can be done. */
export function FileHead(props: {
  readonly file: GivenFile;
  readonly about?: string | undefined;
  readonly children?: ReactNode;
}) {
  const { file, about, children } = props;
  return (
    <header className="file-head">
      <div>
        <h2>
          <bdi>{file.name}</bdi>
        </h2>
        <p className="card-about">{about ?? sizeText(file.size)}</p>
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  );
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in the unit that fits, such as `1.5 MB`. */
function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  const amount = bytes / 1000 ** power;
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[power]}`;
}
