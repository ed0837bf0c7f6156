import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Line, readLines } from '../../../../../apps/cli/load/lines.ts';
import { fileStart } from '../../../../../apps/cli/load/source-record.ts';

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(text: string, size: number, limit = 1000, from = fileStart): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(chunksOf(Buffer.from(text).subarray(from.offset), size), from, limit))
    lines.push(line);
  return lines;
}

describe('readLines', () => {
  it('numbers lines and tells where each ends', async () => {
    const lines = await linesOf('\uFEFFa\r\nä\n\nlast', 3);

    expect(lines).toEqual([
      { number: 1, end: 6, text: 'a' },
      { number: 2, end: 9, text: 'ä' },
      { number: 3, end: 10, text: '' },
      { number: 4, end: 14, text: 'last' },
    ]);
  });

  it('gives no text for a line over the limit, and reads on', async () => {
    const lines = await linesOf(`short\n${'x'.repeat(50)}\nshort\n`, 7, 20);

    expect(lines.map(({ text }) => text)).toEqual(['short', undefined, 'short']);
    expect(lines.at(-1)).toMatchObject({ number: 3, end: 63 });
  });

  it('reads the same lines however the bytes are cut, and from behind any line', async () => {
    const text = fc.array(
      fc.string({ unit: 'grapheme', maxLength: 8 }).map((line) => line.replace(/[\r\n\uFEFF]/g, '')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), fc.nat(), async (expected, size, at) => {
        const whole = expected.map((line) => `${line}\n`).join('');
        const lines = await linesOf(whole, size);
        const behind = at % (lines.length + 1);
        const from = behind === 0 ? fileStart : { offset: lines[behind - 1]!.end, line: behind + 1 };

        expect(lines.map((line) => line.text)).toEqual(expected);
        expect(await linesOf(whole, size, 1000, from)).toEqual(lines.slice(behind));
      }),
      { numRuns: 60 },
    );
  });
});
