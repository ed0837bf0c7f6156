import { statSync } from 'node:fs';
import { type Crew, startCrew, usualThreads } from '../../../src/batch/crew.ts';
import { beginStore, placeStore, type StorePlace, writeStore } from '../../../src/batch/first-store.ts';
import { IDSequence } from '../../../src/batch/id-sequence.ts';
import type { RefusedRecord } from '../../../src/batch/part.ts';
import { type BatchPhase, type ResolvedBatch, resolveBatch } from '../../../src/batch/resolve.ts';
import { WorkDirectory } from '../../../src/batch/work-directory.ts';
import type { LoadedDeployment } from '../../../src/runtime/configuration/deployment.ts';
import { scriptBeside } from '../../../src/script-beside.ts';
import type { WrittenFiles } from '../../../src/store/dynamodb/import-files.ts';
import { closeFiles, type OpenFile } from '../files/file-sources.ts';
import { type RecordSource, statSource } from '../files/source-file.ts';
import { FileChangedError, fileStart } from '../files/source-record.ts';
import {
  type ErrorsFile,
  errorsPathOf,
  openErrorsFile,
  type RefusedRecord as RefusedLine,
} from '../load/errors-file.ts';
import { EverythingRefusedError } from '../load/load.ts';
import type { BatchSetup } from './batch-thread.ts';
import { type FileContent, FileLines, piecesOfFiles } from './file-pieces.ts';

export interface FirstStoreOptions {
  readonly place: StorePlace;
  /** The most pairs in its review queue. */
  readonly reviewPairs: number;
  /** Whether it has what events and history are made of. */
  readonly entityEvents: boolean;
}

export interface ResolveFilesOptions {
  readonly files: readonly string[];
  readonly deployment: LoadedDeployment;
  /** Opens the files before the first record of any is read. */
  readonly open: (files: readonly string[]) => Promise<readonly OpenFile[]>;
  readonly genericKeyRecords: number;
  /** Undefined for as many as the machine has processors and memory for. */
  readonly threads?: number | undefined;
  /** Of refused records; default: beside each file. */
  readonly errorsFile?: string | undefined;
  /** True to go on where all records of a piece are refused. */
  readonly keepGoing: boolean;
  /** Whether results have fields of the records, or their links. */
  readonly keepsDocuments: boolean;
  /** The first store that is made of the records; undefined for none. */
  readonly store: FirstStoreOptions | undefined;
  /** A directory with space for what does not fit into memory; with a store, one on its disk. */
  readonly workDirectory: string;
  readonly onRefused: (refused: readonly RefusedLine[]) => void;
  readonly signal: AbortSignal;
  readonly onProgress: (phase: BatchPhase | 'store', share: number) => void;
}

/** The entities of files, while what writers need of them is there. */
export interface ResolvedFiles {
  readonly batch: ResolvedBatch;
  /** Ids of entities by the position of their first record. */
  readonly entityIDs: IDSequence;
  readonly work: { readonly directory: () => string; readonly parts: number; readonly buckets: number };
  /** Files of refused records that were written. */
  readonly errorsFiles: readonly string[];
  /** Files for DynamoDB's import, if the first store is of these. */
  readonly importFiles: WrittenFiles | undefined;
  /**
   * Puts the first store in its place; without one it does nothing. Throws StoreUnavailableError, and StoreFormatError if
   * another store is there by now; StoreUsedError.
   */
  placeStore(): void;
}

const threadScript = scriptBeside(import.meta.url, './batch-thread');

/** One more thread for each so many bytes: threads of a small file would take longer to start than to work. */
const BYTES_OF_THREAD = 4 * 1_024 * 1_024;
/** With so many bytes of records to a bucket, the keys of a bucket take about ten times as much. */
const BYTES_OF_BUCKET = 4 * 1_024 * 1_024;
const [FEWEST_BUCKETS, MOST_BUCKETS] = [64, 1_024];
const NO_REFUSALS = 200;

