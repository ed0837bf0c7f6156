import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openSource, type RecordSource, type SourceOptions } from '../../../../../apps/cli/files/source-file.ts';
import { fileStart, type SourceRecord } from '../../../../../apps/cli/files/source-record.ts';
import { cutPieces, type PieceRecord, pieceReaderOf } from '../../../../../apps/cli/files/text-pieces.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

type Outcome = { readonly records: readonly PieceRecord[]; readonly error?: string };

async function outcomeOf(read: () => AsyncIterable<PieceRecord>): Promise<Outcome> {
  const records: PieceRecord[] = [];
  try {
    for await (const record of read()) records.push(record);
  } catch (error) {
    // How much was read before, and so the line, depends on when csv-parse finds the mistake.
    return { records: [], error: (error as Error).message.replace(/line \d+/, 'a line') };
  }
  return { records };
}

const plain = ({ end: _end, nextLine: _next, ...record }: SourceRecord): PieceRecord => record;

async function* whole(source: RecordSource, from = fileStart) {
  for await (const record of source.read(from)) yield plain(record);
}

let uncut = 0;
let pieces = 0;

async function* inPieces(source: RecordSource, bytes: number) {
  const read = pieceReaderOf(source.text!);
  for await (const cut of cutPieces(source.text!, bytes)) {
    if ('from' in cut) {
      uncut += 1;
      yield* whole(source, cut.from);
    } else {
      pieces += 1;
      yield* read(cut);
    }
  }
}

async function expectSame(name: string, content: string | Buffer, bytes: number, given: Partial<SourceOptions> = {}) {
  const file = await directory.write(name, content);
  const source = await openSource(file, { column: new Map(), ...given });
  expect(await outcomeOf(() => inPieces(source, bytes))).toEqual(await outcomeOf(() => whole(source)));
  await source.close();
}

const bits = (...texts: readonly string[]) =>
  fc.array(fc.constantFrom(...texts), { maxLength: 40 }).map((all) => all.join(''));
const pieceBytes = fc.integer({ min: 1, max: 30 });

describe('pieces of a text', () => {
  it('have the records, lines and problems of the whole CSV file, whatever its quotes and breaks', async () => {
    await fc.assert(
      fc.asyncProperty(
        bits('a', 'b', ',', ',', '"', '""', '\n', '\r\n', '\r', 'é', ' ', '",', '"\n', '\n"', ',"'),
        fc.constantFrom('id,name\n', 'id,name\r\n', '\uFEFFid,name\n', 'id\r'),
        pieceBytes,
        (rows, header, bytes) => expectSame('a.csv', header + rows, bytes),
      ),
      { numRuns: 1_000 },
    );
    // Quotes that stay open, and no others, are left to the reader of the whole file.
    expect(uncut).toBeGreaterThan(50);
    expect(pieces).toBeGreaterThan(500);
  });

  it('have those of a file of other separators, and of one that is no UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(bits('a', ';', ';', '"', ',', '\n', '\r\n'), pieceBytes, (rows, bytes) =>
        expectSame('b.csv', `id;name\n${rows}`, bytes, { delimiter: ';' }),
      ),
      { numRuns: 300 },
    );
    await expectSame('zero.csv', `id,name\n1,"a"\u0000"b"\n${'2,b\n'.repeat(100)}`, 12);
    const damaged = Buffer.concat([Buffer.from('id,name\n1,'), Buffer.from([0xe2, 0x82]), Buffer.from(',\n2,b\n')]);
    await expectSame('c.csv', damaged, 8);
  });

  it('have those of JSON lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        bits('{"id":"1"}', '{"id":2,"a":"é"}', '\n', '\n', '\r\n', '[]', ' ', '{', '\r'),
        pieceBytes,
        (lines, bytes) => expectSame('a.jsonl', lines, bytes),
      ),
      { numRuns: 400 },
    );
    await expectSame('b.jsonl', '\uFEFF{"id":"1"}\n{"id":"2"}', 12);
  });

  it('are none of a dialect that only csv-parse knows', async () => {
    const before = pieces;
    await expectSame('d.csv', 'id||name\n1||a\n2||b\n', 5, { delimiter: '||' });
    expect(pieces).toBe(before);
  });
});
