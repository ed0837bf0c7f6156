import type { DocsPage } from './documentation.ts';

/** A piece of what stands under one heading of a page. */
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

/** From so many characters on, a passage ends before the next paragraph or row of a table. */
const maxPassage = 1_500;

/**
 * Cuts a page at its headings of the second and third level, and what is long under one heading into pieces. Headings
 * within code are text.
 */
export function passagesOf(page: DocsPage): Passage[] {
  if (!page.path.endsWith('.md')) return [];
  const passages: Passage[] = [];
  let heading = page.title;
  let anchor = '';
  let lines: string[] = [];
  let inCode = false;
  const finish = () => {
    for (const text of piecesOf(lines)) passages.push({ path: page.path, title: page.title, heading, anchor, text });
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

/** Cuts before paragraphs, items of lists and rows of tables. Each piece of a table begins with its head. */
function piecesOf(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  let head = '';
  let inCode = false;
  lines.forEach((line, at) => {
    const mayCut = !inCode && (/^(?:\||[*-] |\d+\. )/.test(line) || lines[at - 1] === '') && !isRule(line);
    if (line.startsWith('```')) inCode = !inCode;
    if (!line.startsWith('|')) head = '';
    else if (isRule(lines[at + 1])) head = `${line}\n${lines[at + 1]}\n`;
    if (mayCut && piece.length + line.length > maxPassage) {
      pieces.push(piece.trim());
      piece = head.startsWith(line) ? '' : head;
    }
    piece += `${line}\n`;
  });
  return [...pieces, piece.trim()].filter((text) => text !== '');
}

/** Whether the line separates the head of a table from its rows. */
function isRule(line: string | undefined): boolean {
  return line !== undefined && /^\|[-:| ]+\|$/.test(line);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
