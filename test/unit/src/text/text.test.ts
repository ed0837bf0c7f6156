import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BoundedCache } from '../../../../src/text/bounded-cache.ts';
import { jaro, jaroWinkler } from '../../../../src/text/edit-distance.ts';
import { editKeyParts } from '../../../../src/text/edit-key-parts.ts';
import { NameSuggester } from '../../../../src/text/nearest-name.ts';
import { cutMarkRuns, MAX_MARKS_IN_A_ROW, normalForm } from '../../../../src/text/normal-form.ts';
import { type PhoneticAlgorithm, phoneticCodes } from '../../../../src/text/phonetic-codes.ts';

describe('BoundedCache', () => {
  it('keeps what was used last when it is full', () => {
    const cache = new BoundedCache<number>(2);
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
    expect(cache.get('a')).toBe(0);

    for (const key of ['d', 'e']) cache.set(key, 9);

    expect([cache.get('a'), cache.get('b')]).toEqual([0, undefined]);
  });

  it('keeps no long key, so that its memory is bounded whatever the texts', () => {
    const cache = new BoundedCache<number>(2);

    cache.set('x'.repeat(256), 1);
    cache.set('x'.repeat(257), 2);

    expect([cache.get('x'.repeat(256)), cache.get('x'.repeat(257))]).toEqual([1, undefined]);
  });
});

/** A text of different characters: what the most positions make of one edit shows best. */
const textOf = (length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(0x61 + index)).join('');

const swap = (text: string, at: number): string => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
const remove = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);
const insert = (text: string, at: number): string => `${text.slice(0, at)}!${text.slice(at)}`;
const substitute = (text: string, at: number): string => `${text.slice(0, at)}!${text.slice(at + 1)}`;

/** The texts within one edit of the text. */
function* edited(text: string, swaps: boolean): Generator<string> {
  for (let at = 0; at <= text.length; at++) {
    yield insert(text, at);
    if (at < text.length) yield remove(text, at);
    if (at < text.length) yield substitute(text, at);
    if (swaps && at + 1 < text.length) yield swap(text, at);
  }
}

function expectCommonParts(keyParts: (text: string) => readonly string[], a: string, others: Iterable<string>): void {
  const parts = new Set(keyParts(a));
  const apart = [...others].filter((other) => !keyParts(other).some((part) => parts.has(part)));
  expect({ a, apart }).toEqual({ a, apart: [] });
}

const lengths = Array.from({ length: 45 }, (_, length) => length);

describe.each([false, true])('editKeyParts, swaps counting as one edit: %s', (transpositions) => {
  it('gives a part in common to all texts one edit apart', () => {
    const keyParts = editKeyParts({ allowed: () => 1, largest: 1, transpositions });
    for (const length of lengths) expectCommonParts(keyParts, textOf(length), edited(textOf(length), transpositions));
  });

  it('gives a part in common to all texts two edits apart', () => {
    const keyParts = editKeyParts({ allowed: () => 2, largest: 2, transpositions });
    for (const length of [3, 9, 14, 15, 16, 19, 20, 21, 25]) {
      const others = [...edited(textOf(length), transpositions)].flatMap((one, index) =>
        // One in five of the first edits with all of the second ones shows every pair of places.
        index % 5 === length % 5 ? [...edited(one, transpositions)] : [],
      );
      expectCommonParts(keyParts, textOf(length), others);
    }
  });

  it('needs few parts for a long text', () => {
    const keyParts = editKeyParts({ allowed: () => 2, largest: 2, transpositions });
    expect(keyParts(textOf(60)).length).toBeLessThanOrEqual(40);
  });
});

describe('editKeyParts', () => {
  it('uses the text itself where no edit is allowed', () => {
    const keyParts = editKeyParts({ allowed: () => 0, largest: 0, transpositions: false });
    expect(keyParts('anna')).toEqual(['-anna']);
    expect(keyParts('')).toEqual(['-']);
  });
});

// Values as published by Winkler (1990, 1994).
describe.each([
  ['shackleford', 'shackelford', 0.97, 0.982],
  ['dunningham', 'cunnigham', 0.896, 0.896],
  ['nichleson', 'nichulson', 0.926, 0.956],
  ['jones', 'johnson', 0.79, 0.832],
  ['massey', 'massie', 0.889, 0.933],
  ['abroms', 'abrams', 0.889, 0.922],
  ['jeraldine', 'geraldine', 0.926, 0.926],
  ['marhta', 'martha', 0.944, 0.961],
  ['michelle', 'michael', 0.869, 0.921],
  ['julies', 'julius', 0.889, 0.933],
  ['tanya', 'tonya', 0.867, 0.88],
  ['dwayne', 'duane', 0.822, 0.84],
  ['sean', 'susan', 0.783, 0.805],
  ['jon', 'john', 0.917, 0.933],
  ['jon', 'jan', 0.778, 0.8],
])('jaro of %s and %s', (a, b, plain, winkler) => {
  it('is as published', () => {
    expect(jaro(a, b)).toBeCloseTo(plain, 2);
    expect(jaroWinkler(a, b)).toBeCloseTo(winkler, 2);
  });
});

