import { ruleChangeOperation } from './rule-change-operation.ts';

export const rollBackRuleChange = ruleChangeOperation(
  'Mutation',
  'rollBackRuleChange',
  'Takes back the change under way or, in a steady state, begins the change to the rules before the last one.',
  (ruleChanges) => ruleChanges.rollBack(),
);
