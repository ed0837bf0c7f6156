import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { readDate } from '../../../src/rules/transformers/date-text.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { NothingToCompareError } from '../../../src/workbench/design/design.ts';
import {
  type DesignField,
  type DesignGoal,
  type FieldKind,
  isUseful,
  kindTitles,
} from '../../../src/workbench/design/field-kind.ts';
import { fieldProfile } from '../../../src/workbench/design/field-profile.ts';
import type { GuessedField } from '../../../src/workbench/design/guess-kinds.ts';
import { likelyKinds } from '../../../src/workbench/design/likely-kinds.ts';
import { maximalFields, usableStep } from '../../../src/workbench/design/usable-names.ts';
import { isTelling } from '../../../src/workbench/labels/labeled-model.ts';
import { type FileColumn, summarizeColumns, titleOf } from '../files/column-summary.ts';
import { compileColumns, type ReadRecord } from '../files/columns.ts';
import { type ColumnsFileContent, columnOptions } from '../files/columns-file.ts';
import { type Engine, openEngine } from '../files/engine.ts';
import { allRows, sampleRows, type TableRow, valuesAt } from '../files/file-table.ts';
import { objectReaderOf } from '../files/jsonl-records.ts';
import { type ReadFile, readFileIntoTable } from '../files/open-table.ts';
import { labeledPairs, leftOutText, type MatchedLabels, matchLabels, readLabels } from '../label/labels-file.ts';
import { mostOffered, type Question } from '../terminal/question.ts';
import { chooseId, type IdChoice, unknownColumn } from './choose-id.ts';
import { columnsContent, type PlacedColumn } from './columns-content.ts';
import { type DesignedRecords, designFromRecords } from './design-from-records.ts';
import { DesignOptionError } from './errors.ts';
import { fieldNames } from './field-names.ts';
import { isRegisterNumber } from './find-id.ts';
import type { InstanceDesign } from './instance-design.ts';
import { type NullMarker, nullMarkers, withoutNulls } from './null-markers.ts';
import { type FrequentValue, frequentValuesIn, placeholdersIn } from './placeholders.ts';
import { withoutLosses } from './spreadsheet-losses.ts';

export interface DesignFileOptions {
  /** Titles of the columns to use; undefined uses all. */
  readonly columns?: readonly string[] | undefined;
  /** Titles of columns not to use. */
  readonly leftOut?: readonly string[] | undefined;
  /** Kinds by titles of columns. */
  readonly kinds: ReadonlyMap<string, FieldKind>;
  /** Titles of columns whose equal values mean one entity. */
  readonly same?: readonly string[] | undefined;
  readonly goal?: DesignGoal | undefined;
  readonly country?: string | undefined;
  /** False makes ids from line numbers. */
  readonly idColumn?: string | false | undefined;
  readonly idReplace: readonly (readonly [from: string, to: string])[];
  readonly delimiter?: string | undefined;
  readonly skipLines?: number | undefined;
  readonly sheet?: string | undefined;
  readonly header?: readonly string[] | boolean | undefined;
  /** True takes an unclear first row for a header, with a note. */
  readonly assumesHeader?: boolean | undefined;
  /** Texts that stand for no value. */
  readonly null?: readonly string[] | undefined;
  /** False looks for no others. */
  readonly nulls?: boolean | undefined;
  readonly seed: number;
  /** A file of labels: pairs that you judged. */
  readonly labels?: string | undefined;
  /** Undefined asks nothing. */
  readonly ask?: ((question: Question) => Promise<string>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Announces a step that may take long. */
  readonly onStep?: (step: string, share: () => number | undefined) => void;
  /** Announces the titles of the columns, before anything is decided about them. */
  readonly onColumns?: (titles: readonly string[]) => void;
  readonly wholeFileBytes?: number | undefined;
}

/** What a column was taken for. */
export interface DesignedColumn extends PlacedColumn {
  /** Undefined for a column that is left out. */
  readonly kind?: FieldKind | undefined;
  readonly kindTitle?: string | undefined;
  /** Why it has the kind, or why it is left out. */
  readonly because: string;
  readonly isCompared: boolean;
  readonly isId: boolean;
}

/** A design for a file, with everything that a reader should know about it. */
export interface DesignedFile {
  readonly file: string;
  /** How it was read, in words. */
  readonly title: string;
  readonly rows: number;
  /** The rows that the summaries of the columns are about: fewer, if they are a sample. */
  readonly counted: number;
  readonly columns: readonly DesignedColumn[];
  readonly unusable: readonly { readonly title: string; readonly reason: string }[];
  readonly id: IdChoice;
  /** Texts that count as no value. */
  readonly nulls: readonly NullMarker[];
  readonly placeholders: readonly FrequentValue[];
  readonly frequent: readonly FrequentValue[];
  readonly designed: DesignedRecords;
  readonly columnsFile: ColumnsFileContent;
  /** What a later design needs to know of this one. */
  readonly instanceDesign: InstanceDesign;
  readonly warnings: readonly string[];
  /** @throws FileChangedError */
  check(): Promise<void>;
}

/** Records of the random sample. */
const sampledRecords = 5_000;
/** Unclear columns about which the reader is asked. */
const mostQuestions = 5;

/**
 * Designs an instance for a file of records: reads the file, finds its id, guesses what its columns are, and designs and
 * tries rules for its records. Nothing leaves this machine, and nothing is written.
 *
 * @throws SourceFileError, ColumnsError, RecordIdsError, DesignOptionError, FileChangedError, NothingToCompareError,
 *   DuckdbUnavailableError
 */
export async function designFile(file: string, options: DesignFileOptions): Promise<DesignedFile> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'entity-data-design-'));
  let engine: Engine | undefined;
  try {
    engine = await openEngine({
      file: join(workDirectory, 'rows.duckdb'),
      overflow: join(workDirectory, 'overflow'),
      signal: options.signal,
    });
    return await designWith(engine, file, workDirectory, options);
  } finally {
    engine?.close();
    await rm(workDirectory, { recursive: true, force: true });
  }
}

