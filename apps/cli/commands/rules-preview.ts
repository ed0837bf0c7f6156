import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { genericKeyRecordsBounds, OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/over-frequent-keys.ts';
import { previewRecords, type RecordsPreview } from '../../../src/entities/rule-changes/preview-records.ts';
import { explainPair } from '../../../src/rules/compile/explain.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { type ColumnsFileOptions, findColumnsFile } from '../load/find-columns-file.ts';
import { openSource, type SourceOptions } from '../load/source-file.ts';
import { fileStart } from '../load/source-record.ts';
import { changeText } from '../rules/change-text.ts';
import { RulesFileError } from '../rules/errors.ts';
import { type ExplainedExample, exampleText, previewText } from '../rules/preview-text.ts';
import { formerFileFor, type RulesChange, readChange } from '../rules/read-change.ts';
import { wholeNumber } from './numbers.ts';
import { addSourceOptions } from './source-options.ts';

interface PreviewOptions extends SourceOptions, ColumnsFileOptions {
  readonly records: string;
  readonly against?: string;
  readonly schema?: string;
  readonly examples: number;
  readonly genericKeyRecords: number;
  readonly writeUnits: number;
  readonly json: boolean;
}

export function rulesPreviewCommand(): Command {
  return addSourceOptions(
    new Command('preview')
      .description('Say what a change of rules would do to the records of a file, exactly, without any service.')
      .argument('<next>', 'the rule-config that is to take the place of the former one')
      .requiredOption(
        '--records <file>',
        'records: .csv, .tsv, .jsonl, .ndjson, .json or .parquet; any name with a columns file',
      )
      .option('--against <former>', 'the rule-config that is in force; default: rule-config.json beside the next one')
      .option('--schema <file>', 'the record schema; default: schema.graphqls beside the next one, where there is one'),
    'columns.json beside the next rule-config or the former one, where there is one',
  )
    .addOption(
      new Option('--examples <number>', 'show so many examples of each kind')
        .default(20)
        .argParser(wholeNumber(0, 1_000)),
    )
    .addOption(
      new Option('--generic-key-records <number>', 'as the service is set: more records under one key yield no links')
        .default(OVER_FREQUENT_KEY_RECORDS)
        .argParser(wholeNumber(genericKeyRecordsBounds.least, genericKeyRecordsBounds.most)),
    )
    .addOption(
      new Option('--write-units <number>', 'write units a second that the change may use, for its minutes')
        .default(2_000)
        .argParser(wholeNumber(1, 1_000_000)),
    )
    .option('--json', 'print JSON', false)
    .action(preview);
}

async function preview(next: string, options: PreviewOptions): Promise<void> {
  const former = formerFileFor(next, options.against);
  const change = readChange(former, next, options.schema);
  const mapping = await findColumnsFile(options, dirname(next), dirname(former));
  const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const read = () => recordsOf({ ...options, mapping });
  const found = await previewRecords(recordsOf({ ...options, mapping, tell }), change.former, change.next, {
    genericKeyRecords: options.genericKeyRecords,
    examples: options.examples,
    pace: options.writeUnits,
  });
  const examples = await explained(read(), change, found);
  if (options.json) {
    const { ids: _ids, examples: _positions, ...counts } = found;
    const change_ = { former, next, ...change.compared };
    process.stdout.write(`${JSON.stringify({ change: change_, ...counts, examples }, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${changeText(former, next, change.compared)}\n${previewText(found)}`);
  for (const example of examples) process.stdout.write(`\n${exampleText(example)}`);
}

async function* recordsOf(options: PreviewOptions): AsyncGenerator<RecordPayload, void, undefined> {
  const file = await openSource(options.records, options);
  try {
    for await (const source of file.read(fileStart)) {
      if ('problem' in source) {
        throw new RulesFileError(`${options.records}:${source.line}: ${source.problem}`, {
          hint: 'Correct the record.',
        });
      }
      yield source.record;
    }
  } finally {
    await file.close();
  }
}

/** Reads the records a second time, so that only those of examples are in memory. */
async function explained(
  records: AsyncIterable<RecordPayload>,
  { former, next }: RulesChange,
  { examples, ids }: RecordsPreview,
): Promise<ExplainedExample[]> {
  const wanted = new Set(examples.flatMap(({ a, b }) => [ids[a]!, ids[b]!]));
  const payloads = new Map<string, RecordPayload>();
  if (wanted.size > 0) {
    for await (const record of records) {
      const id = String(record['id']);
      if (wanted.has(id) && !payloads.has(id)) payloads.set(id, record);
      if (payloads.size === wanted.size) break;
    }
  }
  return examples.map(({ kind, a, b, joins }) => {
    const pair = [payloads.get(ids[a]!)!, payloads.get(ids[b]!)!] as const;
    return {
      kind,
      a: ids[a]!,
      b: ids[b]!,
      joins,
      former: explainPair(former, ...pair),
      next: explainPair(next, ...pair),
    };
  });
}
