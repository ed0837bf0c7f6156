import { documentName } from '../../../src/entities/rule-changes/versions/documents.ts';
import type { RuleChange } from '../client/rule-change.ts';
import { RuleChangeError } from './errors.ts';
import { shortName } from './rule-change-text.ts';

/**
 * The rule-config that a change goes on to: that of the change under way or, if there is none, the deployed one.
 *
 * @param text the rule-config that the caller means; undefined for whichever the change leads to
 * @param deployed name of the deployed rule-config; undefined if the caller may not read it
 * @throws RuleChangeError when there is nothing to go on with, or it leads to another rule-config
 */
export function changeTarget(change: RuleChange, deployed: string | undefined, text?: string): string {
  const target = targetOf(change, deployed);
  const named = text === undefined ? target : documentName(text);
  if (target === undefined && named === undefined) throw nothingWaits();
  if (named === target) return named!;
  throw otherTarget(change, named!, target);
}

/** A change to a release's own keys leads from a rule-config to the same one, so that only the phase tells. */
function targetOf({ phase, to, waiting, inForce }: RuleChange, deployed: string | undefined): string | undefined {
  if (phase !== null) return to ?? undefined;
  return [waiting ?? undefined, deployed].find((name) => name !== undefined && name !== inForce);
}

const nothingWaits = (): RuleChangeError =>
  new RuleChangeError('no change of the rules waits to go on', {
    hint: 'Deploy a changed rule-config first: rule_config_file of the module, or --rule-config of `start`.',
  });

function otherTarget({ inForce }: RuleChange, name: string, target: string | undefined): RuleChangeError {
  if (name === inForce) {
    return new RuleChangeError(`the rule-config ${shortName(name)} is in force already`, {
      hint: 'See `entity-data rules status`.',
    });
  }
  const deploy = 'rule_config_file of the module, or a start of the local service with --rule-config';
  if (target === undefined) {
    return new RuleChangeError(`no change of the rules to ${shortName(name)} is under way`, {
      hint: `Deploy this rule-config first: ${deploy}.`,
    });
  }
  return new RuleChangeError(
    `the change of the rules leads to ${shortName(target)}, and the file is ${shortName(name)}`,
    {
      hint: `Name the file that was deployed, or deploy this one: ${deploy}.`,
    },
  );
}
