import type { IncompleteRules } from '../../../src/graphql/queries.ts';
import { count } from './entity-text.ts';

/** What a search left out, for people to read: a line for each entry. */
export function incompleteText(incomplete: readonly IncompleteRules[]): string {
  return incomplete.map((one) => `${sentences(one)}\n`).join('');
}

function sentences({ rules, reason, atLeast, add }: IncompleteRules): string {
  const names = `${rules.length === 1 ? 'Rule' : 'Rules'} ${rules.join(', ')}`;
  const crowd = `at least ${count(atLeast, 'record')} share`;
  const what =
    reason === 'GENERIC'
      ? `${names}: a value that ${crowd} was not searched by, because it is over-frequent (generic_key_records).`
      : `${names}: ${crowd} a value, and only the first of them were looked at.`;
  return add.length === 0
    ? `${what} Search by other fields to find the rest.`
    : `${what} Give more of these fields to find the rest: ${add.join(', ')}.`;
}
