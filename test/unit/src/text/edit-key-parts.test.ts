import { describe, expect, it } from '@jest/globals';
import { editKeyParts } from '../../../../src/text/edit-key-parts.ts';

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
