import { cpus } from 'node:os';
import type { CoreResult } from './core.ts';
import type { HttpResult } from './http.ts';
import type { Latency } from './percentile.ts';
import type { RulesResult } from './rules/measure.ts';

/** What was measured with one population. */
export interface Measured {
  readonly core: readonly CoreResult[];
  readonly http: readonly HttpResult[];
}

/** The performance table, as Markdown. */
export function report(
  command: string,
  rounds: number,
  peoplePerDouble: number,
  census: Measured,
  former: Measured,
): string {
  const http = [...census.http, ...former.http];
  const core = [...census.core, ...former.core];
  const columns = [
    ...census.http.map(({ stored }) => grouped(stored)),
    ...former.http.map(({ stored }) => `${grouped(stored)}, rare names`),
  ];
  const row = (name: string, cell: (http: HttpResult, core: CoreResult) => string) =>
    `| ${name} | ${http.map((result, index) => cell(result, core[index]!)).join(' | ')} |`;
  const models = [...new Set(cpus().map(({ model }) => model.trim()))].join(', ');
  return [
    `One run of \`${command}\` with Node ${process.versions.node} on ${cpus().length} cores (${models}); client and service`,
    `share them.${rounds === 1 ? '' : ` Everything was measured ${rounds} times, one after the other; every figure is the median.`} Made-up people with the names, households and shared numbers of a census and typing errors (\`bench/census-people.ts\`); in the last column people of rare names, two records in ${peoplePerDouble + 1} describe one person. The rules of \`examples/people\`; searches for the best ten.`,
    'Every submit is on disk when it is answered.',
    '',
    `| records stored | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:|').join('')}`,
    row('records/s through HTTP, one a request, 16 clients', ({ sixteenClients }) => grouped(sixteenClients)),
    row('records/s through HTTP, one a request, 1 client', ({ oneClient }) => grouped(oneClient)),
    row('records/s in the core, one a call, 64 at once', (_, { singles }) => grouped(singles)),
    row('records/s in the core, 100 a call, 4 at once', (_, { batches }) => grouped(batches)),
    row('search by both names, 4 clients: p50 / p95 / p99 ms', ({ searchByNames }) => milliseconds(searchByNames)),
    row('search by telephone, 4 clients: p50 / p95 / p99 ms', ({ searchByPhone }) => milliseconds(searchByPhone)),
    row('search by names, birthday and postcode, 4 clients: p50 / p95 / p99 ms', ({ search }) => milliseconds(search)),
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
