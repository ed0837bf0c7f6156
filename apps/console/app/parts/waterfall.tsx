import type { ReactNode } from 'react';
import { TableHead } from './tables.tsx';

/** One piece of evidence about two records. */
export interface EvidencePart {
  readonly title: string;
  readonly bits: number;
  readonly valueA: string;
  readonly valueB: string;
  /** True if a record has no value, so that the evidence says nothing. */
  readonly isMissing?: boolean;
  /** True if the two agree in it. */
  readonly isAgreement?: boolean;
  /** What follows the title. */
  readonly more?: ReactNode;
}

interface WaterfallProps {
  readonly caption: string;
  readonly parts: readonly EvidencePart[];
  readonly bits: number;
  readonly threshold: number;
  /** True to show where the sum begins. */
  readonly hasStart?: boolean;
}

/** A bar of no length is still seen. */
const leastWidth = 0.8;

/** How the parts of a pair add up to its sum: values side by side, and a bar from where the part before ended. */
export function Waterfall({ caption, parts, bits, threshold, hasStart = false }: WaterfallProps) {
  let at = 0;
  const steps = parts
    .filter((part) => part.bits !== 0 || part.isMissing === true)
    .map((part) => {
      const from = at;
      at += part.bits;
      return { ...part, from, to: at };
    });
  const ends = [0, threshold, bits, ...steps.map(({ to }) => to)];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const x = (value: number) => ((value - least) / Math.max(1, most - least)) * 98 + 1;
  return (
    <div className="table-frame">
      <table className="waterfall">
        <caption className="unseen">{caption}</caption>
        <TableHead columns={['Evidence', 'One', 'Other', ['Bits'], undefined]} />
        <tbody>
          {hasStart && (
            <tr>
              <th scope="row" colSpan={3}>
                Start: nothing is known
              </th>
              <td className="number">0</td>
              <BarCell from={x(0)} to={x(0)} threshold={x(threshold)} kind="total" />
            </tr>
          )}
          {steps.map((step) => (
            <tr key={step.title} className={step.isMissing === true ? 'is-missing' : undefined}>
              <th scope="row">
                {step.title}
                {step.more}
              </th>
              <td data-label="One" dir="auto">
                {shownValue(step, step.valueA)}
              </td>
              <td data-label="Other" dir="auto">
                {shownValue(step, step.valueB)}
              </td>
              <td className="number">{bitsText(step.bits)}</td>
              {step.isMissing === true ? (
                <td className="waterfall-bar" aria-hidden="true" />
              ) : (
                <BarCell from={x(step.from)} to={x(step.to)} threshold={x(threshold)} kind={kindOf(step)} />
              )}
            </tr>
          ))}
          <tr className="waterfall-sum">
            <th scope="row" colSpan={3}>
              Sum; the threshold is {threshold}
            </th>
            <td className="number">{bits.toFixed(1)}</td>
            <BarCell from={x(0)} to={x(bits)} threshold={x(threshold)} kind="total" />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** An agreement with fewer bits than this against is none: other evidence has counted the same already. */
const little = 2;

function kindOf({ bits, isAgreement = false }: EvidencePart): 'for' | 'against' | 'little' {
  if (bits > 0) return 'for';
  return isAgreement && bits > -little ? 'little' : 'against';
}

const shownValue = ({ isMissing }: EvidencePart, value: string): string =>
  isMissing === true && value === '' ? 'no value' : value;

function BarCell(props: {
  readonly from: number;
  readonly to: number;
  readonly threshold: number;
  readonly kind: 'for' | 'against' | 'little' | 'total';
}) {
  const { from, to, threshold, kind } = props;
  return (
    <td className="waterfall-bar" aria-hidden="true">
      <svg viewBox="0 0 100 20" preserveAspectRatio="none" focusable="false" aria-hidden="true">
        <rect
          className={`bar-${kind}`}
          x={Math.min(from, to)}
          y="4"
          width={Math.max(leastWidth, Math.abs(to - from))}
          height="12"
        />
        <line className="bar-threshold" x1={threshold} x2={threshold} y1="0" y2="20" />
      </svg>
    </td>
  );
}

/** Bits with a sign, such as `+7.0` and `−3.2`. */
export const bitsText = (bits: number): string =>
  bits === 0 ? '0' : `${bits > 0 ? '+' : '−'}${Math.abs(bits).toFixed(1)}`;