async function designWith(
  engine: Engine,
  file: string,
  workDirectory: string,
  options: DesignFileOptions,
): Promise<DesignedFile> {
  const { seed, onStep = () => {} } = options;
  const read = await readFileIntoTable(engine, file, { ...options, workDirectory });
  const found = await summarized(engine, read, onStep);
  const nulls = nullMarkers(options.nulls === false ? [] : found, read.table.stored, options.null ?? []);
  const written = await withoutNulls(engine, found, nulls, read.table);
  options.onColumns?.(written.map(({ title }) => title));
  onStep('Checking ids', () => engine.progress());
  const id = await chooseId(engine, written, read.table.stored, {
    idColumn: options.idColumn,
    replace: options.idReplace,
    linePrefix: `${usableStep(basename(file, extname(file))) || 'line'}-`,
    ask: options.ask,
  });
  const { columns, notes } = await withoutLosses(engine, written, id.id, { ...read, country: options.country });
  const wanted = wantedColumns(columns, options);
  const unwanted = options.columns === undefined ? 'you left it out' : 'you chose other columns';
  const placed = placeColumns(columns, wanted, id, unwanted);
  const columnsFile = columnsContent(placed, read.table, id.id, read.dialect, nulls);
  refuseUnplaced(placed, options.same ?? []);
  const toRecord = recordReader(read, columnsFile);
  onStep('Drawing a sample', () => undefined);
  const sample = recordsOf(await sampleRows(engine, read.table, sampledRecords, seed), toRecord);
  const matched =
    options.labels === undefined
      ? undefined
      : await matchLabels(await readLabels(options.labels, { mustExist: true }), readRecords(engine, read, toRecord));
  // What is a value in some column stays one for the rules, which do not see how a text is written.
  const kept = new Set([...nulls.keeps.values()].flat());
  const nullsOfAll = nulls.markers.map(({ value }) => value).filter((value) => !kept.has(value));
  const design = async (kinds: ReadonlyMap<string, FieldKind>): Promise<DesignedRecords> => {
    let progress = { step: 'Designing rules', share: 0 };
    onStep(progress.step, () => progress.share);
    const fields = designFields(placed, kinds, options.same);
    return designFromRecords({
      request: { fields, goal: options.goal, country: options.country, nulls: nullsOfAll },
      records: () => readRecords(engine, read, toRecord),
      sample,
      total: read.table.total,
      seed,
      labels: matched && labeledPairs(matched.labels),
      signal: options.signal,
      onProgress: (done) => {
        if (done.step !== progress.step) onStep(done.step, () => progress.share);
        progress = done;
      },
    }).catch((error: unknown) => {
      throw error instanceof NothingToCompareError ? nothingToCompare(file, placed, error) : error;
    });
  };
  let designed = await design(options.kinds);
  const answered = await askKinds(designed, placed, sample, options);
  if (answered.size > 0) designed = await design(new Map([...options.kinds, ...answered]));
  const described = describeColumns(placed, designed.design.fields, id);
  const compared = described.filter(({ isCompared }) => isCompared);
  return {
    file,
    title: read.title,
    rows: read.table.total,
    counted: read.table.stored,
    columns: described,
    unusable: read.table.unusable.map(({ steps, reason }) => ({ title: titleOf(steps), reason })),
    id,
    nulls: nulls.markers,
    placeholders: placeholdersIn(compared),
    frequent: frequentValuesIn(compared),
    designed,
    columnsFile,
    instanceDesign: {
      version: 1,
      file,
      seed,
      ...(options.goal !== undefined && { goal: options.goal }),
      ...(options.country !== undefined && { country: options.country }),
      ...(nullsOfAll.length > 0 && { nulls: nullsOfAll }),
      fields: designFields(placed, new Map([...options.kinds, ...answered]), options.same).map(
        ({ name, type, description, kind, same }) => ({
          name,
          ...(type !== undefined && { type }),
          ...(description !== undefined && { description }),
          ...(kind !== undefined && { kind }),
          ...(same !== undefined && { same }),
        }),
      ),
    },
    warnings: [
      ...read.notes,
      ...notes,
      ...(matched === undefined ? [] : labelWarnings(matched, designed)),
      ...unreadDates(compared, sample),
      ...trialWarnings(designed, read.table.total),
      ...designed.design.warnings.filter((warning) => !isSaidOtherwise(warning)),
    ],
    check: read.check,
  };
}

