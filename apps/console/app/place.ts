/** The open view and its subject. Both are in the address, so that "back" and links work. */
export interface Place {
  readonly view: View;
  readonly query: URLSearchParams;
}

export const views = ['search', 'entity', 'explain', 'review', 'rules', 'statistics', 'metrics', 'your-data'] as const;
export type View = (typeof views)[number];

/** Parses the part of an address after `#`; the search view when it is missing or unknown. */
export function placeOf(hash: string): Place {
  // The query may contain an unescaped question mark that was typed into the address.
  const [, path = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const view = views.find((known) => known === path) ?? 'search';
  return { view, query: new URLSearchParams(query) };
}

/** The address of a view within the page. */
export function addressOf(view: View, query: Readonly<Record<string, string>> | URLSearchParams = {}): string {
  const text = new URLSearchParams(query).toString();
  return `#/${view}${text === '' ? '' : `?${text}`}`;
}
