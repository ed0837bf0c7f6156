import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutMarkRuns, MAX_MARKS_IN_A_ROW, normalForm } from '../../../../src/text/normal-form.ts';

const comma = '\u0315'; // class 232
const grave = '\u0300'; // class 230
const dialytika = '\u0344'; // one mark that decomposes to two
const letters = ['a', 'é', '\u1f82', 'ß', '각', '山', '😀', '\u0ec6', ' '];
const marks = [comma, grave, dialytika, '\u0334', '\u0345', '\u0316', '\u{1d165}', '\uff9e', '\u0903', '\u034f'];

const mark = /[\p{M}\uff9e\uff9f]/u;
/** Class above 0: normalization moves it past a mark of the lowest class (1), or a high one (230) past it. */
const isNonStarter = (one: string): boolean =>
  [`${one}\u0334`, `\u0301${one}`].some((pair) => pair.normalize('NFD') !== pair);

function longestRun(text: string): number {
  let longest = 0;
  let row = 0;
  for (const one of text.normalize('NFKD')) {
    row = isNonStarter(one) ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}

describe('cutMarkRuns', () => {
  it('keeps 30 marks in a row and cuts what follows', () => {
    expect(cutMarkRuns(`a${grave.repeat(31)}b${grave.repeat(30)}`)).toBe(`a${grave.repeat(30)}b${grave.repeat(30)}`);
  });

  it('counts the marks that a letter or a mark decomposes to', () => {
    expect(cutMarkRuns(`é${grave.repeat(40)}`)).toBe(`é${grave.repeat(29)}`);
    expect(cutMarkRuns(`a${dialytika.repeat(16)}`)).toBe(`a${dialytika.repeat(15)}`);
  });

  it('begins anew behind a mark of class 0', () => {
    const half = `${grave.repeat(20)}\u034f${grave.repeat(20)}`;

    expect(cutMarkRuns(`a${half}`)).toBe(`a${half}`);
  });

  it('leaves no run above 30 in the compatibility decomposition, whatever the text', () => {
    const row = fc.string({ unit: fc.constantFrom(...marks), maxLength: 90 });
    const texts = fc.array(fc.tuple(fc.constantFrom(...letters), row), { maxLength: 6 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.flat().join('');

        const cut = cutMarkRuns(text);

        expect(longestRun(cut)).toBeLessThanOrEqual(MAX_MARKS_IN_A_ROW);
        expect(cutMarkRuns(cut)).toBe(cut);
        if (longestRun(text) <= MAX_MARKS_IN_A_ROW) expect(cut).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('rests on what is true of every character: at most two marks in one, three behind a letter, none in front', () => {
    const surprising: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code === 0xd800) code = 0xe000;
      const character = String.fromCodePoint(code);
      const starters = [...character.normalize('NFKD')].map((one) => !isNonStarter(one));
      const first = starters.indexOf(true);
      const fits =
        first === -1
          ? mark.test(character) && starters.length <= 2
          : first === 0 && starters.length - 1 - starters.lastIndexOf(true) <= 3;
      if (!fits) surprising.push(code.toString(16));
    }
    expect(surprising).toEqual([]);
  });
});

describe('normalForm', () => {
  it('is what String.normalize gives for every text without such a run', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (text, form) => {
        expect(normalForm(text, form)).toBe(text.normalize(form));
      }),
    );
  });

  it('is the only caller of String.normalize on what users send', () => {
    const callers = ['functions', 'src', 'apps']
      .flatMap((room) => globSync(`${room}/**/*.{ts,tsx,js}`))
      .filter((file) => !file.startsWith('functions/dist/') && !file.endsWith('.generated.ts'))
      .filter((file) => /\.normalize\(/.test(readFileSync(file, 'utf8')));

    expect(callers).toEqual(['src/text/normal-form.ts']);
  });
});
