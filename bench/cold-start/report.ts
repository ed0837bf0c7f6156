import type { ColdStarts } from './measure.ts';

const shown = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);

/** The table of cold starts, as Markdown. */
export function coldStartTable({ bareNode, functions }: ColdStarts): string {
  return [
    'Cold start of the built functions: medians of fresh processes, and the lower quartile of both together. These times',
    `do not include \`node -e 0\`, which takes ${shown(bareNode)} ms here.`,
    '',
    '| function | first answer | size, KB | import, ms | first answer, ms | together, ms | lower quartile, ms | processor time, ms |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...functions.map(
      ({ name, what, bytes, imported, answered, total, lowerQuartile, processor }) =>
        `| ${name} | ${what} | ${Math.round(bytes / 1024).toLocaleString('en-US')} | ${shown(imported)} | ${shown(answered)} | ${shown(total)} | ${shown(lowerQuartile)} | ${shown(processor)} |`,
    ),
  ].join('\n');
}
