import { useDeployment } from '../with-deployment.tsx';
import { Icon } from './icon.tsx';

/** An entity's id. The service generates ids, so they differ between data directories. */
export function EntityID({ id }: { readonly id: string }) {
  return (
    <code className="id" data-varies="">
      {id}
    </code>
  );
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time in the reader's zone; hovering shows it in RFC 3339. */
export function Instant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at} data-varies-time="">
      {format.format(new Date(at))}
    </time>
  );
}

/** Yes or no, distinguished by shape and word, not by colour alone. */
export function Verdict({ holds, yes, no }: { readonly holds: boolean; readonly yes: string; readonly no: string }) {
  return (
    <span className={holds ? 'verdict is-yes' : 'verdict is-no'}>
      <Icon name={holds ? 'yes' : 'no'} size={16} />
      {holds ? yes : no}
    </span>
  );
}

/** A score from 0 to 1 as a bar and a percentage. */
export function Score({ label, value }: { readonly label: string; readonly value: number }) {
  const percent = Math.round(value * 100);
  return (
    <span className="score" title={`${label}: ${value.toFixed(3)} of 1`}>
      <span className="score-label">{label}</span>
      <svg className="score-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className="score-track" width="100" height="6" rx="3" />
        <rect className="score-value" width={percent} height="6" rx="3" />
      </svg>
      <span className="score-number">{value.toFixed(2)}</span>
    </span>
  );
}

/** The name of a rule in its colour. */
export function RuleChip({ rule }: { readonly rule: string }) {
  const { colourOfRule } = useDeployment();
  return (
    <span className="chip">
      <span className={`dot ${colourOfRule(rule)}`} aria-hidden="true" />
      {rule}
    </span>
  );
}

/** The names of rules, beside each other. */
export function RuleChips({ rules }: { readonly rules: Iterable<string> }) {
  return (
    <span className="chips">
      {Array.from(rules, (rule) => (
        <RuleChip key={rule} rule={rule} />
      ))}
    </span>
  );
}
