import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { zip } from '../../../scripts/zip.ts';

const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });

describe('zip', () => {
  it('keeps every file', () => {
    const archive = zip([file('b.txt', 'two'), file('a/a.txt', 'one')]);

    const unpacked = unzipSync(archive);
    expect(Object.keys(unpacked)).toEqual(['a/a.txt', 'b.txt']);
    expect(Buffer.from(unpacked['b.txt']!).toString()).toBe('two');
  });

  it('gives the same bytes whatever the order of the files and the time of the day', () => {
    const one = zip([file('b', 'two'), file('a', 'one')]);
    const other = zip([file('a', 'one'), file('b', 'two')]);

    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  it('gives the bytes it always gave', () => {
    const archive = zip([file('handler.mjs', 'export const handler = () => 1;\n'.repeat(100))]);

    expect(createHash('sha256').update(archive).digest('hex')).toBe(
      'e411b3a52ea5099896299132c0be5b8c528fc7bcd3c7c252120861bfe9595ada',
    );
  });

  it('refuses two files of one path', () => {
    expect(() => zip([file('a', '1'), file('a', '2')])).toThrow('same path');
  });
});
