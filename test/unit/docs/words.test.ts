import { describe, expect, it } from '@jest/globals';
import { pages, textOf } from './pages.ts';

/** The subject of a sentence is the code or the reader. */
const vagueSubjects = /\b(?:whoever|somebody|nobody|anybody|everybody)\b/gi;

describe('the words of the pages', () => {
  it('name the code or the reader, and no vague subject', () => {
    const found = pages('.').flatMap((page) =>
      [...textOf(page).matchAll(vagueSubjects)].map(([word]) => `${page}: ${word}`),
    );

    expect(found).toEqual([]);
  });
});
