import { Command } from 'commander';
import { sourceReader } from '../load/source-file.ts';
import { fileStart } from '../load/source-record.ts';
import { RulesFileError } from '../rules/errors.ts';
import { readRules } from '../rules/read-rules.ts';
import { keysOf, mostSharedKeys, type RecordKeys } from '../rules/shared-keys.ts';
import { count } from './entity-text.ts';
import { wholeNumber } from './numbers.ts';
import { addRulesOptions, type RulesOptions, ruleConfigFor } from './rules-options.ts';

interface KeysOptions extends RulesOptions {
  readonly idColumn: string;
  readonly top?: number;
  readonly json: boolean;
}

export function rulesKeysCommand(): Command {
  return addRulesOptions(new Command('keys').description('Show the index keys that the records of files get.'))
    .argument('<files...>', 'records: .csv, .tsv, .jsonl or .ndjson')
    .option('--id-column <column>', 'the column or field that holds the id', 'id')
    .option('--top <number>', 'show only so many keys, those that the most records share', wholeNumber(1, 1_000_000))
    .option('--json', 'print JSON, one object a line', false)
    .action(async (files: readonly string[], { idColumn, top, json, ...named }: KeysOptions) => {
      const rules = readRules(ruleConfigFor(files, named), named.schema);
      const records: RecordKeys[] = [];
      for (const file of files) {
        for await (const source of sourceReader(file, { idColumn, column: new Map() })(fileStart)) {
          if ('problem' in source) {
            throw new RulesFileError(`${file}:${source.line}: ${source.problem}`, { hint: 'Correct the record.' });
          }
          const keys = keysOf(rules, source.record);
          if (top === undefined) process.stdout.write(json ? `${JSON.stringify(keys)}\n` : recordText(keys));
          else records.push(keys);
        }
      }
      if (top === undefined) return;
      for (const { key, records: sharing } of mostSharedKeys(records, top)) {
        const text = key.parts.map(({ part }) => part).join(' + ');
        process.stdout.write(
          json
            ? `${JSON.stringify({ records: sharing, ...key })}\n`
            : `${count(sharing, 'record').padStart(14)}  ${key.ruleIDs.join(', ')}: ${text}\n`,
        );
      }
    });
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
