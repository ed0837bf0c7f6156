import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import {
  type FoundStatistics,
  refreshStatisticsMutation,
  type Statistics,
  statisticsQuery,
} from '../../../src/graphql/queries/statistics.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { dataOf } from '../client/entities.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { count } from './entity.ts';
import { WATCH_INTERVAL } from './rules-status.ts';

interface StatisticsOptions extends ConnectionOptions {
  readonly refresh: boolean;
  readonly json: boolean;
}

export function statisticsCommand(): Command {
  return addConnectionOptions(
    new Command('statistics')
      .description('Show statistics of the stored data: sizes and cohesion of entities, rules, fields and keys.')
      .option('--refresh', 'have all records counted anew, and wait until that is done', false)
      .option('--json', 'print JSON', false),
  ).action(async ({ refresh, json, ...options }: StatisticsOptions) => {
    const client = (await openSession(options, { isWriting: refresh })).client();
    const statistics = await readOrRefresh(client, refresh);
    process.stdout.write(json ? `${JSON.stringify(statistics, null, 2)}\n` : statisticsText(statistics));
  });
}

/** Characters of the longest bar of the histogram. */
const BAR = 40;

const number = (value: number): string => value.toLocaleString('en');
const percent = (part: number, whole: number): string => `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)} %`;

/** Statistics of the stored data for people to read. */
export function statisticsText({ scan, found, areOfRulesInForce }: Statistics): string {
  const lines: string[] = [];
  if (scan !== null) lines.push(`A scan is under way: ${count(scan.records, 'record')} so far.`);
  if (found === null) {
    if (scan === null) lines.push('Nothing is counted yet: entity-data statistics --refresh counts the records.');
  } else {
    lines.push(
      `${count(found.records, 'record')}, ${number(found.entities)} ${found.entities === 1 ? 'entity' : 'entities'}, counted from ${found.begun} to ${found.ended}`,
    );
    if (!areOfRulesInForce) lines.push('Other rules have come into force since: --refresh counts by these.');
    lines.push(...sections(found));
  }
  // A record's value must not steer the reader's terminal.
  return terminalText(lines);
}

function sections(found: FoundStatistics): string[] {
  const { sizes, largest, lowestScores, bridged, ruleHits, fields, keys, overFrequentKeys, records, unjudged } = found;
  return [
    ...section('Entities by number of records', histogram(sizes)),
    ...section(
      'Largest entities',
      largest.filter((entity) => entity.records > 1).map((entity) => `${entity.entityID}  ${recordsText(entity)}`),
    ),
    ...section(
      'Lowest scores',
      lowestScores.map((entity) => `${entity.entityID}  ${entity.score.toFixed(3)}  ${recordsText(entity)}`),
    ),
    ...section(
      'Held together by one link',
      bridged.map((entity) => `${entity.entityID}  ${number(entity.bridged)} of ${recordsText(entity)} would part`),
    ),
    ...section('Rules', [
      ...ruleHits.map(
        ({ rule, pairs, entities }) => `${rule}  ${count(pairs, 'pair')} in ${number(entities)} entities`,
      ),
      ...(unjudged === 0 ? [] : [`entities of more than 100 records are left out: ${number(unjudged)}`]),
    ]),
    ...section(
      'Fields as the rules read them',
      fields.flatMap((field) => fieldLines(field, records)),
    ),
    ...section(
      'Keys',
      keys.map(
        ({ rules, deciding, records: having, distinct }) =>
          `${rules.join(', ')}  ${deciding ? 'exact' : 'blocking'}, about ${number(distinct)} different, in ${percent(having, records)} of the records`,
      ),
    ),
    ...section(
      'Over-frequent keys',
      overFrequentKeys.map(({ rules, keys: many }) => `${rules.join(', ')}  ${count(many, 'key')}`),
    ),
  ];
}

const section = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', name, ...lines.map((line) => `  ${line}`)];

/** 10,001 records stand for any larger number. */
const recordsText = ({ records }: { readonly records: number }): string =>
  records > 10_000 ? 'more than 10,000 records' : count(records, 'record');

function histogram(sizes: FoundStatistics['sizes']): string[] {
  const most = Math.max(...sizes.map(({ entities }) => entities));
  return sizes
    .filter(({ entities }) => entities > 0)
    .map(({ from, to, entities }) => {
      const range =
        to === null ? `over ${number(from - 1)}` : from === to ? number(from) : `${number(from)}–${number(to)}`;
      const bar = '█'.repeat(Math.max(1, Math.round((BAR * entities) / most)));
      return `${range.padStart(12)}  ${number(entities).padStart(11)}  ${bar}`;
    });
}

function fieldLines(
  { resolver, records: having, distinct, frequent }: FoundStatistics['fields'][number],
  records: number,
): string[] {
  return [
    `${resolver}  in ${percent(having, records)} of the records, about ${number(distinct)} different values`,
    ...(frequent ?? []).map(({ value, atLeast, atMost }) => {
      const times = atLeast === atMost ? number(atLeast) : `${number(atLeast)} to ${number(atMost)}`;
      return `  ${times.padStart(9)}  ${value}`;
    }),
  ];
}

export interface WatchScanOptions {
  readonly first: Statistics;
  readonly read: () => Promise<Statistics>;
  /** Receives a line whenever the scan is further. */
  readonly tell: (line: string) => void;
  /** Waits before the next read. */
  readonly pause: () => Promise<void>;
}

/** Follows a scan until it has ended. */
export async function watchScan({ first, read, tell, pause }: WatchScanOptions): Promise<Statistics> {
  let told: string | undefined;
  for (let statistics = first; ; statistics = await read()) {
    const { scan } = statistics;
    if (scan === null) return statistics;
    const line = `Counting: ${count(scan.records, 'record')} so far.`;
    if (line !== told) tell(line);
    told = line;
    await pause();
  }
}

/** The statistics of the last scan; or of a new one, when it has ended. */
export const readOrRefresh = async (client: GraphqlClient, refresh: boolean): Promise<Statistics> =>
  refresh
    ? watchScan({
        first: await refreshStatistics(client),
        read: () => readStatistics(client),
        tell: (line) => void process.stderr.write(`${line}\n`),
        pause: () => setTimeout(WATCH_INTERVAL),
      })
    : readStatistics(client);

/** @throws QueryRefusedError and what the client throws */
const readStatistics = async (client: GraphqlClient): Promise<Statistics> =>
  dataOf(await client.execute(statisticsQuery, {})).statistics;

/** @throws QueryRefusedError and what the client throws */
const refreshStatistics = async (client: GraphqlClient): Promise<Statistics> =>
  dataOf(await client.execute(refreshStatisticsMutation, {})).statistics;
