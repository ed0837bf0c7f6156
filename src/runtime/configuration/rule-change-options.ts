import { ruleChangeBounds, ruleChangeModes } from '../../entities/rule-changes/option-bounds.ts';
import { defaultRuleChangeOptions, type RuleChangeOptions } from '../../entities/rule-changes/types.ts';
import { parsedObject } from '../../text/json.ts';

type Report = (variable: string, message: string) => void;

/** Names in the variable, as the Terraform module writes them. */
const numbers = {
  largestChangePercent: { name: 'largest_change_percent', isWhole: false },
  largestEntity: { name: 'largest_entity', isWhole: true },
  writeUnitsPerSecond: { name: 'write_units_per_second', isWhole: true },
} as const;

/**
 * Reads RULE_CHANGES: JSON with `mode`, `largest_change_percent`, `largest_entity` and `write_units_per_second`, each with
 * a default. Reports every problem.
 */
export function readRuleChangeOptions(
  environment: Readonly<Record<string, string | undefined>>,
  report: Report,
): RuleChangeOptions {
  const text = environment['RULE_CHANGES'] || '{}';
  const given = parsedObject(text);
  if (given === undefined) {
    report('RULE_CHANGES', 'must be a JSON object such as {"mode":"hold","largest_change_percent":2}.');
    return defaultRuleChangeOptions;
  }
  const mode = given['mode'] ?? defaultRuleChangeOptions.mode;
  if (!isMode(mode)) report('RULE_CHANGES', `must have a mode that is ${ruleChangeModes.join(', ')}.`);
  const read = (option: keyof typeof numbers): number => {
    const { name, isWhole } = numbers[option];
    const { least, most } = ruleChangeBounds[option];
    const value = given[name] ?? defaultRuleChangeOptions[option];
    if (typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) {
      return value;
    }
    report('RULE_CHANGES', `must have a ${name} that is a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`);
    return defaultRuleChangeOptions[option];
  };
  return {
    mode: isMode(mode) ? mode : defaultRuleChangeOptions.mode,
    largestChangePercent: read('largestChangePercent'),
    largestEntity: read('largestEntity'),
    writeUnitsPerSecond: read('writeUnitsPerSecond'),
  };
}

const isMode = (mode: unknown): mode is RuleChangeOptions['mode'] =>
  (ruleChangeModes as readonly unknown[]).includes(mode);
