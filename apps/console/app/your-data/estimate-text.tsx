import type { LabelEstimate, Share } from './design-document.ts';

/** Precision and recall: measured by answers with their intervals, or what the model believes. */
export function EstimateText({ estimate: { measured, opinion } }: { readonly estimate: LabelEstimate }) {
  if (measured === undefined) {
    return (
      <p>
        Not measured yet. The model's own opinion: precision {opinion.precision.toFixed(3)}, recall{' '}
        {opinion.recall.toFixed(3)}.
      </p>
    );
  }
  return (
    <p>
      Measured by your answers: precision <strong>{measured.precision.value.toFixed(3)}</strong> (
      {intervalText(measured.precision)}), recall <strong>{measured.recall.value.toFixed(3)}</strong> (
      {intervalText(measured.recall)}). Each interval holds with a probability of 90 %.
    </p>
  );
}

const intervalText = ({ low, high }: Share): string => `${low.toFixed(3)} to ${high.toFixed(3)}`;
