import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EntityDataError } from '../../../src/errors.ts';
import { parsedObject } from '../../../src/text/json.ts';
import { instanceDesignName } from '../../service/designed-rules.ts';
import { tell } from '../commands/source-options.ts';
import type { StepProgress } from '../design/step-progress.ts';
import { type CsvDialect, readCsvHeader, readFirstRows } from '../files/csv-records.ts';
import { namesColumns } from '../files/header.ts';
import { ColumnsError } from '../files/source-record.ts';
import { shellPath } from '../shell-word.ts';

export interface DesignedInstanceOptions {
  readonly instance?: string;
  readonly delimiter?: string | undefined;
  readonly idColumn?: string | undefined;
  readonly out: string;
}

export interface Designing extends Pick<StepProgress, 'step' | 'aside'> {
  readonly signal: AbortSignal;
  /** Called when the rules are in the directory. */
  readonly onDesigned: (directory: string) => void;
}

/**
 * The directory of the instance by which files are resolved: a new one is designed for the first file, if there is none with
 * its name.
 *
 * @returns what the reader should know of its rules as well
 * @throws ColumnsError before the design, if the other files have other columns
 */
export async function designedInstance(
  files: readonly string[],
  options: DesignedInstanceOptions,
  designing: Designing,
): Promise<{ readonly instance: string; readonly notes: readonly string[] }> {
  if (options.instance !== undefined) return { instance: options.instance, notes: [] };
  const file = files[0]!;
  const usual = join(dirname(file), basename(file, extname(file)));
  if (existsSync(join(usual, 'rule-config.json'))) {
    const note = designedForAnother(usual, file);
    if (note !== undefined) tell(note);
    return { instance: usual, notes: note === undefined ? [] : [note] };
  }
  await refuseOtherColumns(files, options);
  return { instance: usual, notes: await design(file, usual, options, designing) };
}

async function design(
  file: string,
  directory: string,
  { delimiter, idColumn, out }: DesignedInstanceOptions,
  { step, aside, signal, onDesigned }: Designing,
): Promise<readonly string[]> {
  // Loaded on demand: with an instance nothing is designed.
  const [{ designFile }, { checkOutput }, { saveDesign }, { designNotes }] = await Promise.all([
    import('../design/design-file.ts'),
    import('../design/write-instance.ts'),
    import('../design/save-design.ts'),
    import('../design/design-text.ts'),
  ]);
  const settings = { kinds: new Map(), idReplace: [], seed: 1, delimiter, idColumn, signal, onStep: step };
  try {
    await checkOutput(directory, false);
    const designed = await designFile(file, settings);
    step('Writing the report', () => undefined);
    // An interruption may have come while this thread was busy.
    await setImmediate();
    signal.throwIfAborted();
    await saveDesign(designed, directory, { force: false });
    onDesigned(directory);
    const notes = designNotes(designed);
    await aside(async () => {
      tell(`Designed rules for ${file}: ${join(directory, 'report.html')} says how. Later runs use them.`);
      for (const note of notes) tell(`- ${note}`);
    });
    return notes;
  } catch (error) {
    if (error instanceof EntityDataError) {
      await aside(async () =>
        tell(`${file} has no rules yet, and they cannot be designed as it is. If the message below names an option of "design":
  npx entity-data design ${shellPath(file)} OPTION… --out NEW
  npx entity-data resolve ${shellPath(file)} --instance NEW --out ${shellPath(out)}`),
      );
    }
    throw error;
  }
}

/** What the reader should know of rules that are found by their name; undefined where they were designed for the file. */
function designedForAnother(directory: string, file: string): string | undefined {
  const path = join(directory, instanceDesignName);
  const design = existsSync(path) ? parsedObject(readFileSync(path, 'utf8')) : undefined;
  const other = design?.['file'];
  if (typeof other !== 'string' || isSame(resolve(directory, other), file)) return undefined;
  const named = basename(other) === basename(file) ? `${basename(other)} of another directory` : basename(other);
  return `The rules in ${directory} were designed for ${named}, not for ${file}. For others, design them and name them: npx entity-data design ${shellPath(file)} --out NEW, then --instance NEW.`;
}

const real = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));
const isSame = (one: string, other: string): boolean => real(one) === real(other);

/** Rows that tell whether the first one has names. */
const COMPARED_ROWS = 20;

/** Compares CSV files whose first row clearly names columns. Others are compared when they are opened. */
async function refuseOtherColumns(
  files: readonly string[],
  { delimiter }: Pick<DesignedInstanceOptions, 'delimiter'>,
): Promise<void> {
  if (files.length < 2) return;
  const [first, ...others] = await Promise.all(files.map((file) => columnsOf(file, delimiter)));
  if (first === undefined) return;
  for (const [index, columns] of others.entries()) {
    if (columns === undefined) continue;
    const more = columns.filter((name) => !first.includes(name));
    const fewer = first.filter((name) => !columns.includes(name));
    if (more.length + fewer.length === 0) continue;
    const named = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ');
    const differences = [
      ...(more.length === 0 ? [] : [`it has ${named(more)}`]),
      ...(fewer.length === 0 ? [] : [`it lacks ${named(fewer)}`]),
    ];
    throw new ColumnsError(`${files[index + 1]} has other columns than ${files[0]}: ${differences.join(', and ')}.`, {
      hint: 'One design is for files with the same columns: name them alike in the first row of each file, or put the records into one file.',
    });
  }
}

async function columnsOf(file: string, delimiter: string | undefined): Promise<readonly string[] | undefined> {
  if (!/\.(csv|tsv)$/i.test(file)) return undefined;
  const dialect: CsvDialect = { delimiter: delimiter ?? (/\.tsv$/i.test(file) ? '\t' : undefined) };
  try {
    const { names } = await readCsvHeader(file, dialect);
    const [head = [], ...rows] = await readFirstRows(file, dialect, COMPARED_ROWS);
    return namesColumns(
      head.map((cell) => cell.trim()),
      rows,
    ) === true
      ? names
      : undefined;
  } catch (error) {
    // The design, or the opening, says what is wrong with the file.
    if (error instanceof EntityDataError) return undefined;
    throw error;
  }
}
