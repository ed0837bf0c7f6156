import type { Estimate } from '../../../../src/workbench/labels/quality-estimate.ts';
import type { Measured } from '../../../../src/workbench/learning/learned-design.ts';
import { type Html, html } from './html.ts';

/** Marks that enclose what later answers replace. */
export const measuredMarks = { begin: '<!-- measured:begin -->', end: '<!-- measured:end -->' } as const;

/** What answers measured, or that there are none. */
export function measuredBody(given: Measured | undefined): Html {
  if (given !== undefined && given.measured === undefined) {
    return html`<p>None of the ${given.judged} pairs that you judged was drawn at random for these rules, so nothing is measured. <code>npx entity-data label</code> shows more.</p>`;
  }
  if (given?.measured === undefined) {
    return html`<p>You judged no pairs yet. Everything above is the model’s opinion. <code>npx entity-data label</code> shows pairs, and measures.</p>`;
  }
  const { measured, judged, candidates, unlikely } = given;
  return html`<p>Measured by your answers, not the model’s opinion: precision ${share(measured.precision)}, recall ${share(measured.recall)}. The interval holds the truth with a probability of 90 %.</p>
<p>You judged ${judged.toLocaleString('en')} pairs; ${measured.answers.toLocaleString('en')} were drawn at random, and only these measure. They stand for ${(candidates - unlikely).toLocaleString('en')} candidate pairs. Recall does not count ${unlikely.toLocaleString('en')} unlikely pairs, and pairs that share no key.</p>`;
}

const share = ({ value, low, high }: Estimate): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
