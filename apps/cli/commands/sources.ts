import { Command } from 'commander';
import type { FoundStatistics } from '../../../src/graphql/queries/statistics.generated.ts';
import type { RecordSources } from '../../../src/rules/record-schema/sources.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { readSchema } from '../client/selection.ts';
import { type KnownHeader, knownSources } from '../sync/known-records.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { directoryOf } from './load-sync.ts';
import { readOrRefresh } from './statistics.ts';

interface SourcesOptions extends ConnectionOptions {
  readonly refresh: boolean;
  readonly json: boolean;
}

type CountedSource = FoundStatistics['sources'][number];

/** What is known of a source: from the schema, the statistics and the deliveries that were synced here. */
export interface SourceSummary extends CountedSource {
  readonly declared: boolean;
  readonly withoutDuplicates: boolean;
  /** The latest first. */
  readonly deliveries: KnownHeader['deliveries'];
}

export function sourcesCommand(): Command {
  return addConnectionOptions(
    new Command('sources')
      .description('Show the sources of the records: what each has, what they share, and their last deliveries.')
      .option('--refresh', 'have all records counted anew, and wait until that is done', false)
      .option('--json', 'print JSON', false),
  ).action(async ({ refresh, json, ...options }: SourcesOptions) => {
    const session = await openSession(options, { isWriting: refresh });
    const client = session.client();
    const { sources } = await readSchema(client);
    const { found } = await readOrRefresh(client, refresh);
    const known = await knownSources(directoryOf(session.connection));
    const summaries = summariesOf(sources, found?.sources ?? [], known);
    const counted = found?.ended ?? null;
    process.stdout.write(
      json ? `${JSON.stringify({ counted, sources: summaries }, null, 2)}\n` : sourcesText(summaries, counted),
    );
  });
}

/** All sources that are declared, that have records, or that were synced. */
export function summariesOf(
  declared: RecordSources | undefined,
  counted: readonly CountedSource[],
  known: ReadonlyMap<string, KnownHeader>,
): SourceSummary[] {
  const synced = [...known].filter(([, { records }]) => records > 0).map(([source]) => source);
  const names = [...(declared?.names ?? []), ...counted.map(({ source }) => source), ...synced];
  return [...new Set(names)].map((source) => ({
    ...(counted.find((one) => one.source === source) ?? {
      source,
      records: 0,
      entities: 0,
      duplicates: 0,
      alone: 0,
      shared: [],
    }),
    declared: declared?.names.includes(source) ?? false,
    withoutDuplicates: declared?.withoutDuplicates.includes(source) ?? false,
    deliveries: known.get(source)?.deliveries ?? [],
  }));
}

/** @param counted when the records were counted; null if they were not yet */
export function sourcesText(sources: readonly SourceSummary[], counted: string | null): string {
  if (sources.length === 0) return 'The schema of the records declares no sources: see docs/sources.md.\n';
  const lines: string[] = [];
  if (counted === null) lines.push('Nothing is counted yet: entity-data sources --refresh counts the records.');
  else {
    lines.push(`Counted at ${counted}:`, '');
    lines.push(
      ...table([
        ['source', 'records', 'entities', 'duplicates', 'alone'],
        ...sources.map(({ source, records, entities, duplicates, alone }) => [
          source,
          ...[records, entities, duplicates, alone].map(number),
        ]),
      ]),
    );
    if (sources.length > 1) {
      lines.push('', 'Entities with records of both:', '');
      const sharedOf = ({ shared }: SourceSummary, name: string) =>
        shared.find((one) => one.source === name)?.entities ?? 0;
      lines.push(
        ...table([
          ['', ...sources.map(({ source }) => source)],
          ...sources.map((row) => [
            row.source,
            ...sources.map(({ source }) => (source === row.source ? '–' : number(sharedOf(row, source)))),
          ]),
        ]),
      );
    }
  }
  lines.push(...deliveryLines(sources), ...doubtLines(sources));
  // What a file is called must not steer the reader's terminal.
  return terminalText(lines);
}

const number = (value: number): string => value.toLocaleString('en');

/** The first column to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
}

function deliveryLines(sources: readonly SourceSummary[]): string[] {
  const lines = sources.flatMap(({ source, deliveries: [last] }) =>
    last === undefined
      ? []
      : [
          `${source}: ${new Date(last.at).toISOString()} ${last.file}: ${number(last.records)} records; ${number(last.created)} new, ${number(last.changed)} changed, ${number(last.gone)} gone, ${number(last.refused)} refused`,
        ],
  );
  return lines.length === 0 ? [] : ['', 'Last deliveries:', '', ...lines];
}

/** What contradicts the declarations. */
function doubtLines(sources: readonly SourceSummary[]): string[] {
  const lines = sources.flatMap(({ source, declared, withoutDuplicates, duplicates }) => [
    ...(declared ? [] : [`${source} has records, and the schema does not declare it: declare it, or erase them.`]),
    ...(withoutDuplicates && duplicates > 0
      ? [`${source} is declared to be without duplicates, and the rules find ${number(duplicates)} within it.`]
      : []),
  ]);
  return lines.length === 0 ? [] : ['', ...lines];
}