/** Birthdays of the sample in no form that is known. */
function unreadDates(columns: readonly DesignedColumn[], sample: readonly RecordPayload[]): string[] {
  return columns.flatMap(({ title, field, kind }) => {
    if (kind !== 'birthDate' || field === null) return [];
    const values = sample.flatMap((record) => valuesAt(record, field));
    const unread = values.filter(
      (value) => readDate(value, { dayFirst: undefined, twoDigitYearsUntil: 2029 }) === undefined,
    );
    if (unread.length === 0) return [];
    return [
      `${title}: ${unread.length.toLocaleString('en')} of ${values.length.toLocaleString('en')} sampled dates cannot be read and count as no value, such as ${JSON.stringify(unread[0]!.slice(0, 40))}.`,
    ];
  });
}

/** What the reader should know of the labels that a design uses. */
function labelWarnings(matched: MatchedLabels, { labelsAgree }: DesignedRecords): string[] {
  const leftOut = leftOutText(matched);
  const pairs = labeledPairs(matched.labels);
  return [
    ...(leftOut === undefined ? [] : [leftOut]),
    !isTelling(pairs)
      ? `The ${pairs.length} labels are too few, or nearly all of one kind: they did not move the weights.`
      : labelsAgree === true
        ? `The ${pairs.length} labels speak for the design without them: they did not move the weights.`
        : `${pairs.length} labels moved the weights.`,
  ];
}

/** Says of the file what the designer says of names. */
function nothingToCompare(file: string, columns: readonly PlacedColumn[], cause: Error): NothingToCompareError {
  const fields = columns.filter(({ field }) => field !== null);
  return fields.every(({ summary }) => summary.distinct <= 1)
    ? new NothingToCompareError(
        `${file}: all rows are the same${fields.length < columns.length ? ' but for the columns that are left out' : ''}.`,
        {
          hint: 'Nothing tells one record from another. Name a file whose columns differ.',
          cause,
        },
      )
    : new NothingToCompareError(`${file}: no column describes what a record is about.`, {
        hint: 'Say what a column is with --kind COLUMN=KIND, for instance --kind label=fullName. An unknown kind lists all kinds.',
        cause,
      });
}

async function summarized(
  engine: Engine,
  { table }: ReadFile,
  onStep: NonNullable<DesignFileOptions['onStep']>,
): Promise<readonly FileColumn[]> {
  let done = 0;
  onStep('Summarizing columns', () => done / table.columns.length);
  const summaries = await summarizeColumns(engine, table, (columns) => {
    done = columns;
  });
  return table.columns.map((column, index) => ({
    ...column,
    title: titleOf(column.steps),
    summary: summaries[index]!,
  }));
}

