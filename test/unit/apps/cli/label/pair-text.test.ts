import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { estimateText, fitted, pairText, plain } from '../../../../../apps/cli/label/pair-text.ts';
import { rowsOf, type ShownPair } from '../../../../../apps/cli/label/pair-view.ts';

const a = { id: '1', name: 'Ada Lovelace', address: { city: 'London' }, phones: ['1', '2'], note: '' };
const b = { id: '2', name: 'ada  lovelace', address: { city: 'Paris' }, mail: 'ada@example.com' };

const pair = (more: Partial<ShownPair> = {}): ShownPair => ({
  pair: 'x',
  a,
  b,
  rows: rowsOf(a, b),
  evidence: [
    { title: 'name', fields: ['name'], bits: 8.2 },
    { title: 'city', fields: ['address.city'], bits: -3 },
    { title: 'phone', fields: ['phones'], bits: 0 },
  ],
  bits: 5.2,
  threshold: 7,
  judged: 3,
  ...more,
});

describe('rowsOf', () => {
  it('compares all fields but the id, whatever their notation', () => {
    expect(rowsOf(a, b)).toEqual([
      { field: 'name', a: 'Ada Lovelace', b: 'ada  lovelace', relation: 'same' },
      { field: 'address.city', a: 'London', b: 'Paris', relation: 'different' },
      { field: 'phones', a: '1, 2', b: undefined, relation: 'missing' },
      { field: 'mail', a: undefined, b: 'ada@example.com', relation: 'missing' },
    ]);
  });
});

describe('pairText', () => {
  it('shows fields side by side, the weights that count, and the sum', () => {
    expect(pairText(pair(), 80, plain)).toMatchInlineSnapshot(`
"= name          Ada Lovelace                     ada  lovelace
≠ address.city  London                           Paris
  phones        1, 2                             –
  mail          –                                ada@example.com

  name                                       +8.2 ████████████
  city                                       -3.0 ░░░░
  sum                                        +5.2 of 7.0 bits: no link at present"
`);
  });

  it('never exceeds the width, in any script', () => {
    const long = '株式会社'.repeat(30);
    const wide = {
      id: '1',
      名前: long,
      emoji: '👩‍👩‍👧‍👦'.repeat(40),
      'a field with a very long name indeed': 'x'.repeat(500),
    };
    const rows = rowsOf(wide, wide);
    for (const columns of [40, 80, 200]) {
      const lines = pairText(pair({ rows, evidence: [] }), columns, plain)
        .split('\n')
        .slice(0, rows.length);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(Math.min(columns, 160));
    }
  });

  it('shows no character that controls a terminal', () => {
    const rows = rowsOf({ id: '1', x: '\u001b[31mred\u0007\u202e' }, { id: '2' });
    const text = pairText(pair({ rows, evidence: [] }), 80, plain);
    for (const sign of ['\u001b', '\u0007', '\u202e']) expect(text).not.toContain(sign);
  });
});

describe('fitted', () => {
  it('cuts between characters and fills with blanks', () => {
    expect(fitted('abc', 5)).toBe('abc  ');
    expect(fitted('abcdef', 4)).toBe('abc…');
    expect(fitted('日本語', 4)).toBe('日… ');
  });
});

describe('estimateText', () => {
  const estimate = {
    judged: 12,
    same: 6,
    different: 5,
    unsure: 1,
    measured: undefined,
    opinion: { precision: 0.9, recall: 0.8 },
    candidates: 100,
    unlikely: 10,
    isTelling: true,
    contradictions: [{ a: '1', b: '3', chain: ['1', '2', '3'] }],
  };

  it('says what is measured, what is opinion, and what contradicts', () => {
    const share = { value: 0.95, low: 0.8, high: 1 };
    const text = estimateText({ ...estimate, measured: { precision: share, recall: share, answers: 6 } });
    expect(text).toContain('12 judged: 6 same, 5 different, 1 unsure.');
    expect(text).toContain(
      'Measured: precision 0.95 (0.80 to 1.00), recall 0.95 (0.80 to 1.00) (90 % intervals, 6 random pairs).',
    );
    expect(text).toContain("The model's opinion: precision 0.90, recall 0.80.");
    expect(text).toContain('Your answers contradict each other: 1 = 2 = 3, but 1 is not 3.');
    expect(estimateText(estimate)).toContain('Nothing is measured yet.');
  });
});
