/** A Markdown table: what rows are called in the first column, and numbers in the others. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const marks = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [line(head), `|${marks.join('|')}|`, ...rows.map(line)].join('\n');
}