/**
 * Resolves the records of files as one batch.
 *
 * @param use writes the results, and places the store when they are written; what it needs goes when it ends
 * @throws SourceFileError, ColumnsError, EverythingRefusedError, FileChangedError, BatchThreadError
 */
export async function resolveFiles<Result>(
  options: ResolveFilesOptions,
  use: (resolved: ResolvedFiles) => Promise<Result>,
): Promise<Result> {
  const work = new WorkDirectory(options.workDirectory);
  let open: readonly OpenFile[] = [];
  try {
    const before = await Promise.all(options.files.map(statSource));
    open = await options.open(options.files);
    const sources = open.map(({ records }) => records);
    const bytes = before.reduce((sum, { size }) => sum + size, 0);
    const most = options.threads ?? usualThreads();
    const threads = Math.max(1, Math.min(most, Math.ceil(bytes / BYTES_OF_THREAD)));
    const buckets = bucketsFor(bytes);
    const { deployment, genericKeyRecords, keepsDocuments, store } = options;
    const begun = store && (await beginStore(work.path(), store.place, deployment));
    const crew = await startCrew<FileContent, BatchSetup>(threadScript, threads, {
      config: deployment.config,
      schema: deployment.schema,
      sources: sources.map(({ text }) => text),
      directory: work.path(),
      buckets,
      genericKeyRecords,
      keepsDocuments,
      store: begun && { ...begun.heritage, seed: begun.target.seed },
    });
    const stop = () => void crew.close();
    options.signal.addEventListener('abort', stop);
    try {
      const resolved = await resolveSources(sources, crew, buckets, options);
      for (const [index, file] of options.files.entries()) refuseChanged(file, before[index]!);
      const writing = { work: work.path(), buckets, genericKeyRecords, now: Date.now };
      const { entityIDs, files: importFiles } =
        store === undefined || begun === undefined
          ? { entityIDs: IDSequence.fresh(Date.now()), files: undefined }
          : await writeStore(resolved.batch, crew, {
              ...writing,
              ...store,
              target: begun.target,
              onProgress: (share) => options.onProgress('store', share),
            });
      return await use({
        ...resolved,
        entityIDs,
        importFiles,
        work: { directory: work.path, parts: threads, buckets },
        placeStore: () => store && begun && placeStore(work.path(), store.place, begun),
      });
    } finally {
      options.signal.removeEventListener('abort', stop);
      await crew.close();
    }
  } finally {
    await closeFiles(open);
    work.remove();
  }
}

function bucketsFor(bytes: number): number {
  let buckets = FEWEST_BUCKETS;
  while (buckets < MOST_BUCKETS && buckets * BYTES_OF_BUCKET < bytes) buckets *= 2;
  return buckets;
}

async function resolveSources(
  sources: readonly RecordSource[],
  crew: Crew<FileContent>,
  buckets: number,
  options: ResolveFilesOptions,
): Promise<Pick<ResolvedFiles, 'batch' | 'errorsFiles'>> {
  const lines = new FileLines();
  const refusals = await Refusals.open(options, lines, sources);
  const reading = { signal: options.signal, onShare: (share: number) => options.onProgress('keys', share) };
  try {
    const batch = await resolveBatch(piecesOfFiles(sources, lines, reading), crew, {
      buckets,
      onRefused: (some) => refusals.note(some),
      onProgress: options.onProgress,
    });
    return { batch, errorsFiles: refusals.written() };
  } finally {
    await refusals.close();
  }
}

/** The record with which too many in a row are refused; undefined if there are none. */
function lastOfRow(refused: readonly RefusedRecord[]): RefusedRecord | undefined {
  let row = 0;
  return refused.find(({ position }, index) => {
    row = position - 1 === refused[index - 1]?.position ? row + 1 : 1;
    return row === NO_REFUSALS;
  });
}

type RepeatedRecord = RefusedRecord & { readonly earlier: number };
const hasEarlier = (refused: RefusedRecord): refused is RepeatedRecord => refused.earlier !== undefined;

