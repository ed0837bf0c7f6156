import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { type Design, designRuleConfig } from '../../../../../src/workbench/design/design.ts';
import type { DesignRequest } from '../../../../../src/workbench/design/field-kind.ts';

/** Designs for fields of which only the names are known. */
export const design = (names: readonly string[], more: Partial<DesignRequest> = {}): Design =>
  designRuleConfig({ fields: names.map((name) => ({ name })), ...more });

/** The guessed kinds by the name of the field. */
export const kindsOf = ({ fields }: Design): Record<string, string> =>
  Object.fromEntries(fields.map(({ field, kind }) => [field.name, kind]));

/** The errors that the linter finds in a design, its schema included. */
export const errorsOf = ({ ruleConfig, schema }: Design): readonly unknown[] =>
  lintRuleConfig(ruleConfig, { schema: loadRecordSchema(schema) }).errors;

/** Whether the designed rules find and link two records. */
export function linkerOf({ ruleConfig }: Design): (a: object, b: object) => boolean {
  const rules = compileRuleConfig(lintRuleConfig(ruleConfig).config!);
  return (a, b) => {
    const left = rules.resolve({ id: 'a', ...a });
    const right = rules.resolve({ id: 'b', ...b });
    const keys = new Set(rules.indexKeys(left).map(({ hash }) => hash));
    return rules.indexKeys(right).some(({ hash }) => keys.has(hash)) && rules.links(left, right).length > 0;
  };
}
