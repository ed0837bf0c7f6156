/** A fenced block of a Markdown page. */
export interface FencedBlock {
  readonly language: string;
  readonly text: string;
  /** Of the opening fence, from 1. */
  readonly line: number;
  /** What a comment `<!-- file: … -->` just before the block says. */
  readonly file: string | undefined;
}

export function fencedBlocks(page: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const pattern = /(?:^<!-- file: (.+?) -->\n+)?^```(\w*)\n([\s\S]*?)^```$/gm;
  for (const { 1: file, 2: language, 3: text, index } of page.matchAll(pattern)) {
    blocks.push({ language: language!, text: text!, file, line: page.slice(0, index).split('\n').length });
  }
  return blocks;
}

/** Whether an output is what a page shows of it, where a line `…` stands for any number of lines and `…` at an end for the rest of a line. */
export function isAsShown(output: readonly string[], shown: readonly string[]): boolean {
  const [line, ...rest] = shown;
  if (line === undefined) return output.length === 0;
  if (line === '…') {
    for (let from = 0; from <= output.length; from++) if (isAsShown(output.slice(from), rest)) return true;
    return false;
  }
  const [first, ...others] = output;
  if (first === undefined) return false;
  const same = line.endsWith('…') ? first.startsWith(line.slice(0, -1)) : first === line;
  return same && isAsShown(others, rest);
}
