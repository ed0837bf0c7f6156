import { describe, expect, it } from '@jest/globals';
import { readHeader } from '../../../../../apps/cli/design/header.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

describe('readHeader', () => {
  const header = async (text: string, given?: readonly string[]) =>
    readHeader(await directory.write('header.csv', text), {}, given);

  it('reads names without blanks around them, or takes given ones', async () => {
    expect(await header('id, name ,2024\n1,a,b\n')).toEqual(['id', 'name', '2024']);
    expect(await header('1,a\n2,b\n', ['id', 'name'])).toEqual(['id', 'name']);
  });

  it.each([
    ['1,2,3\n4,5,6\n', 'is no header but data: 1, 2, 3.', '--header name1,name2,name3'],
    ['Ada,1815-12-10\nBob,1900-01-02\n', 'is no header but data', '--header name1,name2'],
    ['Ada,ada@example.org\n', 'is no header but data', '--header'],
    ['id,a,b,a\n1,2,3,4\n', 'The columns 2 and 4 of', 'first row'],
    ['id,a,,\n1,2,3,4\n', 'have no name', 'first row'],
    ['\n1,2\n', 'its first line is blank', 'first row'],
    ['sep=;\nid;a\n1;2\n', '"sep=" is for spreadsheets', 'Remove this line'],
    ['SEP=,\nid,a\n1,2\n', '"sep=" is for spreadsheets', 'Remove this line'],
  ])('refuses %j', async (text, message, hint) => {
    await expect(header(text)).rejects.toMatchObject({
      code: 'COLUMNS_INVALID',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it('wants a name for every column', async () => {
    await expect(header('1,a,b\n', ['id', 'name'])).rejects.toThrow(
      '--header names 2 columns, and the first row has 3',
    );
  });
});
