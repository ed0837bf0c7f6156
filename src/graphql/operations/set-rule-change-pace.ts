import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import { PaceMissingError } from '../errors.ts';
import type { OperationDefinition } from './operation.ts';

interface SetRuleChangePaceArgs {
  readonly input: { readonly paused?: boolean | null; readonly writeUnitsPerSecond?: number | null };
}

/** Write units a second; more than any table has without a request to AWS. */
const MOST = 1_000_000;

export const setRuleChangePace: OperationDefinition<SetRuleChangePaceArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Stops, resumes, slows or quickens a change of the rules."
      setRuleChangePace(input: SetRuleChangePaceInput!): RuleChange!
    }
    "At least one of the two."
    input SetRuleChangePaceInput {
      "True stops the change after the records under way; false lets it go on."
      paused: Boolean
      "Write units a second that all workers together may use, 1 to 1,000,000."
      writeUnitsPerSecond: Int
    }
  `,
  resolve({ input }, { ruleChanges }) {
    const { paused, writeUnitsPerSecond } = input;
    if (paused == null && writeUnitsPerSecond == null) throw new PaceMissingError();
    if (writeUnitsPerSecond != null && (writeUnitsPerSecond < 1 || writeUnitsPerSecond > MOST)) {
      throw new ArgumentOutOfRangeError('writeUnitsPerSecond', writeUnitsPerSecond, `from 1 to ${MOST}`);
    }
    return ruleChanges.setPace({
      ...(paused == null ? {} : { paused }),
      ...(writeUnitsPerSecond == null ? {} : { writeUnitsPerSecond }),
    });
  },
};
