import { plainLine } from '../terminal/plain-line.ts';
import type { LabelChanges } from './label-session.ts';
import { estimateText } from './pair-text.ts';
import type { Counted } from './rule-changes.ts';

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
const signed = (value: number): string => (value > 0 ? `+${value.toFixed(1)}` : value.toFixed(1));
