import { useEffect } from 'react';
import { noteLoading } from './last-styles.ts';

/** Placeholder lines, and a text for screen readers. */
export function Loading({ what, lines = 3 }: { readonly what: string; readonly lines?: number }) {
  useEffect(noteLoading, []);
  return (
    <div className="loading" role="status">
      <span className="unseen">Loading {what} …</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing but their place
        <span key={line} className="loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}
