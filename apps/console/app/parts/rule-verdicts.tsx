import type { MatcherVerdict, RuleVerdict } from '../../../../src/graphql/queries/explain.generated.ts';
import { RuleChip, Verdict } from './marks.tsx';
import { SumWaterfall, sumText } from './sum-waterfall.tsx';

/** Rules with the result of each matcher; satisfied rules come first. They and those that add up weights are expanded. */
export function RuleVerdicts({ rules }: { readonly rules: readonly RuleVerdict[] }) {
  const sorted = [...rules].sort((a, b) => Number(b.satisfied) - Number(a.satisfied));
  return (
    <ul className="rule-verdicts">
      {sorted.map((rule) => (
        <li key={rule.id}>
          <details className="fold" open={rule.satisfied || rule.matchers.some(({ sum }) => sum != null)}>
            <summary>
              <RuleChip rule={rule.id} />
              <span className="rule-lack">{rule.satisfied ? '' : lackOf(rule)}</span>
              <Verdict holds={rule.satisfied} yes="holds" no="does not hold" />
            </summary>
            {rule.error && <p className="field-problem">{rule.error}</p>}
            <Matchers matchers={rule.matchers} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function lackOf({ matchers }: RuleVerdict): string {
  const lacking = matchers.filter(({ satisfied }) => !satisfied);
  const names = lacking.map(({ id, sum }) => (sum == null ? id : `${id} (${sumText(sum)})`));
  return names.length === 0 ? '' : `lacks ${names.join(', ')}`;
}

function Matchers({ matchers }: { readonly matchers: readonly MatcherVerdict[] }) {
  return (
    <ul className="matchers">
      {matchers.map((matcher) => (
        <li key={matcher.id} className="matcher">
          <div className="matcher-head">
            <span>
              {matcher.id} <span className="nothing">{matcher.type}</span>
            </span>
            <Verdict holds={matcher.satisfied} yes={percent(matcher.similarity)} no={percent(matcher.similarity)} />
          </div>
          <Compared matcher={matcher} />
        </li>
      ))}
    </ul>
  );
}

/** What a matcher compared: the sum of weights, the matchers inside of it, or the values. */
function Compared({ matcher }: { readonly matcher: MatcherVerdict }) {
  const { sum, inner = [], values } = matcher;
  if (sum != null) return <SumWaterfall matcher={matcher} sum={sum} />;
  if (inner.length > 0) return <Matchers matchers={inner} />;
  return values.map(({ resolver, a, b }) => (
    <div key={resolver} className="compared">
      <span className="compared-name">{resolver}</span>
      <Values values={a} />
      <Values values={b} />
    </div>
  ));
}

function Values({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <span className="compared-value is-missing">no value</span>;
  return <span className="compared-value">{values.join(', ')}</span>;
}

function percent(similarity: number): string {
  return `${Math.round(similarity * 100)} %`;
}
