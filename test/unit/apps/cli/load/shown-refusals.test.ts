import { describe, expect, it } from '@jest/globals';
import { ShownRefusals } from '../../../../../apps/cli/load/shown-refusals.ts';

const refusal = (line: number, reason = 'it is wrong') => ({ line, code: 'REFUSED', reason, record: {} });

describe('ShownRefusals', () => {
  it('is empty as long as nothing is refused', () => {
    expect(String(new ShownRefusals())).toBe('');
  });

  it('shows the first ten and counts the others', () => {
    const shown = new ShownRefusals();
    shown.note(Array.from({ length: 7 }, (_, index) => refusal(index + 1)));
    shown.note(Array.from({ length: 7 }, (_, index) => refusal(index + 8)));

    const lines = String(shown).split('\n');

    expect(lines.slice(0, 2)).toEqual(['  line 1: REFUSED: it is wrong', '  line 2: REFUSED: it is wrong']);
    expect(lines.slice(9)).toEqual(['  line 10: REFUSED: it is wrong', '  … and 4 more.', '']);
  });

  it('lets no value steer the terminal', () => {
    const shown = new ShownRefusals();
    shown.note([refusal(1, 'the id "\u001b[2J\nx\u0007" is wrong')]);

    expect(String(shown)).toBe('  line 1: REFUSED: the id " x " is wrong\n');
  });
});
