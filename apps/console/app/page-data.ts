import type { PageFiles } from '../../../functions/console/front-end.ts';

/** Text of a block of data in the page. */
export function pageData(id: 'configuration' | 'files'): string {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page has no ${id}.`);
  return text;
}

/** The files of the front-end that the page names. */
export const pageFiles = (): PageFiles => JSON.parse(pageData('files'));
