import { describe, expect, it } from '@jest/globals';
import { pages } from '../../../../../src/guidance/docs/documentation.ts';
import { passagesOf } from '../../../../../src/guidance/docs/passages.ts';

import { searchDocs, vocabulary } from '../../../../../src/guidance/docs/search.ts';

import { heldBack, type Question, tuned } from './questions.ts';

/** Whether one of the first three passages answers the question. */
function isAnswered([asked, ...answers]: Question): boolean {
  return searchDocs(asked, 3).some(
    ({ passage: { path, anchor } }) => answers.includes(path) || answers.includes(`${path}#${anchor}`),
  );
}

describe('searchDocs', () => {
  it.each([
    ['add the server to Cursor', 'guidance/setup.md'],
    ['what is blocking', 'concepts/blocking.md'],
    ['undo a wrong match', 'concepts/disassemble.md'],
    ['invalid_client token endpoint', 'errors/gateway.md'],
  ])('finds a page for "%s"', (query, path) => {
    expect(searchDocs(query, 5).map(({ passage }) => passage.path)).toContain(path);
  });

  it.each(tuned)('answers "%s" among the first three', (...question) => {
    expect(isAnswered(question)).toBe(true);
  });

  it('answers nearly all questions that nothing was tuned on', () => {
    expect(heldBack.filter((question) => !isAnswered(question)).length).toBeLessThanOrEqual(2);
  });

  it('is asked for answers that exist', () => {
    const places = new Set(pages.flatMap(passagesOf).flatMap(({ path, anchor }) => [path, `${path}#${anchor}`]));
    const answers = [...tuned, ...heldBack].flatMap(([, ...places]) => places);

    expect(answers.filter((answer) => !places.has(answer))).toEqual([]);
  });

  it('gives one passage of each heading', () => {
    const found = searchDocs('function timeout memory throttling', 20).map(
      ({ passage: { path, anchor } }) => `${path}#${anchor}`,
    );

    expect(new Set(found).size).toBe(found.length);
  });

  it('shows the row of a long table that has the words, below the head of the table', () => {
    const [first] = searchDocs('generic_key_records guidance_throttling rate_limit', 20).filter(
      ({ passage }) => passage.path === 'terraform.md',
    );

    expect(first?.passage.text).toMatch(/^\|.+\|\n\|[-|: ]+\|\n/);
    expect(first?.passage.text).toContain('guidance_throttling');
    expect(first?.passage.text.length).toBeLessThan(3_000);
  });

  it('means by a word or phrase of the vocabulary what these pages have', () => {
    for (const [said, meant] of vocabulary) {
      for (const phrase of said) expect([phrase, searchDocs(phrase, 1)]).not.toEqual([phrase, []]);
      for (const words of meant) expect([words, searchDocs(words, 1)]).not.toEqual([words, []]);
    }
  });

  it('finds a word that is misspelt or has another ending', () => {
    expect(searchDocs('survivorshp', 1)[0]?.passage.path).toBe('export.md');
    expect(searchDocs('survivorships', 1)[0]?.passage.path).toBe('export.md');
  });

  it('finds nothing for nothing, and does not mind signs', () => {
    expect(searchDocs('', 5)).toEqual([]);
    expect(searchDocs('*** ??? (((', 5)).toEqual([]);
  });
});
