import stringWidth from 'string-width';
import { opinionText } from '../../../src/workbench/learning/opinion-text.ts';
import { plainLine } from '../terminal/plain-line.ts';
import type { LabelChanges, LabelEstimate } from './label-session.ts';
import type { EvidenceBits, FieldRow, ShownPair } from './pair-view.ts';
import type { Counted } from './rule-changes.ts';

/** How a text stands out. */
export interface Paint {
  readonly dim: (text: string) => string;
  readonly strong: (text: string) => string;
}

const start = '\u001b[';
export const colors: Paint = {
  dim: (text) => `${start}2m${text}${start}22m`,
  strong: (text) => `${start}1m${text}${start}22m`,
};

/** A terminal of fewer columns wraps. */
const leastWidth = 40;
const mostWidth = 160;
/** The widest column of names of fields. */
const mostNameWidth = 22;
/** The longest bar of a weight, in characters. */
const barWidth = 12;
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A pair as lines of at most so many columns: its fields side by side, then its evidence and the sum. */
export function pairText(pair: ShownPair, columns: number, paint: Paint): string {
  const width = Math.max(leastWidth, Math.min(mostWidth, columns));
  return [...fieldLines(pair.rows, width, paint), '', ...evidenceLines(pair, width, paint)].join('\n');
}

function fieldLines(rows: readonly FieldRow[], width: number, paint: Paint): string[] {
  const nameWidth = Math.min(mostNameWidth, Math.max(5, ...rows.map(({ field }) => stringWidth(plainLine(field)))));
  const valueWidth = Math.floor((width - nameWidth - 6) / 2);
  return rows.map(({ field, a, b, relation }) => {
    const mark = relation === 'different' ? '≠' : relation === 'same' ? '=' : ' ';
    const cells = [a, b].map((value) => fitted(value === undefined ? '–' : plainLine(value), valueWidth));
    const line = `${mark} ${fitted(plainLine(field), nameWidth)}  ${cells[0]}  ${cells[1]!.trimEnd()}`;
    return relation === 'different' ? paint.strong(line) : paint.dim(line);
  });
}

function evidenceLines({ evidence, bits, threshold }: ShownPair, width: number, paint: Paint): string[] {
  const counted = evidence.filter((item) => item.bits !== 0);
  const largest = Math.max(1, ...counted.map((item) => Math.abs(item.bits)));
  const titleWidth = Math.max(10, Math.min(40, width - barWidth - 10));
  const line = ({ title, bits: own }: EvidenceBits): string => {
    const length = Math.max(1, Math.round((Math.abs(own) / largest) * barWidth));
    return `  ${fitted(plainLine(title), titleWidth)} ${signed(own).padStart(6)} ${(own > 0 ? '█' : '░').repeat(length)}`;
  };
  const verdict = bits >= threshold ? 'a link' : 'no link';
  return [
    ...counted.map(line),
    paint.strong(
      `  ${fitted('sum', titleWidth)} ${signed(bits).padStart(6)} of ${threshold.toFixed(1)} bits: ${verdict} at present`,
    ),
  ];
}

/** A text of exactly so many columns, cut at a character if it is longer. */
export function fitted(text: string, width: number): string {
  const own = stringWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let kept = '';
  let used = 0;
  for (const { segment } of segments.segment(text)) {
    const next = stringWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…${' '.repeat(width - 1 - used)}`;
}

/** What is known so far, in sentences. */
export function estimateText(estimate: LabelEstimate): string {
  const { judged, same, different, unsure, measured, opinion, contradictions } = estimate;
  const counts = `${judged} judged: ${same} same, ${different} different, ${unsure} unsure.`;
  const quality =
    measured === undefined
      ? 'Nothing is measured yet.'
      : `Measured: precision ${share(measured.precision)}, recall ${share(measured.recall)} (90 % intervals, ${measured.answers} random pairs).`;
  const believed = `The model's opinion: ${opinionText(opinion)}.`;
  const crossed = contradictions
    .slice(0, 3)
    .map(
      ({ a, b, chain }) =>
        `Your answers contradict each other: ${plainLine(chain.join(' = '))}, but ${plainLine(a)} is not ${plainLine(b)}.`,
    );
  return [counts, quality, believed, ...crossed].join('\n');
}

const share = ({ value, low, high }: { readonly value: number; readonly low: number; readonly high: number }): string =>
  `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

const signed = (bits: number): string => (bits > 0 ? `+${bits.toFixed(1)}` : bits.toFixed(1));

/** What labels do to the rules of an instance, in lines. */
export function changesText(changes: LabelChanges): string {
  const { reason, threshold, weights, keys, entities, estimate, isChanged } = changes;
  const head = [estimateText(estimate)];
  if (reason !== undefined) return [...head, reason].join('\n');
  if (!isChanged) return [...head, 'The rules of the instance are already those that the labels lead to.'].join('\n');
  const { count, largest, sampled } = entities;
  return [
    ...head,
    '',
    `Threshold: ${bits(threshold.from)} → ${bits(threshold.to)} bits.`,
    ...weights.map(({ title, from, to }) => `  ${plainLine(title)}: ${counted(from)} → ${counted(to)}`),
    ...keys.added.map((key) => `  candidates also by ${plainLine(key)}`),
    ...keys.removed.map((key) => `  candidates no longer by ${plainLine(key)}`),
    `${sampled.toLocaleString('en')} records become ${count.toLocaleString('en')} entities; the largest has ${largest.toLocaleString('en')}.`,
  ].join('\n');
}

const bits = (value: number | undefined): string => (value === undefined ? 'none' : value.toFixed(1));
const counted = (value: Counted | undefined): string =>
  value === undefined ? 'not weighed' : `${signed(value.agrees)} / ${signed(value.differs)}`;
