import { RuleChip } from './rule-chip.tsx';
import { Verdict } from './verdict.tsx';

export interface MatcherVerdict {
  readonly id: string;
  readonly type: string;
  readonly satisfied: boolean;
  /** 0 to 1. */
  readonly similarity: number;
  readonly values: readonly {
    readonly resolver: string;
    readonly a: readonly string[];
    readonly b: readonly string[];
  }[];
  readonly inner?: readonly MatcherVerdict[] | undefined;
}

export interface RuleVerdict {
  readonly id: string;
  readonly satisfied: boolean;
  readonly score: number;
  readonly error?: string | null | undefined;
  readonly matchers: readonly MatcherVerdict[];
}

/** Rules with the result of each matcher; satisfied rules come first and are expanded. */
export function RuleVerdicts({ rules }: { readonly rules: readonly RuleVerdict[] }) {
  const sorted = [...rules].sort((a, b) => Number(b.satisfied) - Number(a.satisfied));
  return (
    <ul className="rule-verdicts">
      {sorted.map((rule) => (
        <li key={rule.id}>
          <details className="fold" open={rule.satisfied}>
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
  const lacking = matchers.filter(({ satisfied }) => !satisfied).map(({ id }) => id);
  return lacking.length === 0 ? '' : `lacks ${lacking.join(', ')}`;
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
          {matcher.inner !== undefined && matcher.inner.length > 0 ? (
            <Matchers matchers={matcher.inner} />
          ) : (
            matcher.values.map(({ resolver, a, b }) => (
              <div key={resolver} className="compared">
                <span className="compared-name">{resolver}</span>
                <Values values={a} />
                <Values values={b} />
              </div>
            ))
          )}
        </li>
      ))}
    </ul>
  );
}

function Values({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <span className="compared-value is-missing">no value</span>;
  return <span className="compared-value">{values.join(', ')}</span>;
}

function percent(similarity: number): string {
  return `${Math.round(similarity * 100)} %`;
}
