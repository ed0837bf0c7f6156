import { useDeployment } from '../with-deployment.tsx';

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