/** @throws DesignOptionError when an option names no column */
function wantedColumns(
  columns: readonly FileColumn[],
  { columns: titles, leftOut = [], kinds, same = [] }: DesignFileOptions,
): ReadonlySet<FileColumn> {
  const byTitle = new Map(columns.map((column) => [column.title, column]));
  for (const title of [...(titles ?? []), ...leftOut, ...kinds.keys(), ...same]) {
    if (!byTitle.has(title)) throw unknownColumn(title, columns);
  }
  const wanted = titles === undefined ? columns : titles.map((title) => byTitle.get(title)!);
  return new Set(wanted.filter(({ title }) => !leftOut.includes(title)));
}

/** Gives each column a field, or the reason why it has none. */
function placeColumns(
  columns: readonly FileColumn[],
  wanted: ReadonlySet<FileColumn>,
  { id }: IdChoice,
  unwanted: string,
): readonly PlacedColumn[] {
  const names = fieldNames(columns.map(({ steps }) => steps));
  let fields = 0;
  return columns.map((column, index): PlacedColumn => {
    const reason = reasonToLeaveOut(column, wanted.has(column) ? undefined : unwanted, id, fields);
    if (reason !== undefined) return { ...column, field: null, reason };
    fields += 1;
    return { ...column, field: names[index]! };
  });
}

function reasonToLeaveOut(
  column: FileColumn,
  unwanted: string | undefined,
  id: IdChoice['id'],
  fields: number,
): string | undefined {
  const isId = 'column' in id && id.column.position === column.position;
  if (isId && !isRegisterNumber(column.title)) return 'it is the id';
  if (unwanted !== undefined) return unwanted;
  if (column.summary.filled === 0) return 'it is empty in every row';
  return fields >= maximalFields ? `an instance has at most ${maximalFields} fields` : undefined;
}

/** @throws DesignOptionError when a column that says which records are one is left out */
function refuseUnplaced(columns: readonly PlacedColumn[], same: readonly string[]): void {
  const found = columns.find(({ field, title }) => field === null && same.includes(title));
  if (found === undefined) return;
  throw new DesignOptionError(`--same names ${JSON.stringify(found.title)}, which no record has: ${found.reason}.`, {
    hint: 'Name a column with an equal value in all records of one entity, or leave --same out.',
  });
}

function designFields(
  columns: readonly PlacedColumn[],
  kinds: ReadonlyMap<string, FieldKind>,
  same: readonly string[] = [],
): readonly DesignField[] {
  return columns.flatMap(({ field, title, steps, isList, summary }): DesignField[] => {
    if (field === null) return [];
    const name = steps.findLast((step) => step !== '*')!;
    return [
      {
        name: field,
        type: isList ? 'list of text' : undefined,
        description: field.split('.').at(-1) === name ? undefined : name,
        ...(same.includes(title) && { same: true }),
        kind: kinds.get(title) ?? (isJson(summary.top.map(({ value }) => value)) ? 'freeText' : undefined),
      },
    ];
  });
}

