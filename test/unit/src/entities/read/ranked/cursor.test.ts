import { describe, expect, it } from '@jest/globals';
import { InvalidCursorError, TooDeepPageError } from '../../../../../../src/entities/errors.ts';
import { cursorText, MOST_SHOWN, markOf, readCursor } from '../../../../../../src/entities/read/ranked/cursor.ts';

const cursor = { place: { score: 0.25, posting: 'réc\t01' }, shown: [markOf('E1'), markOf('E2')] };

describe('a cursor', () => {
  it('says after its way through a caller what it said before', () => {
    expect(readCursor(cursorText(cursor, 'question'), 'question')).toEqual(cursor);
  });

  it.each([
    ['another question', (text: string) => [text, 'other'] as const],
    ['a cut text', (text: string) => [text.slice(0, -2), 'question'] as const],
    ['a text that is none', () => ['no cursor', 'question'] as const],
    ['no text', () => ['', 'question'] as const],
    ['an endless text', () => ['A'.repeat(1_000_000), 'question'] as const],
  ])('is refused for %s', (_what, change) => {
    const [text, question] = change(cursorText(cursor, 'question'));

    expect(() => readCursor(text, question)).toThrow(InvalidCursorError);
  });

  it('ends after as many entities as pages may show, and not before', () => {
    const shown = Array.from({ length: MOST_SHOWN }, (_, index) => markOf(`E${index}`));
    const text = cursorText({ ...cursor, shown }, 'question');

    expect(() => readCursor(text, 'question')).toThrow(TooDeepPageError);
    expect(readCursor(cursorText({ ...cursor, shown: shown.slice(1) }, 'question'), 'question').shown).toHaveLength(
      499,
    );
  });
});
