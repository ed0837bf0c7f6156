import { compileRuleConfig } from '../../rules/compile/compile.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { Finding, RuleConfig } from '../../rules/document/types.ts';
import { lintRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import type { RecordSchema } from '../../rules/record-schema/record-schema.ts';
import { ToolRefusal } from './tool.ts';

/** The most errors that a refusal names. The lint tool lists all of them. */
const maxNamed = 5;

export interface CompiledDeployment {
  readonly config: RuleConfig;
  readonly rules: CompiledRules;
  readonly warnings: readonly Finding[];
}

/** Lints and compiles a rule-config as a service does at its start. Throws a ToolRefusal that names its errors. */
export function compileDeployment(ruleConfig: unknown, schema?: RecordSchema): CompiledDeployment {
  const { config, errors, warnings } = lintRuleConfig(ruleConfig, { schema });
  if (config !== undefined) return { config, rules: compileRuleConfig(config), warnings };
  const lines = errors.slice(0, maxNamed).map(({ code, message, pointer, line, column, hint }) => {
    const place = line === undefined ? pointer || 'the document' : `line ${line}, column ${column}`;
    return `- ${code} at ${place}: ${message}. ${hint}`;
  });
  const more = errors.length > maxNamed ? `\n- and ${errors.length - maxNamed} more` : '';
  throw new ToolRefusal(
    `a service refuses to start with this rule-config:\n${lines.join('\n')}${more}`,
    'Correct the errors; svc_lint_rule_config lists them all.',
  );
}
