import type { Piece } from '../../../src/batch/resolve.ts';
import type { RecordSource } from '../files/source-file.ts';
import type { SourcePosition } from '../files/source-record.ts';
import { cutPieces, type PieceRecord } from '../files/text-pieces.ts';

/** A piece of a file: bytes that a thread reads, or records that were read. */
export interface FileContent {
  /** Number of the file. */
  readonly file: number;
  /** Number of its first line. */
  readonly line: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly records?: readonly PieceRecord[];
}

const RECORDS_AT_ONCE = 1_000;

/** Names positions of a batch by file and line. */
export class FileLines {
  private readonly starts: { readonly file: number; readonly position: number; readonly line: number }[] = [];

  begin(file: number, position: number, line: number): void {
    this.starts.push({ file, position, line });
  }

  at(position: number): { readonly file: number; readonly line: number } {
    const start = this.starts.findLast((one) => one.position <= position)!;
    return { file: start.file, line: start.line + position - start.position };
  }
}

/** The pieces of all files, one file after the other. The positions of a file are its lines, from the first record on. */
export async function* piecesOfFiles(
  sources: readonly RecordSource[],
  lines: FileLines,
  { signal, onShare }: { readonly signal: AbortSignal; readonly onShare: (share: number) => void },
): AsyncGenerator<Piece<FileContent>, void, undefined> {
  const total = sources.reduce((sum, source) => sum + source.total, 0);
  let [position, before] = [0, 0];
  for (const [file, source] of sources.entries()) {
    let isFirst = true;
    for await (const { piece, line, end } of piecesOf(source, file)) {
      signal.throwIfAborted();
      onShare((before + end) / total);
      if (isFirst) lines.begin(file, position, line);
      isFirst = false;
      position += piece.span;
      yield piece;
    }
    before += source.total;
  }
}

interface PlacedPiece {
  readonly piece: Piece<FileContent>;
  readonly line: number;
  /** Where it ends, of the source's total. */
  readonly end: number;
}

async function* piecesOf(source: RecordSource, file: number): AsyncGenerator<PlacedPiece, void, undefined> {
  if (source.text === undefined) {
    yield* readPieces(source, file, { offset: 0, line: 1 });
    return;
  }
  let end = source.text.start.offset;
  for await (const cut of cutPieces(source.text)) {
    if ('from' in cut) {
      yield* readPieces(source, file, cut.from);
      continue;
    }
    const { bytes, line, nextLine } = cut;
    end += bytes.length;
    yield { piece: { content: { file, line, bytes }, span: nextLine - line, moved: [bytes.buffer] }, line, end };
  }
}

/** Reads records in this thread. */
async function* readPieces(
  source: RecordSource,
  file: number,
  from: SourcePosition,
): AsyncGenerator<PlacedPiece, void, undefined> {
  let records: PieceRecord[] = [];
  let [line, nextLine, end] = [from.line, from.line, from.offset];
  const piece = (): PlacedPiece => ({ piece: { content: { file, line, records }, span: nextLine - line }, line, end });
  for await (const { end: endsAt, nextLine: next, ...record } of source.read(from)) {
    records.push(record);
    [nextLine, end] = [next, endsAt];
    if (records.length < RECORDS_AT_ONCE) continue;
    yield piece();
    records = [];
    line = nextLine;
  }
  if (records.length > 0) yield piece();
}
