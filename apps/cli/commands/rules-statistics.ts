import { dirname } from 'node:path';
import { Command } from 'commander';
import { genericKeyRecordsBounds, OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/index-keys.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../../src/rules/document/types.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { NameSuggester } from '../../../src/text/nearest-name.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { selectRecord } from '../client/selection.ts';
import { type ColumnsFileOptions, findColumnsFile } from '../files/columns-file.ts';
import type { SourceOptions } from '../files/source-file.ts';
import { RulesFileError, RulesServiceError } from '../rules/errors.ts';
import { type NamedText, readServedRules, readText, rulesInForce } from '../rules/read-rules.ts';
import { RulesStatistics, statisticsText } from '../rules/statistics.ts';
import { readStoredEntities } from '../rules/stored-entities.ts';
import { listOf, suggestionsOf, suggestionsText } from '../rules/suggestions.ts';
import { addConnectionOptions } from './connection-options.ts';
import { wholeNumber } from './numbers.ts';
import { addRulesOptions, type RulesOptions, ruleConfigFor } from './rules-options.ts';
import { addSourceOptions, recordsOfFile } from './source-options.ts';

import { showingProgress, withService } from './with-service.ts';

interface StatisticsOptions extends RulesOptions, SourceOptions, ColumnsFileOptions, ConnectionOptions {
  readonly records?: string;
  readonly top: number;
  readonly suggest: boolean;
  readonly list?: string;
  readonly genericKeyRecords: number;
  readonly concurrency: number;
  readonly json: boolean;
}

export function rulesStatisticsCommand(): Command {
  const command = new Command('statistics')
    .description(
      'Count the values that the rules make of records, of a service or a file: only advice, nothing uses it.',
    )
    .option(
      '--records <file>',
      'records: .csv, .tsv, .jsonl, .ndjson, .json or .parquet; any name with a columns file; default: those of the service',
    );
  return addConnectionOptions(
    addSourceOptions(addRulesOptions(command), 'columns.json beside the rules, where there is one'),
  )
    .option('--top <number>', 'show so many of the most frequent values of a resolver', wholeNumber(0, 1_000), 3)
    .option(
      '--suggest',
      'print placeholders and too frequent keys, with the parts of a rule-config that drop them',
      false,
    )
    .option('--list <resolver>', 'print the frequent values of a resolver as a reference list')
    .option(
      '--generic-key-records <number>',
      'as the service is set: more records under one key yield no links',
      wholeNumber(genericKeyRecordsBounds.least, genericKeyRecordsBounds.most),
      OVER_FREQUENT_KEY_RECORDS,
    )
    .option('--concurrency <requests>', 'concurrent requests to the service', wholeNumber(1, 64), 4)
    .option('--json', 'print JSON', false)
    .action(async (options: StatisticsOptions) => {
      const { records } = options;
      if (records === undefined) await ofService(options);
      else await ofFile(records, options);
    });
}

async function ofFile(records: string, options: StatisticsOptions): Promise<void> {
  const name = ruleConfigFor([records], options);
  const { config, statistics } = begin({ name, text: readText(name) }, options);
  const mapping = await findColumnsFile(options, dirname(name), dirname(records));
  const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  for await (const record of recordsOfFile(records, { ...options, mapping, tell })) statistics.add(record);
  print(config, statistics, options);
}

async function ofService(options: StatisticsOptions): Promise<void> {
  await withService(options, async (client, signal) => {
    const { inForce, recordCount } = await readServedRules(client);
    const document = await rulesInForce(
      client,
      { beside: '.', file: options.ruleConfig, option: '--rule-config' },
      inForce,
    );
    const { config, statistics } = begin(document, options);
    const selection = await selectRecord(client);
    const isWhole = await showingProgress(recordCount, (progress) =>
      readStoredEntities({
        client,
        selection,
        segments: options.concurrency,
        signal,
        take: ({ records }) => {
          for (const record of records) statistics.add(record);
          progress(statistics.records);
        },
      }),
    );
    if (!isWhole) throw signal.reason;
    if (statistics.records === 0) {
      throw new RulesServiceError('The service has no stored records.', {
        hint: 'Load records first, or count those of a file with --records.',
      });
    }
    print(config, statistics, options);
  });
}

/** Refuses an unknown resolver before it reads the records. */
function begin({ name, text }: NamedText, { list }: StatisticsOptions) {
  const config = loadRuleConfig(text, undefined, name);
  const ids = config.resolvers.map(({ id }) => id);
  if (list !== undefined && !ids.includes(list)) {
    const near = new NameSuggester().nearest(list, ids);
    throw new RulesFileError(`--list names ${JSON.stringify(list)}, which is no resolver of ${name}.`, {
      hint: near === undefined ? `The resolvers are: ${ids.join(', ')}.` : `Did you mean ${near}?`,
    });
  }
  return { config, statistics: new RulesStatistics(compileRuleConfig(config)) };
}

function print(config: RuleConfig, statistics: RulesStatistics, options: StatisticsOptions): void {
  const { list, suggest, top, genericKeyRecords, json } = options;
  const resolvers = statistics.resolvers();
  const write = (text: string) => process.stdout.write(text);
  const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  if (list !== undefined) {
    const part = listOf(resolvers.find(({ resolverID }) => resolverID === list)!);
    if (part.rows.length === 0) process.stderr.write(`No value of ${list} is frequent enough: the list is empty.\n`);
    write(asJson({ referenceLists: [part] }));
    return;
  }
  const { records } = statistics;
  const suggestions = suggest ? suggestionsOf(statistics, config, genericKeyRecords) : undefined;
  if (json) {
    const shown = resolvers.map((resolver) => ({ ...resolver, frequent: resolver.frequent.slice(0, top) }));
    write(asJson({ records, resolvers: shown, ...(suggestions && { suggestions }) }));
    return;
  }
  write(
    suggestions === undefined
      ? statisticsText(records, resolvers, top)
      : suggestionsText(suggestions, genericKeyRecords),
  );
}
