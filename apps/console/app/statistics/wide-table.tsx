import type { ReactNode } from 'react';

/** Makes a table that does not fit scrollable, by keyboard too. */
export function WideTable({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to take the focus
    <section className="statistics-wide" tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