/** Notes refused records, those of each file beside it. */
class Refusals {
  private readonly options: ResolveFilesOptions;
  private readonly lines: FileLines;
  private readonly sources: readonly RecordSource[];
  private readonly paths: readonly string[];
  private readonly files: readonly ErrorsFile[];
  private readonly used = new Set<number>();

  private constructor(
    options: ResolveFilesOptions,
    lines: FileLines,
    sources: readonly RecordSource[],
    paths: string[],
    files: ErrorsFile[],
  ) {
    this.options = options;
    this.lines = lines;
    this.sources = sources;
    this.paths = paths;
    this.files = files;
  }

  static async open(
    options: ResolveFilesOptions,
    lines: FileLines,
    sources: readonly RecordSource[],
  ): Promise<Refusals> {
    const { files, errorsFile } = options;
    const paths = await Promise.all(files.map((file) => errorsPathOf(file, errorsFile)));
    const open = new Map<string, ErrorsFile>();
    for (const path of paths) if (!open.has(path)) open.set(path, await openErrorsFile(path, 1));
    return new Refusals(
      options,
      lines,
      sources,
      paths,
      paths.map((path) => open.get(path)!),
    );
  }

  async note(refused: readonly RefusedRecord[]): Promise<void> {
    const [repeated, others] = [refused.filter(hasEarlier), refused.filter((one) => !hasEarlier(one))];
    for (const { position, code, reason, record } of others) {
      const { file, line } = this.lines.at(position);
      await this.add(file, { line, code, reason, record });
    }
    await this.noteRepeated(repeated);
    if (this.options.keepGoing) return;
    const last = lastOfRow(others);
    if (last === undefined) return;
    throw new EverythingRefusedError(`${NO_REFUSALS} records in a row were refused, the last because: ${last.reason}`, {
      hint: 'See the errors file; check the column mapping and the schema, or go on with --keep-going.',
    });
  }

  private async add(file: number, entry: RefusedLine): Promise<void> {
    this.used.add(file);
    this.options.onRefused([entry]);
    await this.files[file]!.append([entry]);
  }

  /** Reads again what has the id of an earlier record: the records themselves are not kept. */
  private async noteRepeated(refused: readonly RepeatedRecord[]): Promise<void> {
    const placed = refused.map((one) => ({ ...one, ...this.lines.at(one.position) }));
    for (const [file, some] of Map.groupBy(placed, (one) => one.file)) {
      const byLine = new Map(some.map((one) => [one.line, one]));
      for await (const read of this.sources[file]!.read(fileStart)) {
        const one = byLine.get(read.line);
        if (one === undefined || !('record' in read)) continue;
        await this.add(file, { line: one.line, code: one.code, reason: this.whereFirst(one), record: read.record });
        byLine.delete(read.line);
        if (byLine.size === 0) break;
      }
    }
  }

  private whereFirst({ record, file, earlier }: RepeatedRecord & { readonly file: number }): string {
    const { files } = this.options;
    const first = this.lines.at(earlier);
    const id = JSON.stringify((record as { readonly id: string }).id);
    const where = first.file === file ? `line ${first.line}` : `line ${first.line} of ${files[first.file]}`;
    const hint =
      first.file === file
        ? 'where ids repeat, name another --id-column'
        : 'give the ids of each file a prefix of their own, or resolve the files one by one';
    return `the id ${id} is that of another record, in ${where}, with other content: ${hint}`;
  }

  written(): string[] {
    return [...new Set([...this.used].map((file) => this.paths[file]!))];
  }

  async close(): Promise<void> {
    for (const file of new Set(this.files)) await file.close();
  }
}

function refuseChanged(file: string, before: { readonly size: number; readonly mtimeMs: number }): void {
  const now = statSync(file, { throwIfNoEntry: false });
  // A file that is gone was open until the end.
  if (now === undefined || (now.size === before.size && now.mtimeMs === before.mtimeMs)) return;
  throw new FileChangedError(`${file} changed while it was read.`, {
    hint: 'Nothing was written. Start again when the file is complete.',
  });
}