/** True if a column holds JSON: its texts have an order and marks of their own, and are compared badly. */
function isJson(values: readonly string[]): boolean {
  return (
    values.length > 0 &&
    values.every((value) => {
      try {
        return typeof JSON.parse(value) === 'object' && /^[[{]/.test(value);
      } catch {
        // A value that is cut still begins as JSON does.
        return /^(?:\{\s*"|\[\s*[{["])/.test(value) && value.length >= 200;
      }
    })
  );
}

type RowReader = (row: TableRow) => ReadRecord;

/** Reads a row of the table exactly as `load` reads it from the file. */
function recordReader({ header }: ReadFile, content: ColumnsFileContent): RowReader {
  const options = columnOptions({ column: new Map() }, { path: 'columns.json', content });
  let line = 1;
  if (header !== undefined) {
    const { read } = compileColumns(header, options);
    return (row) => read('cells' in row ? row.cells : [], ++line);
  }
  const read = objectReaderOf(options);
  return (row) => read('object' in row ? row.object : '', ++line);
}

const recordsOf = (rows: readonly TableRow[], toRecord: RowReader): readonly RecordPayload[] =>
  rows.map(toRecord).flatMap((read) => ('record' in read ? [read.record] : []));

async function* readRecords(
  engine: Engine,
  { table }: ReadFile,
  toRecord: RowReader,
): AsyncGenerator<RecordPayload, void, undefined> {
  for await (const row of allRows(engine, table)) {
    const read = toRecord(row);
    if ('record' in read) yield read.record;
  }
}

/** Asks about columns of unknown kind, those with the most values first. */
async function askKinds(
  { design }: DesignedRecords,
  columns: readonly PlacedColumn[],
  sample: readonly RecordPayload[],
  { ask, kinds }: DesignFileOptions,
): Promise<ReadonlyMap<string, FieldKind>> {
  const answers = new Map<string, FieldKind>();
  if (ask === undefined) return answers;
  const unclear = columns
    .filter(({ field, title }) => {
      const guessed = design.fields.find((one) => one.field.name === field);
      return guessed?.kind === 'unknown' && !kinds.has(title);
    })
    .sort((a, b) => b.summary.filled - a.summary.filled)
    .slice(0, mostQuestions);
  for (const column of unclear) {
    const answer = await ask(kindQuestion(column, sample));
    // The design goes by the default already.
    if (answer !== defaultKind) answers.set(column.title, answer as FieldKind);
  }
  return answers;
}

const defaultKind: FieldKind = 'unknown';

/** Offers what the values look like, then what every column may be, then all other kinds. */
function kindQuestion({ title, field, summary }: PlacedColumn, sample: readonly RecordPayload[]): Question {
  const top = summary.top.map(({ value }) => value);
  const shown = top.slice(0, 3).map((value) => JSON.stringify(value.slice(0, 40)));
  const profile = fieldProfile({ name: field!, samples: top }, { fields: [], sampleRecords: sample });
  const always: readonly FieldKind[] = [defaultKind, 'ignored'];
  const likely = likelyKinds(profile)
    .filter((kind) => !always.includes(kind))
    .slice(0, mostOffered - always.length);
  const kinds = new Set([...likely, ...always, ...Object.keys(kindTitles)]);
  return {
    text: `What does the column ${JSON.stringify(title)} hold? Some of its values: ${shown.join(', ')}.`,
    choices: [...kinds].map((name) => ({ name, title: choiceTitles[name] ?? kindTitles[name as FieldKind] })),
    shown: mostOffered,
    otherwise: defaultKind,
  };
}

/** What a choice does, where that says more than what the kind is called. */
const choiceTitles: Readonly<Partial<Record<string, string>>> = {
  unknown: 'anything else: compared as plain text',
  ignored: 'nothing that tells records apart: never compared',
  freeText: 'notes and long texts: never compared',
  otherDate: 'another date, such as of an order or an entry',
  category: 'one of a few groups',
  title: 'title of a work',
};

function describeColumns(
  columns: readonly PlacedColumn[],
  fields: readonly GuessedField[],
  { id, because }: IdChoice,
): readonly DesignedColumn[] {
  const byName = new Map(fields.map((guessed) => [guessed.field.name, guessed]));
  return columns.map((column): DesignedColumn => {
    const isId = 'column' in id && id.column.position === column.position;
    const guessed = column.field === null ? undefined : byName.get(column.field);
    if (guessed === undefined) {
      return { ...column, because: isId ? because : (column.reason ?? ''), isCompared: false, isId };
    }
    const { kind } = guessed;
    if (guessed.field.same === true) {
      const because = 'you said that an equal value is one entity';
      return { ...column, kind, kindTitle: 'the same entity', because, isCompared: true, isId };
    }
    return {
      ...column,
      kind,
      kindTitle: kindTitles[kind],
      because: isId ? because : becauseOf(column, guessed),
      isCompared: isUseful(kind),
      isId,
    };
  });
}

function becauseOf({ summary }: PlacedColumn, { kind, because, field }: GuessedField): string {
  return kind === 'freeText' && field.kind !== undefined && isJson(summary.top.map(({ value }) => value))
    ? 'its values are JSON; write its parts as columns to compare them'
    : because;
}

/** Advice for those who send names of fields: here, the columns show it, and --kind corrects it. */
const isSaidOtherwise = (warning: string): boolean => /^(?:Not compared|Unknown kind):/.test(warning);

function trialWarnings({ trial: { clusters, records: tried } }: DesignedRecords, total: number): string[] {
  const largest = clusters.at(-1)?.size ?? 1;
  const of =
    tried === total ? `the ${tried.toLocaleString('en')} records` : `the first ${tried.toLocaleString('en')} records`;
  if (tried > 1 && largest === 1) {
    return [
      `The rules find no two records of one thing among ${of}. If there are some, see the report for the pairs that come closest.`,
    ];
  }
  if (tried > 2 && largest > tried / 2) {
    return [
      `The rules make one entity of ${largest.toLocaleString('en')} of ${of}. If they are not all the same thing, name columns that differ, or use --goal precision.`,
    ];
  }
  return [];
}
