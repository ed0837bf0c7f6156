import type {
  MatcherVerdict,
  OneMatcherVerdict,
  WeightSum,
} from '../../../../src/graphql/queries/explain.generated.ts';
import { Verdict } from './marks.tsx';
import { bitsText, type EvidencePart, Waterfall } from './waterfall.tsx';

/** What a `weighted` matcher adds up for two records, from nothing to the sum. */
export function SumWaterfall({ matcher, sum }: { readonly matcher: MatcherVerdict; readonly sum: WeightSum }) {
  const { total, threshold } = sum;
  return (
    <>
      <p className="sum-text">{sumText(sum)}</p>
      <Waterfall
        caption={`What ${matcher.id} adds up`}
        parts={[...sum.weights.map((weight) => partOf(matcher, weight)), ...limitPart(sum)]}
        bits={total}
        threshold={threshold}
        hasStart
      />
    </>
  );
}

/** The sum, and by how much it is above or below the threshold. */
export function sumText({ total, threshold }: Pick<WeightSum, 'total' | 'threshold'>): string {
  const distance = Math.abs(total - threshold).toFixed(1);
  return `sum ${total.toFixed(1)}, ${distance} ${total >= threshold ? 'above' : 'short of'} the threshold ${threshold}`;
}

/** A rounding error of the sum is smaller than this. */
const rounding = 1e-6;

/** What the limits of groups take away or add. */
function limitPart({ total, weights }: WeightSum): readonly EvidencePart[] {
  const bits = total - weights.reduce((all, { weight }) => all + weight, 0);
  if (Math.abs(bits) < rounding) return [];
  return [{ title: 'Limits of groups', bits, valueA: '', valueB: '' }];
}

function partOf({ inner = [] }: MatcherVerdict, weight: WeightSum['weights'][number]): EvidencePart {
  const levels = weight.matchers.flatMap((id) => inner.filter((matcher) => matcher.id === id).slice(0, 1));
  const values = new Map(levels.flatMap((level) => level.values).map((value) => [value.resolver, value]));
  const textOf = (side: 'a' | 'b') => [...values.values()].flatMap((value) => value[side]).join(', ');
  return {
    title: weight.name,
    bits: weight.weight,
    valueA: textOf('a'),
    valueB: textOf('b'),
    isMissing: weight.missing,
    isAgreement: weight.counted != null,
    more: <Levels weight={weight} levels={levels} />,
  };
}

interface LevelsProps {
  readonly weight: WeightSum['weights'][number];
  readonly levels: readonly OneMatcherVerdict[];
}

/** The level that counted; the others are folded. */
function Levels({ weight: { counted, missing, name, weight }, levels }: LevelsProps) {
  if (missing) return null;
  const text = counted ?? (weight === 0 ? 'no level holds' : 'differs');
  return (
    <>
      {text !== name && <div className="level-counted">{text}</div>}
      {levels.length > 1 && (
        <details className="levels">
          <summary>{levels.length} levels</summary>
          <ul>
            {levels.map(({ id, satisfied, similarity }) => (
              <li key={id}>
                <span>
                  {id}
                  {id === counted && ` counts ${bitsText(weight)}`}
                </span>
                <Verdict holds={satisfied} {...percent(similarity)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const percent = (similarity: number) => {
  const text = `${Math.round(similarity * 100)} %`;
  return { yes: text, no: text };
};
