import type { IncompleteRules } from '../../../../src/graphql/queries.ts';
import { Icon } from '../parts/icon.tsx';

/** Says that a search left entities out, why, and which fields find them. */
export function Incomplete({ incomplete }: { readonly incomplete: readonly IncompleteRules[] }) {
  if (incomplete.length === 0) return null;
  return (
    <div className="problems" role="status">
      {incomplete.map(({ rules, reason, atLeast, add }) => (
        <div key={`${reason} ${rules.join(' ')}`} className="problem">
          <Icon name="warning" />
          <div>
            <p className="problem-message">
              {rules.length === 1 ? 'Rule' : 'Rules'} {rules.join(', ')}: at least {atLeast.toLocaleString('en')}{' '}
              records share a value
              {reason === 'GENERIC' ? ', so it was not searched by.' : ', and only the first of them were looked at.'}
            </p>
            <p className="problem-hint">
              {add.length === 0
                ? 'Search by other fields to find the rest.'
                : `Fill in more of these fields to find the rest: ${add.join(', ')}.`}
            </p>
          </div>
        </div>
      ))}
    </div>
  );
}