describe('jaro', () => {
  it('is 0 without a common character and 1 for equal texts', () => {
    expect(jaro('abc', 'xyz')).toBe(0);
    expect(jaro('', 'a')).toBe(0);
    expect(jaro('anna', 'anna')).toBe(1);
  });

  it('returns 0 for texts that are too long to compare', () => {
    expect(jaro('a'.repeat(2_000), 'a'.repeat(2_001))).toBe(0);
  });
});

describe('NameSuggester', () => {
  const names = ['email', 'phone', 'firstName', 'lastName'];

  it.each([
    ['emial', 'email'],
    ['EMAIL', 'email'],
    ['phon', 'phone'],
    ['fistName', 'firstName'],
    ['address', undefined],
    ['', undefined],
    ['x', undefined],
    ['e'.repeat(1000), undefined],
  ])('finds for %p the name %p', (written, meant) => {
    expect(new NameSuggester().nearest(written, names)).toBe(meant);
  });

  it('stops suggesting when its steps are used up', () => {
    const suggester = new NameSuggester(60);

    suggester.nearest('emial', names);

    expect(suggester.nearest('emial', names)).toBeUndefined();
  });
});

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

const published: Record<PhoneticAlgorithm, [string, string[]][]> = {
  soundex: [
    ['Robert', ['R163']],
    ['Rupert', ['R163']],
    ['Rubin', ['R150']],
    ['Ashcraft', ['A261']],
    ['Ashcroft', ['A261']],
    ['Tymczak', ['T522']],
    ['Pfister', ['P236']],
    ['Honeyman', ['H555']],
    ['Lee', ['L000']],
    ['Gutierrez', ['G362']],
    ['Jackson', ['J250']],
    ['VanDeusen', ['V532']],
    ['Washington', ['W252']],
  ],
  cologne: [
    ['Müller-Lüdenscheidt', ['65752682']],
    ['Wikipedia', ['3412']],
    ['Breschnew', ['17863']],
    ['Müller', ['657']],
    ['Mueller', ['657']],
    ['Meyer', ['67']],
    ['Mayr', ['67']],
    ['Schmidt', ['862']],
    ['Philipp', ['351']],
    ['Xaver', ['4837']],
    ['Heithabu', ['021']],
    ['Weiß', ['38']],
  ],
  nysiis: [
    ['MACINTOSH', ['MCANT']],
    ['KNUTH', ['NAT']],
    ['KOEHN', ['CAN']],
    ['PHILLIPSON', ['FALAPSAN']],
    ['PFEISTER', ['FASTAR']],
    ['SCHOENHOEFT', ['SANAFT']],
    ['MCKEE', ['MCY']],
    ['MACKIE', ['MCY']],
    ['HEITSCHMIDT', ['HATSNAD']],
    ['BART', ['BAD']],
    ['HURD', ['HAD']],
    ['HUNT', ['HAD']],
    ['WESTERLUND', ['WASTARLAD']],
    ['CASSTEVENS', ['CASTAFAN']],
    ['VASQUEZ', ['VASG']],
    ['FRAZIER', ['FRASAR']],
    ['BOWMAN', ['BANAN']],
    ['MCKNIGHT', ['MCNAGT']],
    ['RICKERT', ['RACAD']],
    ['DEUTSCH', ['DAT']],
    ['WESTPHAL', ['WASTFAL']],
    ['KUHL', ['CAL']],
    ['RAWSON', ['RASAN']],
    ['JILES', ['JAL']],
    ['CARRAWAY', ['CARY']],
    ['YAMADA', ['YANAD']],
  ],
  metaphone: [
    ['Philip', ['FLP']],
    ['Filip', ['FLP']],
    ['Wright', ['RFT']],
  ],
  doubleMetaphone: [
    ['Smith', ['SM0', 'XMT']],
    ['Schmidt', ['XMT', 'SMT']],
    ['Anna', ['AN']],
  ],
};

describe.each(Object.entries(published) as [PhoneticAlgorithm, [string, string[]][]][])('%s', (algorithm, cases) => {
  it.each(cases)('gives %s the code %j', (text, codes) => {
    expect(phoneticCodes(text, algorithm)).toEqual(codes);
  });

  it('reads no more than letters', () => {
    expect(phoneticCodes('Anna-Maria 3', algorithm)).toEqual(phoneticCodes('annamaria', algorithm));
  });

  it('makes a text that it cannot read its own code', () => {
    expect(phoneticCodes('李小龙', algorithm)).toEqual(['=李小龙']);
    expect(phoneticCodes('1234', algorithm)).toEqual(['=1234']);
    expect(phoneticCodes('', algorithm)).toEqual(['=']);
  });
});
