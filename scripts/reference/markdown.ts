/** A line of a Markdown table. Pipes inside of code do not end a cell when they are escaped. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableRow(head), `|${'---|'.repeat(head.length)}`, ...rows.map(tableRow)].join('\n');
}

/** A span of code, whatever is in it. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const edge = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${edge}${text}${edge}${fence}`;
}

/** JSON on one line, as people write it: a space after commas and colons. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value).replaceAll('\u00a0', '\\u00a0');
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${jsonText(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

export const jsonCode = (value: unknown): string => code(jsonText(value));

/** A generated page: title, the sentences below it, sections. */
export function page(title: string, introduction: string, sections: readonly string[]): string {
  return `${[
    '<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->',
    `# ${title}`,
    introduction,
    ...sections,
  ].join('\n\n')}\n`;
}
