import type { RuleChangeStatus, RuleChanges } from '../../entities/rule-changes/types.ts';
import type { OperationDefinition } from './operation.ts';

/** An operation without input that answers the change of the rules. */
export const ruleChangeOperation = (
  kind: OperationDefinition['kind'],
  name: OperationDefinition['name'],
  description: string,
  resolve: (ruleChanges: RuleChanges) => Promise<RuleChangeStatus>,
): OperationDefinition => ({
  name,
  kind,
  typeDefs: /* GraphQL */ `
    extend type ${kind} {
      "${description}"
      ${name}: RuleChange!
    }
  `,
  resolve: (_args, { ruleChanges }) => resolve(ruleChanges),
});
