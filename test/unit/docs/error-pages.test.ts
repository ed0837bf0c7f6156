import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorCodes } from '../../../src/graphql/error-codes.ts';

const folder = join('docs', 'errors');

describe('the pages of errors', () => {
  it('explain every code of the API, with a cause and what to do about it', async () => {
    const pages = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const sections = pages.flatMap((page) => page.split(/^## /m).slice(1));

    // A refused submit names the problems of its records instead.
    for (const { code } of errorCodes.filter((one) => one.code !== 'SUBMIT_REFUSED')) {
      const explained = sections.some(
        (text) => text.split('\n', 1)[0]!.split(/[ ,]+/).includes(code) && /^1\. .+ → /m.test(text),
      );
      expect([code, explained]).toEqual([code, true]);
    }
  });
});
