import { describe, expect, it } from '@jest/globals';
import { designFile } from '../../../../../apps/cli/design/design-file.ts';
import { designText } from '../../../../../apps/cli/design/design-text.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { csv, names, people } from './people-file.ts';

const directory = temporaryDirectory();

describe('designText', () => {
  it('fits into 80 columns, with everything a reader should know', async () => {
    const wide = 'A rather long name of a column as spreadsheets have them and in which a table must break';
    const content = csv([
      [...names, wide, '氏名 フィールド', 'phone', 'created_at'],
      ...people.map((row, index) => [
        ...row,
        'x',
        '山田',
        index < 40 ? '0800 \u001b[31m123' : index < 50 ? 'N/A' : `0${index}00${index}`,
        '2024',
      ]),
    ]);

    const text = designText(
      await designFile(await directory.write('wide.csv', content), { kinds: new Map(), idReplace: [], seed: 1 }),
    );

    const tooWide = text.split('\n').filter((line) => [...line].length > 80);
    expect(tooWide).toEqual([]);
    expect(text).not.toContain('\u001b');
    expect(text).toContain('ShiMing');
    for (const part of [
      'The id is id',
      'Never compared:',
      'phone: "0800 123" in 40 rows',
      'phone: "N/A" in 10 rows',
      'Trial run:',
      '--kind COLUMN=KIND',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/add a description/i);
  });
});
