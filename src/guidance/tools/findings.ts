import * as z from 'zod';
import type { Finding } from '../../rules/document/types.ts';
import type { SchemaProblem } from '../../rules/record-schema/schema-error.ts';

/** The most findings of one severity in an answer. Correcting the first ones usually removes others. */
const maxListed = 200;

export const findingOutput = z.object({
  document: z.enum(['ruleConfig', 'schema']).describe('Which of the two documents it is about.'),
  code: z.string().describe('Stable; svc_explain_error says more about it.'),
  message: z.string(),
  pointer: z.string().describe('JSON pointer into the rule-config; empty for the whole document and for the schema.'),
  line: z.int().optional().describe('Counted from 1; given when the document came as text.'),
  column: z.int().optional(),
  hint: z.string().describe('What to write instead.'),
});

export type ListedFinding = z.infer<typeof findingOutput>;

export function ruleConfigFindings(findings: readonly Finding[]): ListedFinding[] {
  return findings.slice(0, maxListed).map(({ code, message, pointer, line, column, hint }) => ({
    document: 'ruleConfig',
    code,
    message,
    pointer,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    hint,
  }));
}

export function schemaFindings(
  problems: readonly SchemaProblem[],
  severity: SchemaProblem['severity'],
): ListedFinding[] {
  return problems
    .filter((problem) => problem.severity === severity)
    .slice(0, maxListed)
    .map(({ code, message, line, column, hint }) => {
      return { document: 'schema', code, message, pointer: '', line, column, hint };
    });
}
