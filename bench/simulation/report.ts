import { markdownTable } from '../markdown-table.ts';
import type { Comparison } from './load.ts';
import type { Forecast, PlanForecast, Spread } from './simulate.ts';

/** What one value of the partition key takes a second. */
const PARTITION_WRITES = 1_000;
const PARTITION_READS = 3_000;
/** Read units that a submit spends on a key that is generic: one page of 100 postings, read without waiting for the last write. */
const GENERIC_READS = 2;

const UNITS = [
  [1e9, ' billion'],
  [1e6, ' million'],
] as const;
const number = (value: number): string => {
  const unit = UNITS.find(([size]) => value >= size);
  if (unit !== undefined) return `${Number((value / unit[0]).toPrecision(3)).toLocaleString('en-US')}${unit[1]}`;
  return value >= 100
    ? Math.round(value).toLocaleString('en-US')
    : value.toLocaleString('en-US', { maximumFractionDigits: 1 });
};
const percent = (share: number): string => {
  if (share === 0) return '0';
  const value = share * 100;
  return value < 0.01 ? `${value.toExponential(0)} %` : `${Number(value.toPrecision(2))} %`;
};
const spread = ({ mean, p95, p99 }: Spread): string => `${number(mean)} / ${number(p95)} / ${number(p99)}`;

/** Records a second at which the most frequent key alone brings its partition to its limit. */
function heatRate({ links, largestShare }: PlanForecast): number {
  return links ? PARTITION_READS / GENERIC_READS / largestShare : PARTITION_WRITES / largestShare;
}

const nameOf = ({ ruleIDs, links }: PlanForecast): string =>
  `${ruleIDs.map((id) => `\`${id}\``).join(', ')}${links ? '' : ' (searches only)'}`;

/** The tables of one document's forecasts, one for each number of records. */
export function forecastTables(forecasts: readonly Forecast[]): string {
  const sizes = forecasts.map(({ records }) => `${number(records)} records`);
  const plans = forecasts[0]!.plans;
  const rows = (cell: (plan: PlanForecast) => string) =>
    plans.map((plan, index) => [nameOf(plan), ...forecasts.map((one) => cell(one.plans[index]!))]);
  return [
    'Candidates that are judged (mean / p95 / p99):',
    '',
    markdownTable(
      ['', ...sizes],
      [
        ['of a submit', ...forecasts.map(({ submitCandidates }) => spread(submitCandidates))],
        [
          'of a search by names, birthday and postcode',
          ...forecasts.map(({ searchCandidates }) => spread(searchCandidates)),
        ],
      ],
    ),
    '',
    "Records that share a record's key, by rule (mean / p95 / p99):",
    '',
    markdownTable(
      ['rules of the key', ...sizes],
      rows(({ holders }) => spread(holders)),
    ),
    '',
    'Over-frequent keys, which more than 1,000 records share: their part of all distinct keys, and the part of records that have one:',
    '',
    markdownTable(
      ['rules of the key', ...sizes],
      rows(({ hubKeys, hubRecords }) => `${percent(hubKeys)} of keys, ${percent(hubRecords)} of records`),
    ),
    '',
    'Heat: the part of records that have the most frequent key, and at how many submits a second that key alone brings its',
    'partition to its limit:',
    '',
    markdownTable(
      ['rules of the key', ...sizes],
      rows((plan) => `${percent(plan.largestShare)}, ${number(heatRate(plan))}/s`),
    ),
  ].join('\n');
}

export function comparisonTable(rows: readonly Comparison[]): string {
  return markdownTable(
    ['', 'forecast', 'counted in the store', ''],
    rows.map(({ what, expected, counted, isClose }) => [
      what,
      expected.toPrecision(3),
      counted.toPrecision(3),
      isClose ? '' : 'too far',
    ]),
  );
}
