import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair } from '../../../src/rules/compile/explain.ts';
import type { DescribedKey } from '../../../src/rules/compile/index-plan.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { columnsFileName, readColumnsFile } from '../files/columns-file.ts';
import type { SourceOptions } from '../files/source-file.ts';
import { readRules } from '../rules/read-rules.ts';
import { count } from './entity.ts';
import { wholeNumber } from './numbers.ts';
import { addRulesOptions, type RulesOptions, ruleConfigFor } from './rules-options.ts';
import { recordsOfFile } from './source-options.ts';

interface KeysOptions extends RulesOptions {
  readonly idColumn?: string;
  readonly top?: number;
  readonly json: boolean;
}

export function rulesKeysCommand(): Command {
  return addRulesOptions(new Command('keys').description('Show the index keys that the records of files get.'))
    .argument('<files...>', 'records: .csv, .tsv, .jsonl, .ndjson, .json or .parquet')
    .option('--id-column <column>', 'the column or field that holds the id (default: "id")')
    .option('--top <number>', 'show only so many keys, those that the most records share', wholeNumber(1, 1_000_000))
    .option('--json', 'print JSON, one object a line', false)
    .action(async (files: readonly string[], { idColumn, top, json, ...named }: KeysOptions) => {
      const ruleConfig = ruleConfigFor(files, named);
      const rules = readRules(ruleConfig, named.schema);
      const columns = join(dirname(ruleConfig), columnsFileName);
      const mapping = existsSync(columns) ? await readColumnsFile(columns) : undefined;
      const records = keysOfFiles(files, { idColumn, column: new Map(), mapping }, rules);
      if (top === undefined) await printKeysByRecord(records, json);
      else await printMostSharedKeys(records, top, json);
    });
}

async function* keysOfFiles(
  files: readonly string[],
  options: SourceOptions,
  rules: CompiledRules,
): AsyncGenerator<RecordKeys, void, undefined> {
  for (const file of files) {
    for await (const record of recordsOfFile(file, options)) yield keysOf(rules, record);
  }
}

async function printKeysByRecord(records: AsyncIterable<RecordKeys>, json: boolean): Promise<void> {
  for await (const keys of records) process.stdout.write(json ? `${JSON.stringify(keys)}\n` : recordText(keys));
}

async function printMostSharedKeys(records: AsyncIterable<RecordKeys>, top: number, json: boolean): Promise<void> {
  const all: RecordKeys[] = [];
  for await (const keys of records) all.push(keys);
  for (const { key, records: sharing } of mostSharedKeys(all, top)) {
    const text = key.parts.map(({ part }) => part).join(' + ');
    process.stdout.write(
      json
        ? `${JSON.stringify({ records: sharing, ...key })}\n`
        : `${count(sharing, 'record').padStart(14)}  ${key.ruleIDs.join(', ')}: ${text}\n`,
    );
  }
}

function recordText({ id, keys, problems }: RecordKeys): string {
  const lines = [`${id}  ${count(keys.length, 'index key')}`];
  for (const problem of problems) lines.push(`  refused: ${problem}`);
  for (const key of keys) {
    const how = key.exact ? 'decides' : 'suggests';
    lines.push(`  ${key.hash} ${how} ${key.ruleIDs.join(', ')}: ${key.parts.map(({ part }) => part).join(' + ')}`);
  }
  return `${lines.join('\n')}\n`;
}

interface RecordKeys {
  readonly id: string;
  readonly keys: readonly DescribedKey[];
  /** Why the API would refuse the record. */
  readonly problems: readonly string[];
}

interface KeyUse {
  readonly key: DescribedKey;
  readonly records: number;
}

/** The index keys of a record, described in words. */
function keysOf(rules: CompiledRules, record: RecordPayload): RecordKeys {
  const { keys, problems } = explainPair(rules, record, record).a;
  return { id: String(record['id'] ?? ''), keys, problems };
}

/** Keys by number of records, largest first: the first ones are those that become over-frequent. */
function mostSharedKeys(records: Iterable<RecordKeys>, top: number): KeyUse[] {
  const uses = new Map<string, { key: DescribedKey; records: number }>();
  for (const { keys } of records) {
    for (const key of keys) {
      const use = uses.get(key.hash);
      if (use === undefined) uses.set(key.hash, { key, records: 1 });
      else use.records += 1;
    }
  }
  return [...uses.values()].sort((a, b) => b.records - a.records).slice(0, top);
}
