import type { Judge } from './judge.ts';
import type { LabeledPair } from './learned-design.ts';
import { rounded } from './learned-draft.ts';
import type { Weights } from './weights.ts';

/** Fewer labels say less than the model. */
const fewestLabels = 10;

/**
 * The threshold that judges most labels right. Of several, the one nearest to the model's. The model's own if there are
 * few labels, or only labels of one kind.
 *
 * @param judge the records of the labels are added to its sample
 */
export function thresholdByLabels(
  model: { readonly weights: Weights; readonly threshold: number },
  judge: Judge,
  labels: readonly LabeledPair[],
): number {
  const bits = labels.map(({ a, b, same }) => ({ same, sum: sumOf(judge, model.weights, a, b) }));
  const matches = bits.filter(({ same }) => same).length;
  if (labels.length < fewestLabels || matches === 0 || matches === labels.length) return model.threshold;
  let best = model.threshold;
  let mostRight = rightAt(bits, best);
  const distance = (threshold: number): number => Math.abs(threshold - model.threshold);
  // Halfway between neighbouring sums, so that a label is never exactly at the threshold.
  const sums = bits.map(({ sum }) => sum).sort((a, b) => a - b);
  for (let i = 1; i < sums.length; i++) {
    const threshold = rounded((sums[i - 1]! + sums[i]!) / 2);
    if (threshold <= 0) continue;
    const right = rightAt(bits, threshold);
    if (right < mostRight || (right === mostRight && distance(threshold) >= distance(best))) continue;
    best = threshold;
    mostRight = right;
  }
  return best;
}

function sumOf(judge: Judge, { bits }: Weights, a: LabeledPair['a'], b: LabeledPair['b']): number {
  judge.add(a);
  judge.add(b);
  const last = judge.records.length - 1;
  return bits.reduce((sum, own, item) => sum + rounded(own[judge.level(item, last - 1, last)]!), 0);
}

const rightAt = (bits: readonly { readonly same: boolean; readonly sum: number }[], threshold: number): number =>
  bits.filter(({ same, sum }) => same === sum >= threshold).length;
