import { constants, setPriority, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { MOST_PREVIEWED, previewRecords, StoredPreviewing } from '../../../src/batch/preview.ts';
import { genericKeyRecordsBounds, OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/index-keys.ts';
import { TooManyToPreviewError } from '../../../src/entities/rule-changes/errors.ts';
import { defaultRuleChangeOptions } from '../../../src/entities/rule-changes/types.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { selectRecord } from '../client/selection.ts';
import { type ColumnsFileOptions, findColumnsFile } from '../files/columns-file.ts';
import type { SourceOptions } from '../files/source-file.ts';
import { changeText, formerFileFor, type RulesChange, readChange, readChangeFrom } from '../rules/compared-rules.ts';
import { RulesServiceError } from '../rules/errors.ts';
import { type ExplainedExample, explainFromFile, explainStored } from '../rules/explained-examples.ts';
import { exampleText, type PrintedFigures, previewText } from '../rules/preview-text.ts';
import { readServedRules, rulesInForce, servedPace } from '../rules/read-rules.ts';
import { readStoredEntities } from '../rules/stored-entities.ts';
import { addConnectionOptions } from './connection-options.ts';
import { wholeNumber } from './numbers.ts';
import { addSourceOptions, recordsOfFile } from './source-options.ts';

import { showingProgress, withService } from './with-service.ts';

interface PreviewOptions extends SourceOptions, ColumnsFileOptions, ConnectionOptions {
  readonly records?: string;
  readonly against?: string;
  readonly schema?: string;
  readonly examples: number;
  readonly genericKeyRecords: number;
  readonly writeUnits?: number;
  readonly concurrency: number;
  readonly json: boolean;
}

/** Write units a second of a deployment that says nothing else. */
const { writeUnitsPerSecond: usualPace } = defaultRuleChangeOptions;

type FilePreviewOptions = PreviewOptions & { readonly records: string };

export function rulesPreviewCommand(): Command {
  const command = new Command('preview')
    .description('Say what a change of rules would do to the records of a service or a file. Writes nothing.')
    .argument('<next>', 'the rule-config that is to take the place of the one in force')
    .option(
      '--records <file>',
      'records: .csv, .tsv, .jsonl, .ndjson, .json or .parquet; any name with a columns file; default: those of the service',
    )
    .option('--against <former>', 'the rule-config that is in force; default: rule-config.json beside the next one')
    .option('--schema <file>', 'the record schema; default: schema.graphqls beside the next one, where there is one');
  return addConnectionOptions(
    addSourceOptions(command, 'columns.json beside the next rule-config or the former one, where there is one'),
  )
    .option('--examples <number>', 'show so many examples of each kind', wholeNumber(0, 1_000), 20)
    .option(
      '--generic-key-records <number>',
      'as the service is set: more records under one key yield no links',
      wholeNumber(genericKeyRecordsBounds.least, genericKeyRecordsBounds.most),
      OVER_FREQUENT_KEY_RECORDS,
    )
    .option(
      '--write-units <number>',
      'write units a second that the change may use, for its minutes; default: as the service is set, 2000 for a file',
      wholeNumber(1, 1_000_000),
    )
    .option('--concurrency <requests>', 'concurrent requests to the service', wholeNumber(1, 64), 1)
    .option('--json', 'print JSON', false)
    .action((next: string, options: PreviewOptions) =>
      options.records === undefined
        ? previewService(next, options)
        : previewFile(next, { ...options, records: options.records }),
    );
}

async function previewFile(next: string, options: FilePreviewOptions): Promise<void> {
  const former = formerFileFor(next, options.against);
  const change = readChange(former, next, options.schema);
  const mapping = await findColumnsFile(options, dirname(next), dirname(former));
  const tell = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const read = () => recordsOfFile(options.records, { ...options, mapping });
  const { figures, examples } = await previewRecords(
    recordsOfFile(options.records, { ...options, mapping, tell }),
    change.former,
    change.next,
    batchOptions(options, usualPace),
  );
  const shown = await explainFromFile(read(), examples, change);
  print({ former, next, change, figures, examples: shown }, options);
}

async function previewService(next: string, options: PreviewOptions): Promise<void> {
  yieldToOthers();
  await withService(options, async (client, signal) => {
    const { inForce, recordCount } = await readServedRules(client);
    if (recordCount !== undefined && recordCount > MOST_PREVIEWED) throw new TooManyToPreviewError(MOST_PREVIEWED);
    const former = await rulesInForce(
      client,
      { beside: dirname(next), file: options.against, option: '--against' },
      inForce,
    );
    const change = readChangeFrom(former, next, options.schema);
    const selection = await selectRecord(client);
    const pace = (await servedPace(client)) ?? usualPace;
    const previewing = new StoredPreviewing(change.former, change.next, batchOptions(options, pace));
    try {
      const isWhole = await showingProgress(recordCount, (progress) =>
        readStoredEntities({
          client,
          selection,
          segments: options.concurrency,
          signal,
          take: (entity) => {
            previewing.add(entity);
            progress(previewing.records);
          },
        }),
      );
      if (!isWhole) throw signal.reason;
      if (previewing.records === 0) {
        throw new RulesServiceError('The service has no stored records.', {
          hint: 'Load records first, or preview a file with --records.',
        });
      }
      const { figures, examples } = await previewing.finish();
      const shown = await explainStored(client, selection, examples, change);
      print({ former: former.name, next, change, figures, examples: shown }, options);
    } finally {
      previewing.close();
    }
  });
}

const batchOptions = ({ genericKeyRecords, examples, writeUnits }: PreviewOptions, pace: number) => ({
  genericKeyRecords,
  examples,
  pace: writeUnits ?? pace,
  directory: tmpdir(),
});

/** Lets a local service, which searches wait for, come first where both share the processors. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some sandboxes forbid it: the preview is the same without.
  }
}

interface Printed {
  readonly former: string;
  readonly next: string;
  readonly change: RulesChange;
  readonly figures: PrintedFigures;
  readonly examples: readonly ExplainedExample[];
}

function print({ former, next, change, figures, examples }: Printed, { json }: PreviewOptions): void {
  if (json) {
    const compared = { former, next, ...change.compared };
    process.stdout.write(`${JSON.stringify({ change: compared, ...figures, examples }, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${changeText(former, next, change.compared)}\n${previewText(figures)}`);
  for (const example of examples) process.stdout.write(`\n${exampleText(example)}`);
}
