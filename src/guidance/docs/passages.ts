import type { DocsPage } from './documentation.ts';

/** What stands under one heading of a page. */
export interface Passage {
  /** Of the page, within docs/. */
  readonly path: string;
  readonly title: string;
  /** The heading; the page's title for what stands before the first one. */
  readonly heading: string;
  /** Of the heading within its page, as GitHub and most readers make it; empty for the top. */
  readonly anchor: string;
  readonly text: string;
}

/** Cuts a page at its headings of the second and third level. Headings within code are text. */
export function passagesOf(page: DocsPage): Passage[] {
  if (!page.path.endsWith('.md')) return [];
  const passages: Passage[] = [];
  let heading = page.title;
  let anchor = '';
  let lines: string[] = [];
  let inCode = false;
  const finish = () => {
    const text = lines.join('\n').trim();
    if (text !== '') passages.push({ path: page.path, title: page.title, heading, anchor, text });
    lines = [];
  };
  for (const line of page.text.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    const found = inCode ? null : /^#{2,3} (.+)$/.exec(line);
    if (found !== null) {
      finish();
      heading = found[1]!.trim();
      anchor = anchorOf(heading);
    } else if (inCode || !/^# /.test(line)) lines.push(line);
  }
  finish();
  return passages;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
