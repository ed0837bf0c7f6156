import type { ColdStart, ColdStarts } from './measure.ts';

const shown = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 1 : 0);

/** The table of cold starts, as Markdown. */
export function coldStartTable({ bareNode, functions }: ColdStarts): string {
  return [
    'Cold start of the built functions: fresh processes, medians, and the lower quartile of both together. `node -e 0` takes',
    `${shown(bareNode)} ms here, which is in none of these. *On Lambda* is the same, but for modules of Node.js that`,
    'Lambda’s own runtime client has loaded before.',
    '',
    '| function | first answer | import, ms | first answer, ms | together, ms | lower quartile, ms | on Lambda, ms | processor time, ms |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...functions.map(
      ({ name, what, imported, answered, total, lowerQuartile, beside, processor }) =>
        `| ${name} | ${what} | ${shown(imported)} | ${shown(answered)} | ${shown(total)} | ${shown(lowerQuartile)} | ${shown(beside)} | ${shown(processor)} |`,
    ),
  ].join('\n');
}

/** Parts below this share are summed up. */
const LEAST_SHARE = 0.015;

/** For each function, what its cold start is made of, as Markdown. */
export function shareTables({ functions }: ColdStarts): string {
  return functions.map(shareTable).join('\n\n');
}

function shareTable({ name, total, bytes, shares }: ColdStart): string {
  const owners = [...shares].sort((a, b) => b[1] - a[1]);
  const small = owners.filter(([, milliseconds]) => milliseconds < LEAST_SHARE * total);
  const rest = small.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  return [
    `| ${name}: ${shown(total)} ms, ${Math.round(bytes / 1024).toLocaleString('en-US')} KB | ms |`,
    '|---|--:|',
    ...owners
      .filter(([, milliseconds]) => milliseconds >= LEAST_SHARE * total)
      .map(([owner, milliseconds]) => `| ${owner} | ${milliseconds.toFixed(1)} |`),
    ...(small.length === 0 ? [] : [`| ${small.length} more | ${rest.toFixed(1)} |`]),
  ].join('\n');
}
