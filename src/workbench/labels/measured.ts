import type { Design } from '../design/design.ts';
import type { LabeledPair, Measured } from '../learning/learned-design.ts';
import type { Study } from '../learning/study.ts';
import { PairPicker } from './pair-picker.ts';

/** Measures the rules of a design by the answers to random pairs. */
export function measuredBy(study: Study, labels: readonly LabeledPair[], design: Pick<Design, 'ruleConfig'>): Measured {
  const picker = new PairPicker(study, study.seed);
  const judged = picker.judged(
    labels.map((label) => ({ ...label, isSure: true, drawn: picker.drawnNow(label.drawn, label.strata) })),
  );
  const { first, second } = study.model.candidates;
  const components = study.linkedByRules(design, study.records);
  return {
    measured: judged.some(({ drawn }) => drawn === 'random')
      ? picker.estimate(
          judged,
          (candidate) => components.find(first[candidate]!) === components.find(second[candidate]!),
        )
      : undefined,
    judged: judged.length,
    candidates: picker.candidates,
    unlikely: picker.strata.sizes[0]!,
  };
}
