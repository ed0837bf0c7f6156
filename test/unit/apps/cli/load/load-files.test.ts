import { readFile, symlink, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorsPathOf, openErrorsFile } from '../../../../../apps/cli/load/errors-file.ts';
import { type LoadState, readLoadState, statePath, writeLoadState } from '../../../../../apps/cli/load/load-state.ts';
import { LoadStateError } from '../../../../../apps/cli/load/state-file.ts';
import { StateWriter } from '../../../../../apps/cli/load/state-writer.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

const refused = (line: number) => ({ line, code: 'X', reason: 'wrong', record: { id: String(line) } });

describe('openErrorsFile', () => {
  it('writes a line for each record, and no file without one', async () => {
    const path = directory.path('errors.jsonl');
    const errors = await openErrorsFile(path, 1);
    await errors.close();
    await expect(readFile(path)).rejects.toThrow('ENOENT');

    const again = await openErrorsFile(path, 1);
    await Promise.all([again.append([refused(1), refused(2)]), again.append([refused(3)])]);
    await again.close();

    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([refused(1), refused(2), refused(3)]);
  });

  it('begins anew, or drops what will be read again', async () => {
    const path = directory.path('errors.jsonl');
    const cutOff = '{"line":3,"co';
    await writeFile(path, [...[1, 5, 2].map((line) => JSON.stringify(refused(line))), cutOff].join('\n'));

    const resumed = await openErrorsFile(path, 3);
    await resumed.close();
    const kept = await readFile(path, 'utf8');
    const anew = await openErrorsFile(path, 1);
    await anew.close();

    expect(kept).toBe(`${JSON.stringify(refused(1))}\n${JSON.stringify(refused(2))}\n`);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

describe('errorsPathOf', () => {
  it('is beside the file unless it is given', async () => {
    const file = directory.path('people.csv');
    await writeFile(file, 'id\n1\n');

    expect(await errorsPathOf(file, undefined)).toBe(`${file}.errors.jsonl`);
    expect(await errorsPathOf(file, directory.path('other'))).toBe(directory.path('other'));
  });

  it('is never the file itself, which would be removed', async () => {
    const [file, link] = [directory.path('people.csv'), directory.path('link.csv')];
    await writeFile(file, 'id\n1\n');
    await symlink(file, link);

    for (const same of [file, `${directory.path()}/./people.csv`, link]) {
      await expect(errorsPathOf(file, same)).rejects.toMatchObject({ code: 'SOURCE_FILE_UNUSABLE' });
    }
  });
});

describe('the state of a load', () => {
  const subject = { apiUrl: 'http://127.0.0.1:1/', size: 100, modified: 5.5 };
  const state = { offset: 50, line: 6, loaded: 4, refused: 1 };

  it('is written now and again, and at last', async () => {
    const path = statePath(directory.path('people.csv'));
    let now = 10_000;
    const writer = new StateWriter<LoadState>(
      (state) => writeLoadState(path, subject, state),
      () => now,
    );
    writer.note({ ...state, offset: 10 });
    now += 10;
    writer.note(state);
    await writer.close();

    expect(await readLoadState(path, subject)).toEqual(state);
  });

  it('is undefined where there is none', async () => {
    expect(await readLoadState(directory.path('none'), subject)).toBeUndefined();
  });

  it.each([
    [{ apiUrl: 'http://127.0.0.1:2/' }, 'belongs to a load into http://127.0.0.1:1/'],
    [{ size: 101 }, 'The file has changed'],
    [{ modified: 6 }, 'The file has changed'],
  ])('is not taken for another load (%j)', async (difference, message) => {
    const path = directory.path('state');
    const writer = new StateWriter<LoadState>((state) => writeLoadState(path, subject, state));
    writer.note(state);
    await writer.close();

    const reading = readLoadState(path, { ...subject, ...difference });

    await expect(reading).rejects.toThrow(LoadStateError);
    await expect(reading).rejects.toThrow(message);
  });

  it('is not taken from a file that holds something else', async () => {
    const path = directory.path('state');
    await writeFile(path, '{"version":1}');

    await expect(readLoadState(path, subject)).rejects.toThrow('does not contain the state of a load');
  });
});
