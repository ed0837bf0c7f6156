import { Icon } from '../parts/icon.tsx';
import type { DesignDocument } from './design-document.ts';
import { pageNote } from './page-hint.ts';

/** What the reader should know of a design before anything else. */
export function Notes({ document }: { readonly document: DesignDocument }) {
  const { fallback, alarms, warnings, unusable } = document;
  const notes = [
    // An alarm may be the reason for the fallback.
    ...(fallback === undefined || alarms.some(({ message }) => message === fallback.message) ? [] : [fallback.message]),
    ...alarms.map(({ message, hint }) => `${message} ${hint}`),
    ...warnings,
    ...unusable.map(({ title, reason }) => `${title} is not used: ${reason}.`),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className="notes">
      {notes.map((note) => (
        <li key={note}>
          <Icon name="warning" size={18} />
          <span>{pageNote(note)}</span>
        </li>
      ))}
    </ul>
  );
}
