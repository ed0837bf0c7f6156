import { EntityDataError } from '../../errors.ts';
import type { Finding } from './types.ts';

/** The rule-config is unusable. Contains all findings; the message prints each with line, column and hint. */
export class RuleConfigError extends EntityDataError {
  readonly code = 'RULE_CONFIG_INVALID';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], file = 'rule-config.json') {
    super(findings.map((finding) => findingText(finding, file)).join('\n'), {
      hint: `Correct the errors in ${file}; warnings alone do not stop the service.`,
    });
    this.findings = findings;
  }
}

/**
 * Formats a finding as `rule-config.json:12:7 error CODE message (hint)`, with the pointer instead of line and column
 * if there is no text.
 */
export function findingText(finding: Finding, file = 'rule-config.json'): string {
  const { severity, code, message, pointer, line, column, hint } = finding;
  const place = line === undefined ? `#${pointer}` : `:${line}:${column}`;
  return `${file}${place} ${severity} ${code} ${message} (${hint})`;
}
