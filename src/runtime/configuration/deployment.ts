import type { DeployedRules } from '../../entities/rule-changes/versions/choose-rules.ts';
import { EntityDataError } from '../../errors.ts';
import { findingText, RuleConfigError } from '../../rules/document/findings.ts';
import { loadRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../rules/record-schema/record-schema.ts';
import { SchemaError, type SchemaProblem } from '../../rules/record-schema/schema-error.ts';
import { documentName, type ReadDocument, readFileDocument } from './documents.ts';

/** Files of the deployment are unreadable or invalid. The message has a line for every problem of both files. */
export class DeploymentError extends EntityDataError {
  readonly code = 'DEPLOYMENT_INVALID';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'), { hint: 'Correct the files and start again.' });
    this.problems = problems;
  }
}

export interface LoadedDeployment extends DeployedRules {
  /** The text of the record schema. */
  readonly schema: string;
}

/**
 * Reads and checks a deployment's rule-config and record schema. Both locations are paths unless `read` supports others.
 *
 * @throws DeploymentError with every problem of both files; the rule-config is checked also when the schema is broken.
 * @throws RetryableError when a location does not answer at present.
 */
export async function loadDeployment(
  ruleConfigFile: string,
  schemaFile: string,
  read: ReadDocument = readFileDocument,
): Promise<LoadedDeployment> {
  const problems: string[] = [];
  const attempt = async <Answer>(
    file: string,
    reading: Promise<string>,
    work: (text: string) => Answer,
  ): Promise<Answer | undefined> => {
    try {
      return work(await reading);
    } catch (error) {
      for (const problem of problemsOf(error, file)) problems.push(problem);
      return undefined;
    }
  };
  const [readingSchema, readingRules] = [read(schemaFile), read(ruleConfigFile)];
  // Its failure is handled at its `await`, after the other one.
  readingRules.catch(() => {});
  const schema = await attempt(schemaFile, readingSchema, (text) => ({
    schema: text,
    recordSchema: loadRecordSchema(text),
  }));
  const rules = await attempt(ruleConfigFile, readingRules, (text) => ({
    config: loadRuleConfig(text, schema?.recordSchema),
    text,
  }));
  if (schema === undefined || rules === undefined) throw new DeploymentError(problems);
  return { ...schema, ...rules };
}

function problemsOf(error: unknown, location: string): string[] {
  if (!(error instanceof EntityDataError) || error.retryable) throw error;
  const file = documentName(location);
  if (error instanceof SchemaError) {
    return error.problems
      .filter(({ severity }) => severity === 'error')
      .map((problem) => schemaProblemText(problem, file));
  }
  if (error instanceof RuleConfigError) {
    return error.findings.filter(({ severity }) => severity === 'error').map((finding) => findingText(finding, file));
  }
  return [error.message];
}

/** `schema.graphqls:3:5 error CODE message (hint)`, as findings of a rule-config are written. */
export function schemaProblemText(
  { severity, line, column, code, message, hint }: SchemaProblem,
  file: string,
): string {
  return `${file}:${line}:${column} ${severity} ${code} ${message} (${hint})`;
}
