import { cpus } from 'node:os';
import type { CoreResult } from './core.ts';
import type { HttpResult } from './http.ts';
import type { Latency } from './percentile.ts';
import type { RulesResult } from './rules/measure.ts';

/** The performance table, as Markdown. */
export function report(
  command: string,
  rounds: number,
  peoplePerDouble: number,
  http: readonly HttpResult[],
  core: readonly CoreResult[],
): string {
  const sizes = http.map(({ stored }) => stored);
  const row = (name: string, cell: (http: HttpResult, core: CoreResult) => string) =>
    `| ${name} | ${http.map((result, index) => cell(result, core[index]!)).join(' | ')} |`;
  const models = [...new Set(cpus().map(({ model }) => model.trim()))].join(', ');
  return [
    `One run of \`${command}\` with Node ${process.versions.node} on ${cpus().length} cores (${models}); client and service`,
    `share them.${rounds === 1 ? '' : ` Everything was measured ${rounds} times, one after the other; every figure is the median.`} Made-up people, two records in ${peoplePerDouble + 1} describe one person, with typing errors; the rules of \`examples/people\`.`,
    'Every submit is on disk when it is answered.',
    '',
    `| records stored | ${sizes.map(grouped).join(' | ')} |`,
    `|---|${sizes.map(() => '--:|').join('')}`,
    row('records/s through HTTP, one a request, 16 clients', ({ sixteenClients }) => grouped(sixteenClients)),
    row('records/s through HTTP, one a request, 1 client', ({ oneClient }) => grouped(oneClient)),
    row('records/s in the core, one a call, 64 at once', (_, { singles }) => grouped(singles)),
    row('records/s in the core, 100 a call, 4 at once', (_, { batches }) => grouped(batches)),
    row('search, 4 clients: p50 / p95 / p99 ms', ({ search }) => milliseconds(search)),
    row('entityByRecord, 4 clients: p50 / p95 / p99 ms', ({ entityByRecord }) => milliseconds(entityByRecord)),
    row('search while 8 clients submit: p50 / p95 / p99 ms', ({ searchUnderLoad }) => milliseconds(searchUnderLoad)),
    row('entityByRecord while 8 clients submit: p50 / p95 / p99 ms', ({ entityByRecordUnderLoad }) =>
      milliseconds(entityByRecordUnderLoad),
    ),
    row('bytes on disk a record', ({ bytesPerRecord }) => grouped(bytesPerRecord)),
    row('peak resident memory of the service, MB', ({ peakMemory }) =>
      peakMemory === undefined ? 'not known here' : grouped(peakMemory / 1e6),
    ),
    row('resident memory at the end without pages of the data files, MB', ({ ownMemory }) =>
      ownMemory === undefined ? 'not known here' : grouped(ownMemory / 1e6),
    ),
  ].join('\n');
}

/** The rule language by itself. */
export function rulesReport(rules: RulesResult): string {
  return [
    'The rules alone, on one core and without a store:',
    '',
    '| what | |',
    '|---|--:|',
    `| lint a document of ${grouped(rules.lintedBytes)} bytes, ms | ${grouped(rules.lintMilliseconds)} |`,
    `| pipeline and index keys of a person with 12 fields, records/s | ${grouped(rules.records)} |`,
    `| a rule of one exact comparison, pairs/s | ${grouped(rules.exactPairs)} |`,
    `| a rule of one edit distance on names, pairs/s | ${grouped(rules.fuzzyPairs)} |`,
  ].join('\n');
}

const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');
const milliseconds = ({ p50, p95, p99 }: Latency): string =>
  [p50, p95, p99].map((value) => value.toFixed(1)).join(' / ');
