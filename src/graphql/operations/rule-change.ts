import { ruleChangeOperation } from './rule-change-operation.ts';

export const ruleChange = ruleChangeOperation(
  'Query',
  'ruleChange',
  'How far a change of the rules is, and what it does to stored records.',
  (ruleChanges) => ruleChanges.status(),
);
