/** What of the console is open: a view and what it is about. It stands in the address, so that "back" and links work. */
export interface Place {
  readonly view: View;
  readonly query: URLSearchParams;
}

export const views = ['search', 'entity', 'explain', 'rules', 'metrics'] as const;
export type View = (typeof views)[number];

/** Reads the part of an address behind `#`; the search when there is none, or none that is known. */
export function placeOf(hash: string): Place {
  // A question mark that was typed into an address may stand in its query as it is.
  const [, path = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const view = views.find((known) => known === path) ?? 'search';
  return { view, query: new URLSearchParams(query) };
}

/** The address of a place within the page. */
export function addressOf(view: View, query: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  const text = new URLSearchParams(query).toString();
  return `#/${view}${text === '' ? '' : `?${text}`}`;
}
