import { RuleChips } from './marks.tsx';

interface SharedKeysProps {
  readonly keys: readonly {
    readonly rules: readonly string[];
    readonly deciding: boolean;
    readonly parts: readonly { readonly matcher: string; readonly part: string }[];
  }[];
  /** Total number of shared keys; the list may be shorter. */
  readonly count: number;
}

const shownKeys = 12;

/** The index keys that two records share; without one, the service never compares them. */
export function SharedKeys({ keys, count }: SharedKeysProps) {
  return (
    <section className="panel">
      <h3>
        Shared index keys <span className="legend-count">{count}</span>
      </h3>
      {count === 0 && <p className="nothing">None: the service never compares these two records.</p>}
      <ul className="lines keys">
        {keys.slice(0, shownKeys).map(({ rules, parts }) => (
          <li key={`${rules.join()}${parts.map(({ part }) => part).join('\n')}`}>
            <RuleChips rules={rules} />
            <span className="key-parts">
              {parts.map(({ matcher, part }) => (
                <code key={matcher} title={matcher}>
                  {part}
                </code>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {count > shownKeys && <p className="nothing">and {count - shownKeys} more</p>}
    </section>
  );
}
