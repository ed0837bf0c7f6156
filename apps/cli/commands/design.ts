import { basename, extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { countryCode } from '../../../src/rules/transformers/country.ts';
import { type DesignGoal, type FieldKind, kindTitles } from '../../../src/workbench/design/field-kind.ts';
import type { DesignedFile } from '../design/design-file.ts';
import { openDialogue } from '../terminal/dialogue.ts';
import { onInterruption } from './interruption.ts';
import { wholeNumber } from './numbers.ts';

interface DesignCommandOptions {
  readonly out?: string;
  readonly columns?: readonly string[];
  readonly kind: ReadonlyMap<string, FieldKind>;
  readonly same: readonly string[];
  readonly goal: DesignGoal;
  readonly country?: string;
  /** False for `--no-id-column`. */
  readonly idColumn?: string | false;
  readonly idReplace: readonly string[];
  readonly delimiter?: string;
  readonly skipLines?: number;
  readonly sheet?: string;
  readonly header?: readonly string[] | boolean;
  readonly null: readonly string[];
  readonly nulls: boolean;
  readonly seed: number;
  readonly labels?: string;
  readonly force: boolean;
  readonly json: boolean;
  readonly yes: boolean;
}

const interrupted = 130;

export function designCommand(): Command {
  return new Command('design')
    .description(
      'Make an instance for a file of records: rules, schema, the mapping of its columns, and a report. Nothing leaves this machine.',
    )
    .argument('[file]', 'CSV with any delimiter, JSON lines, JSON, Parquet, a workbook or vCard; also in gzip or ZIP')
    .option('--out <directory>', 'where to write it (default: a directory with the name of the file)')
    .option('--columns <names>', 'use only these columns, joined by commas', names)
    .addOption(
      new Option('--kind <column=kind>', 'what a column is; repeatable; an unknown kind lists all kinds')
        .default(new Map(), 'guessed by names and values')
        .argParser(collectKind),
    )
    .addOption(
      new Option('--same <column>', 'a column whose equal values mean one entity, whatever else differs; repeatable')
        .default([], 'none')
        .argParser(collected),
    )
    .addOption(
      new Option('--goal <goal>', 'avoid wrong matches (precision), missed ones (recall), or both alike')
        .choices(['precision', 'balanced', 'recall'])
        .default('balanced'),
    )
    .option('--country <country>', 'where most records come from: ISO 3166 code or name', country)
    .option('--id-column <name>', 'the column with the ids of the records')
    .option('--no-id-column', 'make ids from line numbers')
    .addOption(
      new Option('--id-replace <from to...>', 'replace a text within ids, such as --id-replace : -; repeatable')
        .default([], 'nothing')
        .argParser(collected),
    )
    .option('--delimiter <text>', 'separator of cells (default: the one that fits most rows)')
    .option('--sheet <name>', 'sheet of a workbook (default: the first one)')
    .option(
      '--skip-lines <number>',
      'lines above the header to leave out (default: those with fewer cells than the rows)',
      wholeNumber(0, 1_000),
    )
    .option(
      '--header [names]',
      'names of the columns, if the first row is no header; without names: the first row has them',
      names,
    )
    .option('--no-header', 'the first row is a record; the columns are named by their values')
    .addOption(
      new Option('--null <value>', 'a text that stands for no value, such as -0-; repeatable')
        .default([], 'those that the file shows')
        .argParser((text: string, before: readonly string[]) => [...before, text.trim()]),
    )
    .option('--no-nulls', 'look for no texts that stand for no value')
    .option('--seed <number>', 'draws another random sample', wholeNumber(0, 2 ** 31), 1)
    .option('--labels <file>', 'pairs that you judged: labels.json of an instance, or cases of "rules test"')
    .option('--force', 'replace the files of a former design; the data of the instance stay', false)
    .option('--json', 'print JSON, and ask nothing', false)
    .option('--yes', 'ask nothing', false)
    .addHelpText('after', '\nExit codes: 0 everything is written, 1 nothing is, 130 it was interrupted and nothing is.')
    .action(run);
}

async function run(argument: string | undefined, options: DesignCommandOptions, command: Command): Promise<void> {
  const taken = argument === undefined && Array.isArray(options.header) && options.idReplace.length % 2 === 0;
  const { file, replace } = readReplacements(taken ? String(options.header) : argument, options.idReplace, command);
  const out = options.out ?? basename(file, extname(file));
  // Loaded on demand: no other command needs DuckDB or the charts.
  const [{ designFile }, { checkOutput }, { createStepProgress }, { saveDesign }] = await Promise.all([
    import('../design/design-file.ts'),
    import('../design/write-instance.ts'),
    import('../design/step-progress.ts'),
    import('../design/save-design.ts'),
  ]);
  await checkOutput(out, options.force);
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  const progress = createStepProgress(process.stderr);
  const isAsking = !options.yes && !options.json && process.stdin.isTTY && process.stdout.isTTY;
  const dialogue = openDialogue({ input: process.stdin, output: process.stdout, signal: abort.signal });
  try {
    const designed = await designFile(file, {
      ...options,
      // Without names, the option takes the file for them.
      header: taken ? true : options.header,
      kinds: options.kind,
      idReplace: replace,
      signal: abort.signal,
      onStep: progress.step,
      ask: isAsking ? (question) => progress.aside(() => dialogue.ask(question)) : undefined,
    });
    progress.step('Writing the report', () => undefined);
    const next = await saveDesign(designed, out, options);
    progress.stop();
    await print(designed, out, next, options.json);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    progress.stop();
    process.stderr.write('Interrupted; nothing is written.\n');
    process.exitCode = interrupted;
  } finally {
    progress.stop();
    dialogue.close();
    interruption.dispose();
  }
}

async function print(designed: DesignedFile, out: string, next: readonly string[], json: boolean): Promise<void> {
  const { designText } = await import('../design/design-text.ts');
  const { designJson } = await import('../design/design-json.ts');
  process.stdout.write(
    json
      ? `${JSON.stringify(designJson(designed, out, next), null, 2)}\n`
      : `${designText(designed)}\nWritten to ${out}: schema.graphqls, rule-config.json, columns.json, design.json, report.html.\nOpen report.html, then type:\n\n${next.map((line) => `  ${line}\n`).join('')}`,
  );
}

/**
 * Pairs of texts, and the file. An option of several texts takes the file for one of them where nothing stands between:
 * an odd text at the end is the file.
 */
function readReplacements(
  argument: string | undefined,
  given: readonly string[],
  command: Command,
): { readonly file: string; readonly replace: readonly (readonly [from: string, to: string])[] } {
  const isOdd = given.length % 2 === 1;
  const file = argument ?? (isOdd ? given.at(-1) : undefined);
  if (file === undefined) command.error("error: missing required argument 'file'");
  if (isOdd && argument !== undefined) {
    command.error('error: --id-replace takes pairs of texts: what to replace, and by what');
  }
  const texts = isOdd ? given.slice(0, -1) : given;
  const replace = texts.flatMap((from, index) => (index % 2 === 0 ? [[from, texts[index + 1]!] as const] : []));
  if (replace.some(([from]) => from === '')) command.error('error: --id-replace cannot replace an empty text');
  return { file, replace };
}

const collected = (text: string, before: readonly string[]): readonly string[] => [...before, text];

function names(text: string): readonly string[] {
  const listed = text.split(',').map((name) => name.trim());
  if (listed.includes('')) throw new InvalidArgumentError('Write names joined by commas.');
  return listed;
}

function collectKind(text: string, before: ReadonlyMap<string, FieldKind>): ReadonlyMap<string, FieldKind> {
  const at = text.lastIndexOf('=');
  const kind = text.slice(at + 1);
  if (at <= 0) throw new InvalidArgumentError('Write COLUMN=KIND.');
  if (!Object.hasOwn(kindTitles, kind)) {
    throw new InvalidArgumentError(
      `There is no kind ${JSON.stringify(kind)}. The kinds are: ${Object.keys(kindTitles).join(', ')}.`,
    );
  }
  return new Map([...before, [text.slice(0, at), kind as FieldKind]]);
}

function country(text: string): string {
  if (countryCode(text) === undefined) {
    throw new InvalidArgumentError('It is no country: write its ISO 3166 code, such as DE, or its English name.');
  }
  return text;
}
