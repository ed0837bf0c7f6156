import { rm } from 'node:fs/promises';
import { present } from '../../../src/assert.ts';
import type { Column } from './columns.ts';
import { encoderOf, makeWhole, wholePath } from './encodings.ts';
import type { ExportFormat } from './export-file.ts';
import { checkPlace, type ExportSink, finish, openPart, partPath, refuseExisting } from './export-file.ts';
import type { Row, RowEncoder } from './row-encoder.ts';

export interface TableTarget {
  readonly out: string;
  readonly format: ExportFormat;
  readonly columns: readonly Column[];
  /** Whether a file of that name is replaced. */
  readonly force: boolean;
}

const ROWS_AT_ONCE = 10_000;

/** A file of rows that gets its name when it is whole. Its methods throw ExportFileError. */
export class TableFile {
  readonly out: string;
  rows = 0;
  private readonly target: TableTarget;
  private readonly encoder: RowEncoder;
  private readonly sink: ExportSink;
  private waiting: Row[] = [];
  private whole: string | undefined;
  private isKept = false;

  private constructor(target: TableTarget, sink: ExportSink) {
    this.target = target;
    this.out = target.out;
    this.encoder = encoderOf(target.columns, target.format, false);
    this.sink = sink;
  }

  static async open(target: TableTarget): Promise<TableFile> {
    const file = new TableFile(target, await openPart(target.out, 0, 'repeat the command'));
    if (file.encoder.head !== '') await file.sink.write(file.encoder.head);
    return file;
  }

  /** Cells so far that a spreadsheet may take for formulas. */
  get formulas(): number {
    return this.encoder.formulas;
  }

  async write(rows: Iterable<Row>): Promise<void> {
    for (const row of rows) {
      this.rows += 1;
      if (this.waiting.push(row) === ROWS_AT_ONCE) await this.flush();
    }
  }

  /** Writes what is missing under another name. Throws DuckdbUnavailableError as well, and the reason of an abort. */
  async complete(signal: AbortSignal): Promise<void> {
    const { out, format, columns, force } = this.target;
    await this.flush();
    await this.sink.close();
    await makeWhole(out, format, columns, signal);
    signal.throwIfAborted();
    await checkPlace(out);
    if (!force) await refuseExisting(out, true);
    this.whole = wholePath(out, format);
  }

  /** Gives the complete file its name. After a failure it stays under the other name, which the error says. */
  async name(): Promise<void> {
    const { out, force } = this.target;
    const whole = present(this.whole, 'a file gets its name when it is complete');
    this.isKept = true;
    await finish(whole, out, force);
  }

  /** Removes what is not the file itself: to be called at every end. */
  async remove(): Promise<void> {
    await this.sink.close().catch(() => {});
    for (const path of [partPath(this.out), wholePath(this.out, this.target.format)]) {
      if (!(this.isKept && path === this.whole)) await rm(path, { force: true });
    }
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const rows = this.waiting;
    this.waiting = [];
    await this.sink.write(this.encoder.encode(rows));
  }
}
